"""Game set-up, player order, Government Subsidy."""

from branchline.games.express_01 import view as sight
from branchline.games.express_01.game import Express01Game
from branchline.games.express_01.rules import Express
from branchline.position import Position

from .table import GAME, PARTS, Table


def begun(seats: int = 4, seed: int = 7) -> tuple[Position, Express]:
    position = Express01Game().start(seats=seats, seed=seed)
    assert isinstance(position.state, Express)
    return position, position.state


def test_setup_1_the_base_cards_make_a_board_of_35_with_berlin_and_hanover_in_place() -> None:
    _, state = begun()
    assert [card.no for card in PARTS.base] == list(range(1, 36))
    assert (PARTS.base[8].name, PARTS.base[12].name) == ("Berlin", "Hanover")
    assert all(laid < 0 for laid in state.network.laid)


def test_setup_2_twelve_decks_face_up_with_the_printed_counts() -> None:
    _, state = begun(seats=2)
    sizes = [int(size) for size in state.decks.size]
    assert sizes == [24, 25, 36 - 12, 12, 16, 5, 10, 6, 2, 6, 6, 1]


def test_setup_2_decks_are_shuffled() -> None:
    orders = {tuple(begun(seed=seed)[1].decks.order) for seed in range(4)}
    assert len(orders) == 4


def test_setup_3_six_blue_route_cards_each() -> None:
    for seats in (2, 3, 4):
        _, state = begun(seats)
        for seat in range(seats):
            hand = sight.hand(GAME, state, seat)
            assert len(set(hand)) == 6
            assert all(201 <= no <= 236 for no in hand)


def test_setup_4_the_highest_card_goes_first_and_the_cards_return() -> None:
    position, state = begun(seats=3)
    chosen = []
    for seat in range(3):
        hand = sight.hand(GAME, state, seat)
        chosen.append(max(hand) if seat != 1 else min(hand))
        position.play(f"choose {chosen[-1]}")
    order = sorted(range(3), key=lambda seat: -chosen[seat])
    after = position.state
    assert isinstance(after, Express)
    assert [int(after.position[seat]) for seat in order] == [0, 1, 2]
    assert position.to_act == order[0]
    assert list(after.hands.size) == [6, 6, 6]


def test_setup_4_nobody_sees_a_choice_before_all_have_chosen() -> None:
    position, _ = begun(seats=3)
    mine = position.legal()[0]
    position.play(mine)
    assert position.record(1)["moves"][-1] == [0, "choose a card"]
    assert position.record(0)["moves"][-1] == [0, mine]
    number = mine.split()[1]
    assert position.view(0)["table"]["chosen"] == int(number)
    assert position.view(1)["table"]["chosen"] is None
    assert number not in " ".join(position.story(1))
    assert GAME.secrets(position.state, 1).count(mine) == 1


def test_setup_4_all_see_the_choices_once_they_are_turned_over() -> None:
    position, _ = begun(seats=2)
    numbers = []
    for _ in range(2):
        numbers.append(position.legal()[0].split()[1])
        position.play(f"choose {numbers[-1]}")
    assert all(number in position.story(None)[-1] for number in numbers)


def test_subsidy_in_the_first_round_the_locomotive_goes_to_position_1() -> None:
    position, _ = begun()
    while position.view(None)["table"]["phase"] == "choosing":
        position.play(position.legal()[0])
    state = position.state
    assert isinstance(state, Express)
    assert state.position[state.locomotive] == 0


def test_subsidy_the_lowest_capital_gets_the_locomotive() -> None:
    table = Table(3).expanded(1).hand(0, 201, 202).hand(1, 203).hand(2, 204, 205)
    table.left(0, 1).turn(2).play("pass")
    assert table.state.round == 2
    assert table.state.locomotive == 1


def test_subsidy_of_equals_the_lower_position_gets_the_locomotive() -> None:
    table = Table(3).expanded(1).hand(0, 201, 202).hand(1, 203).hand(2, 204)
    table.state.position[1], table.state.position[2] = 2, 1
    table.left(0, 1).turn(2).play("pass")
    assert table.state.locomotive == 2


def test_subsidy_an_unused_locomotive_counts_2_before_it_moves_on() -> None:
    table = Table(2).expanded(1).hand(0, 201).hand(1, 202, 203).locomotive(0)
    table.left(0).turn(1).play("pass")
    assert table.state.locomotive == 1  # 1 + 2 against 2


def test_capital_example_12() -> None:
    """5 hand cards, 2 red shares with 2 red stations, 1 pair and 2 single routes, the Locomotive."""
    table = Table(2).lay(13, 501).lay(9, 601)
    table.hand(0, 201, 202, 203, 204, 205).shares(0, 101, 105).base(0, 12, 14, 18, 13).locomotive(0)
    assert table.position.scores()[0] == 12
    assert sum(point["points"] for point in table.position.breakdown()[0]) == 12


def test_capital_example_33() -> None:
    """15 hand cards, 2 red, 3 blue and 3 purple shares, 3 pairs and 2 single routes, the Locomotive."""
    table = Table(2).lay(13, 501).lay(9, 601).lay(7, 507).lay(3, 508).lay(11, 407)
    table.hand(0, *range(201, 216)).shares(0, 101, 105, 122, 127, 132, 104, 108, 124)
    table.base(0, 12, 14, 18, 8, 10, 13, 9, 7).locomotive(0)
    stations = table.position.view(None)["table"]["stations"]
    assert (stations["red"], stations["blue"], stations["purple"]) == (2, 0, 3)
    assert table.position.scores()[0] == 33
    assert [point["points"] for point in table.position.breakdown()[0]] == [15, 4, 0, 9, 3, 2]
