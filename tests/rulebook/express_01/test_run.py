"""Action c: initiate a bonus payment; action d: change position."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.express_01.cards import COMPANIES
from branchline.games.express_01.payment import division
from branchline.games.express_01.routes import Routes
from branchline.games.express_01.rules import Express
from branchline.kernel.chance import Seed
from branchline.kernel.state import OVER, settle

from .counting import longest_routes
from .table import GAME, Table


def row(players: int = 4) -> Table:
    """Bremen (red) and Hanover (blue) joined over cards 8 and 13; Hanover goes on to the south."""
    table = Table(players).lay(7, 502, 1).lay(8, 105, 2)  # Bremen east and south; 8 west and south
    return table.lay(13, 503, 0)  # Hanover north and south


def test_a_company_runs_only_for_its_shareholders() -> None:
    table = row().shares(0, 101, 105).shares(1, 102, 106).play("run then position")
    assert table.legal() == ["no run", "run red"]
    assert table.rule_against("run blue") == "5.1"


def test_a_company_without_a_station_does_not_run() -> None:
    table = row().shares(0, 103, 101, 105).play("run then position")
    assert table.rule_against("run green") == "5.1"


def test_the_train_moves_one_card_for_each_issued_share_of_all_players() -> None:
    table = row().shares(0, 101).play("run then position")
    assert table.rule_against("run red") is not None  # one share: Hanover is two moves away
    table = row().shares(0, 101).shares(3, 105).play("run then position", "run red")
    assert table.legal() == ["route bremen hanover"]


def test_a_route_ends_at_another_station() -> None:
    table = Table(2).lay(13, 501, 1).shares(0, 101, 105).play("run then position")
    assert table.legal() == ["keep position", "take position 2"]  # there is no second station


def test_the_companys_station_may_be_the_start_the_end_or_between() -> None:
    for company, share in (("red", 1), ("blue", 2), ("purple", 4)):
        table = row().lay(18, 103).lay(23, 507)  # Hanover goes on to Frankfurt in the south
        table.shares(0, *[100 + share, 100 + share, 104 + share, 104 + share])
        table.play("run then position", f"run {company}")
        assert table.legal() == ["route bremen hanover frankfurt"], company


def test_a_route_without_a_station_of_the_company_is_none() -> None:
    table = row().lay(18, 103).lay(23, 507).shares(0, 101, 105)  # reach 2: Hanover to Frankfurt has no red station
    table.play("run then position", "run red")
    assert table.legal() == ["route bremen hanover"]


def ring() -> Table:
    """A closed ring of eight cards round card 13 with stations Bremen, Berlin, Leipzig, Cologne."""
    table = Table(2).lay(7, 502, 1).lay(8, 101, 1).lay(9, 602, 2).lay(14, 102)
    return table.lay(19, 504, 3).lay(18, 103, 1).lay(17, 508, 0).lay(12, 104)


def test_no_station_is_approached_twice() -> None:
    table = ring().shares(0, 101, 105, 105, 121, 126, 131, 136, 141).play("run then position", "run red")
    assert table.state.run.length == 6  # not 8, once round
    assert all(len(move.split()) == 5 for move in table.legal())
    assert len(table.legal()) == 1  # four stations each, so one choice


def test_a_track_may_be_used_more_than_once() -> None:
    """Cologne and Leipzig meet in card 18, which leads north to a turning loop and back."""
    table = Table(2).lay(17, 501, 1).lay(19, 503, 1).lay(18, 141).lay(13, 142, 2)
    table.lay(12, 105).lay(7, 105, 1).lay(8, 103, 1).lay(9, 106, 2).lay(14, 106, 3)
    shares = [101, 101, 101, 105, 121, 126, 131, 136, 201]
    table.shares(0, *shares).play("run then position")
    assert "run red" not in table.legal()  # nine moves are too few
    table.position.undo()
    table.state = table.position.state  # type: ignore[assignment]
    table.shares(0, 207).play("run then position", "run red")
    assert table.legal() == ["route cologne leipzig"]
    cells = table.position.view(0)["table"]["run"]["routes"][0]["cells"]
    assert (cells[:3], cells[-3:]) == ([17, 18, 13], [13, 18, 19])
    assert sorted(cells[3:-3]) == [7, 8, 9, 12, 14]


def test_a_shorter_route_may_not_be_chosen() -> None:
    table = row().lay(18, 103).lay(23, 507).shares(0, 101, 101, 105, 105).play("run then position", "run red")
    assert table.legal() == ["route bremen hanover frankfurt"]
    assert table.rule_against("route bremen hanover") == "5.4"


def test_each_station_counts_1_and_some_grant_an_extra_bonus() -> None:
    table = Table(2).lay(13, 501, 1).lay(14, 105, 3).lay(9, 601).shares(0, 101, 105)  # Berlin, +1
    table.play("run then position", "run red", "route berlin hanover")
    assert table.state.run.bonus == 3


def paid(table: Table) -> list[int]:
    before = table.hands()
    return [after - held for after, held in zip(table.take_all().hands(), before)]


def four_shareholders(initiator: int) -> Table:
    """Positions 1 to 4 are seats 0 to 3, all with a share; the route pays 2."""
    table = row().shares(0, 101).shares(1, 101).shares(2, 105).shares(3, 105).turn(initiator)
    return table.play("run then position", "run red", "route bremen hanover")


def test_payment_begins_with_the_initiator_and_follows_the_positions() -> None:
    """The printed example: position 3 runs, then 4, 1, 2, then 3 again."""
    assert paid(four_shareholders(2)) == [0, 0, 1, 1]
    assert list(division(9, vec[i64]([3, 3, 3, 3]))) == [3, 2, 2, 2]


def test_if_the_bonus_falls_short_some_shareholders_receive_nothing() -> None:
    assert paid(four_shareholders(0)) == [1, 1, 0, 0]


def test_each_card_is_the_top_of_any_deck() -> None:
    table = four_shareholders(0)
    assert len(table.legal()) == 12
    top = table.top("capital 1")
    table.play("draw capital 1")
    assert top is not None
    assert table.in_hand(0, top) == 1
    assert table.position.to_act == 1


def test_only_shareholders_receive_a_payment() -> None:
    table = row().shares(0, 101, 105).shares(1, 102).play("run then position", "run red", "route bremen hanover")
    assert paid(table) == [2, 0, 0, 0]


def test_nobody_receives_more_cards_than_shares_and_the_rest_is_the_initiators() -> None:
    assert list(division(7, vec[i64]([1, 2, 0]))) == [5, 2, 0]
    table = Table(2).lay(13, 501, 1).lay(14, 105, 3).lay(9, 601).shares(1, 101).shares(0, 105)
    table.play("run then position", "run red", "route berlin hanover")
    assert paid(table) == [2, 1]


def test_the_payment_never_exceeds_the_bonus() -> None:
    for bonus in range(12):
        assert sum(division(bonus, vec[i64]([3, 0, 4, 1]))) == bonus


def test_the_payment_ends_when_all_decks_are_empty() -> None:
    table = four_shareholders(0)
    names = ["routes", "through", "terminal", "capital"]
    table.empty(*[f"{name} {stage}" for name in names for stage in (1, 2, 3)])
    deck = table.position.view(None)["table"]["decks"][0]
    assert deck["cards"] == []
    table.state.decks.put(0)
    table.play("draw routes 1")
    assert table.hands() == [1, 0, 0, 0]
    assert "keep position" in table.legal()


def test_changing_position_exchanges_the_cards() -> None:
    table = row().play("run then position", "take position 3")
    assert [int(place) for place in table.state.position] == [2, 1, 0, 3]


def test_a_player_who_had_not_left_still_has_a_turn() -> None:
    table = row().play("run then position", "take position 3")
    assert table.state.active == 2  # now at position 1
    table.play("pass")
    assert table.state.active == 1


def test_a_player_who_had_left_stays_so() -> None:
    table = row().left(0).turn(1).play("run then position", "take position 1")
    assert table.state.active == 2
    assert list(table.state.left) == [1, 1, 0, 0]


def test_changing_to_a_later_position_gives_no_second_turn() -> None:
    table = row().play("run then position", "take position 4", "pass", "pass", "pass")
    assert table.state.round == 2


def test_the_payment_used_the_positions_before_the_change() -> None:
    table = four_shareholders(2)
    assert paid(table) == [0, 0, 1, 1]
    table.play("take position 1")
    assert [int(place) for place in table.state.position] == [2, 1, 0, 3]


def test_route_selection_a_train_turns_round_in_a_terminal_and_uses_the_track_again() -> None:
    """Bremen and Berlin meet in card 8, whose rails both lead south to the terminal on 13."""
    table = Table(2).lay(7, 501, 1).lay(8, 141, 2).lay(9, 603, 1).lay(13, 405)
    table.shares(0, 101, 101, 105, 105).play("run then position", "run red")
    assert table.state.run.length == 4
    assert table.legal() == ["route bremen hanover berlin"]
    assert table.position.view(0)["table"]["run"]["routes"][0]["cells"] == [7, 8, 13, 8, 9]


def test_route_selection_that_is_how_a_game_is_played_unless_the_option_says_no() -> None:
    assert GAME.start(2).options["turn_in_terminals"] is True
    assert GAME.of_version(1).start(2).options["turn_in_terminals"] is False


def test_route_selection_the_companys_own_terminal_may_be_where_the_train_turns() -> None:
    table = Table(2).lay(7, 501, 1).lay(8, 141, 2).lay(9, 603, 1).lay(13, 403)
    table.shares(0, 102, 102, 106, 106).play("run then position", "run blue")
    assert table.legal() == ["route bremen hanover berlin"]


def test_route_selection_a_train_leaves_a_terminal_by_any_of_its_tracks() -> None:
    table = Table(2).lay(12, 501, 1).lay(13, 433, 1).lay(14, 503, 1)
    table.shares(0, 101, 105).play("run then position", "run red")
    assert table.state.run.length == 2
    assert [route["stops"] for route in table.position.view(0)["table"]["run"]["routes"]] == [[12, 13, 14]]


def test_route_selection_no_station_is_approached_twice_and_no_train_turns_elsewhere() -> None:
    table = Table(2).lay(7, 501, 1).lay(8, 105, 2).lay(13, 405)
    table.shares(0, 101, 101, 105, 105, 121).play("run then position", "run red")
    assert table.state.run.length == 2  # not back to Bremen
    table = Table(2).lay(7, 501, 1).lay(8, 141, 2).lay(9, 603, 1).lay(13, 503)
    table.shares(0, 101, 101, 105, 105).play("run then position", "run red")
    assert table.state.run.length == 2  # Hanover is no terminal here


def test_variant_no_train_turns_round_in_a_terminal_or_passes_it() -> None:
    table = Table(2, turn_in_terminals=False).lay(12, 501, 1).lay(13, 433, 1).lay(14, 503, 1)  # the terminal between
    table.shares(0, 101, 105, 121).play("run then position", "run red")
    assert [route["stops"] for route in table.position.view(0)["table"]["run"]["routes"]] == [[12, 13]]
    table = Table(2, turn_in_terminals=False).lay(7, 501, 1).lay(8, 141, 2).lay(9, 603, 1).lay(13, 405)
    table.shares(0, 101, 101, 105, 105).play("run then position", "run red")
    assert table.state.run.length == 2
    assert table.legal() == ["route bremen hanover"]


def test_a_run_with_more_than_a_thousand_routes_to_choose_from_is_offered_and_drawn() -> None:
    """No game comes near it: every cell expanded, and every share of the company issued."""
    table = Table(4).lay_all("full 39")
    table.state.shares.issued[0] = 17
    for seat in range(4):
        table.state.shares.held[seat * COMPANIES] = 4
    table.play("run then position", "run red")
    view = table.position.view(0)
    moves = [offer["move"] for offer in view["moves"]]
    assert len(moves) == len(set(moves)) == 1272
    assert sorted(moves) == sorted(route["move"] for route in view["table"]["run"]["routes"])
    assert len({offer["label"] for offer in view["moves"]}) == 1272
    board = table.position.svg(0)
    assert board.count('<g class="run-line-x1"') == 1272
    assert board.count('id="pay-') == len({stop for route in view["table"]["run"]["routes"] for stop in route["stops"]})
    assert len(board) < 5_000_000


@pytest.mark.parametrize("turning", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_search_finds_what_plain_counting_of_all_routes_finds(seed: int, turning: bool) -> None:
    """Every route of a random late network, counted without any of the search's shortcuts."""
    state = GAME.begin(4, {"length": "long", "turn_in_terminals": turning})
    rng = Seed(f"late {seed}").at(0)
    assert isinstance(state, Express)
    settle(state, rng)
    while state.to_act != OVER and state.network.expanded < 22:
        moves = state.legal()
        state.play(moves[rng.below(len(moves))])
    for company in range(6):
        for reach in (2, 5, 8):
            search = Routes(state.network, company, reach)
            length = int(search.longest())
            found = sorted(int(stations) for stations in search.routes()) if length else []
            assert (length, found) == longest_routes(state.network, company, reach, turning)
            assert all(len(search.path(stations, length)) == length + 1 for stations in found)
            assert search.can_run() == (length > 0)
