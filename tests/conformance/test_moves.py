"""A move is a noun: every code decodes, encodes, and has a number that is the same everywhere."""

import pytest

from branchline.game import Game
from branchline.kernel.state import CHANCE
from branchline.moves import OPEN
from branchline.refusal import Refused
from tests.conformance.cases import ALL, NAMES, PLAIN, Case, game_of, random_move

each_case = pytest.mark.parametrize("case", ALL, ids=str)
each_count = pytest.mark.parametrize("case", PLAIN, ids=str)
each_game = pytest.mark.parametrize("name", NAMES)


@each_case
def test_every_code_means_one_move_and_has_one_number(case: Case) -> None:
    position = case.start(11)
    actions = position.game.actions
    codes = set()
    while not position.over:
        codes |= {int(code) for code in position.state.legal()}
        position.play_code(random_move(position))
    for event in position.events:
        codes.add(event.move)
        if event.by != CHANCE:
            assert actions.number(event.move) < actions.count, "players' moves come first"
    for code in codes:
        assert actions.encode(actions.decode(code)) == code
        number = actions.number(code)
        assert 0 <= number < actions.count + actions.outcomes
        assert actions.code(number) == code
        assert actions.move(number) == actions.decode(code)
    assert len({actions.number(code) for code in codes}) == len(codes)


@each_game
def test_numbers_are_dense(name: str) -> None:
    """Every number has a code, and leads back to itself; a sample, where there are very many."""
    actions = game_of(name).actions
    total = actions.count + actions.outcomes
    for number in range(0, total, max(1, total // 5000)):
        assert actions.number(actions.code(number)) == number


@each_count
def test_every_offer_has_a_verb_and_what_is_offered_can_be_asked_for(case: Case) -> None:
    position = case.start(12)
    verbs = {verb.kind.verb for verb in position.game.vocabulary.verbs}
    while not position.over:
        for offer in position.offers()[:12]:
            assert offer.verb in verbs
            assert position.ask(offer.verb, offer.at) is None
            asked = position.game.asked(position.state, offer.verb, offer.at)
            assert asked.verb == offer.verb
        position.play_code(random_move(position))


@each_count
def test_an_open_question_is_answered_with_a_rule(case: Case) -> None:
    """Every verb, with nothing said of it, is answered in every position: by a rule, or by yes."""
    position = case.start(13)
    sections = {f"{case.game} {section.number}" for section in position.game.rules}
    count = 0
    while not position.over and count < 200:
        count += 1
        for verb in {verb.kind.verb for verb in position.game.vocabulary.verbs}:
            refused = position.ask(verb)
            assert refused is None or refused.rule in sections, refused
        position.play_code(random_move(position))


@each_count
def test_what_can_be_read_is_what_was_written(case: Case) -> None:
    """The text of a move, read back, is that move or one that leaves something open."""
    position = case.start(14)
    while not position.over:
        text = position.legal()[0]
        code = position.codes()[text]
        assert agrees(position.game, position.game.read(position.state, text), code), text
        position.play_code(random_move(position))


def agrees(game: Game, read: object, code: int) -> bool:
    meant = game.vocabulary.decode(code)
    fields = vars(meant) if type(read) is type(meant) else None
    if fields is None:
        return False
    return all(OPEN in (value, getattr(read, name)) or value == getattr(read, name) for name, value in fields.items())


@each_game
def test_nonsense_is_answered_kindly(name: str) -> None:
    position = game_of(name).start(seed=15)
    for verb, at in (("", ""), ("dance", "g6"), ("lay", "nowhere"), ("build", "²"), ("x" * 400, "y" * 400)):
        answer = position.ask(verb, at)
        assert isinstance(answer, Refused)
        assert answer.reason.endswith((".", "!", "?"))
