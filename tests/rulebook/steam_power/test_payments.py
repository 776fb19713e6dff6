"""6.4 Ways of paying as numbers: the same in every position, the cheap ones first."""

import branchline
from branchline.games.steam_power.moves import DEAR, MOVES, Payment, Take
from branchline.space import Space


def payment() -> Payment:
    found = MOVES.by_kind[Take]
    assert isinstance(found, Payment)
    return found


def paying(*dollars: int, city: int = 0) -> int:
    """The code of a good for which the companies clockwise get so much."""
    return MOVES.encode(Take(city, sum(share << 6 * k for k, share in enumerate(dollars))))


def test_cheap_payments_have_the_low_numbers() -> None:
    verb = payment()
    assert verb.number(paying(0, city=3)) == 3
    assert verb.below(2) <= verb.number(paying(1, 1)) < verb.below(3)
    assert verb.number(paying(2)) < verb.number(paying(1, 1)) < verb.number(paying(0, 2))
    assert verb.number(paying(0, 0, 0, DEAR - 1, city=42)) == verb.usual - 1


def test_no_two_payments_share_a_number() -> None:
    verb = payment()
    assert len({verb.code(number) for number in range(verb.below(6))}) == verb.below(6)
    last = verb.count - 1
    assert verb.number(verb.code(last)) == last


def test_what_is_too_dear_is_no_action_but_keeps_its_number() -> None:
    space = Space(branchline.game("steam-power"), 4)
    assert space.actions == MOVES.usual < 100_000
    for dollars in ((0,), (3, 1), (0, 2, 5), (4, 4, 4), (DEAR,), (9, 0, 9, 9), (0, 0, 0, 40)):
        number = int(space.numbering.number(paying(*dollars, city=7)))
        assert number == MOVES.number(paying(*dollars, city=7))
        assert (number < space.actions) == (sum(dollars) < DEAR)
