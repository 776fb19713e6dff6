"""Rules-lawyer cases of the published edition: empty supplies, ties, last turns, two triggers at once."""

import itertools
from pathlib import Path
from typing import Any

import pytest

import branchline
from branchline.games.mini_express import codes
from branchline.games.mini_express.box import NOBODY
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.game import MiniExpressGame
from branchline.kernel.state import State
from branchline.position import Position
from tests.rulebook.mini_express.table import Sit, state_of, why_not

# -- 1 set-up --------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "aside"), [(3, 2), (4, 3), (5, 3)])
def test_six_shares_a_company_and_the_starting_shares_beside(seats: int, aside: int) -> None:
    state = state_of(branchline.game("mini-express").start(seats=seats, seed=1))
    assert list(state.assets.shares) == [6] * 4
    assert list(state.draft.aside) == [aside] * 4
    assert list(state.assets.tracks) == [4] * 4
    assert list(state.assets.supply) == [20] * 4


@pytest.mark.parametrize(
    ("map", "starts"),
    [
        ("usa", {"orange": "Erie", "brown": "Baltimore", "gray": "Wilmington", "white": "Tallahassee"}),
        ("europe", {"orange": "Copenhagen", "brown": "Madrid", "gray": "Rome", "white": "Warsaw"}),
    ],
)
def test_one_train_of_each_company_on_its_starting_hex_and_no_tile_there(
    table: Sit, map: str, starts: dict[str, Any]
) -> None:
    t = table(3, map=map)
    for company, start in starts.items():
        assert t.cells(company) == {t.map.cells[t.hex(start)]}
        assert start not in t.game.cities(t.state)
    assert bin(t.state.demand.tiled).count("1") == 32
    assert {int(n) for n in t.state.influence} == {1}


def test_the_draft_goes_round_and_comes_back() -> None:
    pos = branchline.game("mini-express").start(seats=4, seed=1)
    seats = []
    while pos.state.round == 0:
        assert pos.to_act is not None
        seats.append(pos.to_act)
        pos.play(pos.legal()[0])
    first = seats[0]
    clockwise = [(first + k) % 4 for k in range(4)]
    assert seats == clockwise + clockwise[::-1]
    assert pos.to_act == first


def test_the_second_starting_share_is_of_another_company_and_makes_no_pair_twice() -> None:
    pos = branchline.game("mini-express").start(seats=4, seed=1)
    for company in ("brown", "brown", "gray", "gray"):
        pos.play(f"pick {company}")
    pos.play("pick brown")
    assert why_not(pos, "pick gray").reason == "You hold a Gray share already: the second one is of another company."
    assert why_not(pos, "pick brown").reason == "No starting share of Brown is left."
    pos.play("pick orange")
    pos.play("pick white")
    assert why_not(pos, "pick white").reason == (
        "Another player holds Brown and White already, and no two start with the same pair."
    )


def everybody_is_served(state: State, picks: int = 0) -> bool:
    """Whether every way of going on leaves everybody a share. Companies are alike: one first pick is enough."""
    if state.round > 0 or state.to_act < 0:
        return True
    moves = list(state.legal())[: 1 if picks == 0 else None]
    for move in moves:
        after = state.copy()
        after.play(move)
        if not everybody_is_served(after, picks + 1):
            return False
    return len(moves) > 0


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nobody_is_left_without_a_second_starting_share(seats: int) -> None:
    assert everybody_is_served(branchline.game("mini-express").start(seats=seats, seed=1).state)


@pytest.mark.parametrize(("seats", "steps"), [(3, 2), (4, 1), (5, 2)])
def test_starting_shares_left_over_lengthen_their_company(seats: int, steps: int) -> None:
    pos = branchline.game("mini-express").start(seats=seats, seed=4)
    while pos.state.round == 0:
        left = [int(n) for n in state_of(pos).draft.aside]
        move = pos.legal()[-1]
        left[COMPANIES.index(move.split()[1])] -= 1
        pos.play(move)
    assert [int(n) for n in state_of(pos).assets.length] == [steps * n for n in left]


# -- 2 and 3: shares and depletion -------------------------------------------------------------


def test_a_share_without_trains_in_tracks_is_free_even_at_no_influence(table: Sit) -> None:
    t = table(3)
    t.tracks(white=0)
    t.influence(0, white=0)
    t.pos.play("share white")
    assert t.of(t.state.influence, "white") == 0
    assert t.of(t.state.assets.tracks, "white") == 3


def test_too_little_influence_for_a_share(table: Sit) -> None:
    t = table(3)
    refused = t.why_not("share white")
    assert refused.rule == "mini-express 3.2"
    assert refused.reason == "4 trains lie in White's Tracks, so a share costs 4 influence, and you have 1."


def test_the_refill_stops_at_five_and_at_the_supply(table: Sit) -> None:
    t = table(3)
    t.tracks(brown=4, gray=0)
    t.influence(0, brown=4)
    t.pos.play("share brown")
    assert t.of(t.state.assets.tracks, "brown") == 5
    t.supply(gray=2)
    t.influence(1, gray=0)
    t.pos.play("share gray")
    assert t.of(t.state.assets.tracks, "gray") == 2


def test_an_empty_supply_depletes_at_once_and_the_shares_go(table: Sit) -> None:
    t = table(3)
    t.tracks(gray=0)
    t.supply(gray=3)
    t.pos.play("share gray")
    assert t.of(t.state.assets.shares, "gray") == 0
    assert t.of(t.state.held, "gray") == 1
    assert t.why_not("share gray").reason == "Gray is depleted: no share of it is left to take."
    assert t.builds("gray")  # its trains in Tracks still build


def test_compensation_can_deplete_too(table: Sit) -> None:
    t = table(3)
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.supply(brown=1)
    t.tracks(brown=0)
    t.demand("Atlanta", "gray", "white")
    t.pos.play("build gray atlanta")
    assert t.of(t.state.assets.supply, "brown") == 0
    assert t.of(t.state.assets.shares, "brown") == 0


def test_no_compensation_above_five_trains(table: Sit) -> None:
    t = table(3)
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.tracks(brown=5)
    supply = t.of(t.state.assets.supply, "brown")
    t.pos.play("build gray atlanta")
    assert (t.of(t.state.assets.tracks, "brown"), t.of(t.state.assets.supply, "brown")) == (5, supply)


def test_passing_is_refused_while_there_is_an_action(table: Sit) -> None:
    assert table(3).why_not("pass").rule == "mini-express 2.2"


def test_when_nobody_can_act_the_game_ends(table: Sit) -> None:
    t = table(3)
    for seat in range(3):
        t.influence(seat, brown=0, gray=0, orange=0, white=0)
    t.no_tile(*t.game.cities(t.state))
    for _ in range(3):
        assert t.pos.legal() == ["pass"]
        t.pos.play("pass")
    assert t.pos.over


# -- 4 building --------------------------------------------------------------------------------


def test_a_city_with_own_track_is_no_new_market(table: Sit) -> None:
    t = table(3)
    t.track("gray", "Atlanta")
    assert t.why_not("build gray atlanta").reason == "Atlanta has Gray track already: it is no new market for Gray."


def test_too_few_trains_for_the_distance(table: Sit) -> None:
    t = table(3)
    t.track("gray", "Atlanta")
    t.tracks(gray=2)
    assert t.why_not("build gray detroit").reason == "Detroit takes 3 trains, and Gray has 2 trains in Tracks."


def test_a_starting_hex_is_closed_to_the_others(table: Sit) -> None:
    refused = table(3).why_not("build gray erie")
    assert refused.reason == "Erie is the start of Orange and no destination."


def test_no_route_passes_through_a_city_or_a_starting_hex(table: Sit) -> None:
    t = table(3)
    towns = {city.at for city in t.map.cities} | {start.at for start in t.map.starts}
    for company, city in itertools.product(COMPANIES, t.game.cities(t.state)):
        if t.state.rails.reach[COMPANIES.index(company) * 6 + 5] & 2 ** t.city(city):
            for route in t.routes(company, city):
                assert not towns & set(route[:-1])


def test_length_stops_at_15_and_building_goes_on(table: Sit) -> None:
    t = table(3)
    t.track("gray", "Atlanta")
    t.length(gray=14)
    t.pos.play("build gray detroit")
    t.pos.play(t.pos.legal()[0])
    assert t.of(t.state.assets.length, "gray") == 15


def test_a_double_tile_gives_two_influence(table: Sit) -> None:
    t = table(3)
    t.track("gray", (7, -3))
    t.demand("Richmond", "white", "white")
    t.pos.play("build gray richmond")
    assert t.of(t.state.influence, "white") == 3
    assert t.of(t.state.assets.length, "gray") == 0  # next door: no length


def test_purple_gives_one_and_one_elsewhere(table: Sit) -> None:
    t = table(3)
    t.track("gray", (7, -3))
    t.demand("Richmond", "white", "purple")
    t.pos.play("build gray richmond")
    assert t.pos.legal() == ["gain brown", "gain gray", "gain orange"]
    assert t.why_not("gain white").rule == "mini-express 4.7"
    t.pos.play("gain gray")
    assert [t.of(t.state.influence, c) for c in COMPANIES] == [1, 2, 1, 2]
    assert t.pos.to_act == 1


def test_first_game_every_city_holds_two(table: Sit) -> None:
    t = table(3, first_game=True)
    assert set(t.state.land.capacity) == {2}
    spike = table(3, first_game=True, golden_spike=True)
    assert spike.state.land.capacity[spike.city("San Francisco")] == 3


# -- 5 the end ---------------------------------------------------------------------------------


def test_the_round_is_finished_after_two_depletions(table: Sit) -> None:
    t = table(3)
    t.shares(brown=0, gray=1)
    t.tracks(gray=0)
    t.pos.play("share gray")
    assert t.state.ending
    for seat in (1, 2):
        assert t.pos.to_act == seat
        t.tracks(orange=0)
        t.pos.play("share orange")
    assert t.pos.over


def test_the_last_player_of_the_round_ends_it_at_once(table: Sit) -> None:
    t = table(3)
    t.turn_of(2)
    t.shares(brown=0, gray=1)
    t.tracks(gray=0)
    t.pos.play("share gray")
    assert t.pos.over


def test_two_depletions_in_one_turn_are_one_trigger(table: Sit) -> None:
    """A build whose compensation empties two supplies, by the last player of the round."""
    t = table(3)
    t.turn_of(2)
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.track("white", "Atlanta")
    t.supply(brown=1, white=1)
    t.demand("Atlanta", "gray", "orange")
    t.pos.play("build gray atlanta")
    assert t.state.exhausted() == 2
    assert t.pos.over


def test_a_tie_for_first_leaves_no_second(table: Sit) -> None:
    t = table(4)
    t.length(gray=7)
    for seat, points in enumerate((5, 5, 4, 0)):
        t.influence(seat, gray=points)
    assert [int(t.state.worth(seat, 1)) for seat in range(4)] == [7, 7, 3, 0]


def test_behind_one_first_all_tied_are_second(table: Sit) -> None:
    t = table(4)
    t.length(gray=7)
    for seat, points in enumerate((6, 5, 5, 1)):
        t.influence(seat, gray=points)
    assert [int(t.state.worth(seat, 1)) for seat in range(4)] == [7, 5, 5, 3]


def test_ties_go_to_fewer_shares_then_to_the_earlier_player(table: Sit) -> None:
    t = table(3)
    t.length(gray=6, white=2)  # 6 for a 1st in Gray, 3 for a 1st in White
    t.state.start = 1
    t.holds(0, gray=1)
    t.holds(1, white=2)
    assert t.pos.scores()[:2] == [6, 6]
    assert list(t.state.winners()) == [0]
    t.holds(2, gray=1)
    assert list(t.state.winners()) == [2]  # seat 2 plays before seat 0


# -- 6 expert ----------------------------------------------------------------------------------


def test_expert_draft_two_and_split(table: Sit) -> None:
    pos = branchline.game("mini-express").start(seats=2, seed=1, mode="expert")
    first = pos.to_act
    assert first is not None
    pos.play("pick orange").play("split gray")
    assert pos.to_act == 1 - first
    assert pos.legal() == ["pick brown", "pick white"]
    pos.play("pick white")
    held = [[int(state_of(pos).held[s * 4 + c]) for c in range(4)] for s in (first, 1 - first)]
    assert held == [[1, 1, 2, 0], [1, 1, 0, 2]]
    assert pos.to_act == first


def test_expert_first_turn_has_one_action_then_two(table: Sit) -> None:
    pos = branchline.game("mini-express").start(seats=2, seed=1, mode="expert")
    for move in ("pick orange", "split gray", "pick white"):
        pos.play(move)
    first = pos.to_act
    assert first is not None
    while pos.to_act == first:
        pos.play(pos.legal()[0])
    turn = pos.state.turn
    pos.play(next(move for move in pos.legal() if move.startswith("build")))
    while state_of(pos).phase != codes.ACTION:
        pos.play(pos.legal()[0])
    assert pos.state.turn == turn
    assert pos.to_act == 1 - first


def test_expert_second_action_is_for_another_company(table: Sit) -> None:
    t = table(2, mode="expert")
    t.tracks(gray=0)
    t.pos.play("share gray")
    refused = t.why_not("share gray")
    assert refused.reason == "Your first action was for Gray: the second is for another company."


def test_expert_second_action_must_not_deplete(table: Sit) -> None:
    t = table(2, mode="expert")
    t.tracks(gray=0, white=0, orange=0)
    t.shares(white=1)
    t.supply(orange=3)
    t.pos.play("share gray")
    assert t.why_not("share white").rule == "mini-express 6.3"  # the last share
    assert t.why_not("share orange").rule == "mini-express 6.3"  # the last trains


def test_expert_second_build_avoids_a_route_that_depletes(table: Sit) -> None:
    t = table(2, mode="expert")
    t.track("gray", "Atlanta")
    t.track("brown", (5, -3))
    t.supply(brown=1)
    t.tracks(white=0, brown=4)
    t.pos.play("share white")
    t.pos.play("build gray louisville")
    assert t.pos.legal() == ["via 4,-2"]  # the other one, 5,-3, would empty Brown's supply


@pytest.mark.parametrize(
    "options", [{}, {"edition": "prototype"}, {"map": "europe", "harbor": True}, {"golden_spike": True}]
)
def test_expert_second_actions_are_those_that_can_be_done_without_an_end(options: dict[str, Any]) -> None:
    met = 0
    for seed in range(12):
        pos = branchline.game("mini-express").start(seats=2, seed=seed, mode="expert", **options)
        player = branchline.player("random", seed=seed)
        while not pos.over:
            state = state_of(pos)
            if state.phase == codes.ACTION and state.acted != NOBODY:
                for move in pos.legal():
                    met += 1
                    assert not ends(pos, move), (seed, pos.n, move)
            pos.play(player.choose(pos))
    assert met > 500


def ends(pos: Position, move: str) -> bool:
    """Whether an action ends the game, whatever is chosen on the way."""
    after = pos.copy().play(move)
    while not after.over and after.state.turn == pos.state.turn:
        after.play(branchline.player("random", seed=after.n).choose(after))
    return after.over


def test_expert_first_action_may_end_the_game_at_once(table: Sit) -> None:
    t = table(2, mode="expert")
    t.tracks(white=0)
    t.shares(white=1)
    t.pos.play("share white")
    assert t.pos.over


def test_expert_scores_second_and_other(table: Sit) -> None:
    t = table(2, mode="expert")
    t.length(gray=7, white=7)
    t.influence(0, gray=5, white=3)
    t.influence(1, gray=2, white=3)
    assert [int(t.state.worth(s, 1)) for s in (0, 1)] == [5, 3]
    assert [int(t.state.worth(s, 3)) for s in (0, 1)] == [5, 5]


# -- options and packs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "options", "rule"),
    [
        (4, {"map": "usa", "harbor": True}, "mini-express 8.1"),
        (4, {"map": "europe", "golden_spike": True}, "mini-express 7.1"),
        (4, {"difficulty": "hard"}, "mini-express 10.4"),
        (2, {"mode": "expert", "difficulty": "hard"}, "mini-express 10.4"),
        (6, {}, "mini-express 1"),
        (3, {"mode": "expert"}, "mini-express 1.1"),
        (1, {"edition": "prototype"}, "mini-express 12.1"),
        (4, {"asset_shares": 5}, "mini-express 11.1"),
        (4, {"west_coast": True}, "mini-express 13.1"),
        (2, {"mode": "directed"}, "mini-express 12.5"),
    ],
)
def test_options_that_exclude_each_other(seats: int, options: dict[str, Any], rule: str) -> None:
    with pytest.raises(branchline.Refused) as refused:
        branchline.game("mini-express").start(seats=seats, seed=1, **options)
    assert refused.value.rule == rule
    assert refused.value.reason.endswith(".")


@pytest.mark.parametrize(
    ("old", "new", "line_holds", "reason"),
    [
        ('goods = ["gray", "white"], count = 4', 'goods = ["gray", "white"], count = 3', "tiles", "not 31"),
        (
            '{ company = "gray", name = "Wilmington"',
            '# { company = "gray", name = "Wilmington"',
            "starts",
            "no start hex",
        ),
        ('index = 2, name = "Boston"', 'index = 3, name = "Boston"', "Boston", "index says otherwise"),
        ('name = "Augusta", at = [10, -10]', 'name = "Augusta", at = [8, -8]', "Boston", "out of the order of columns"),
        ("at = [8, -3] }", "at = [20, -3] }", "Wilmington", "where there is no hex"),
    ],
)
def test_a_pack_with_a_fault_is_refused_with_its_line(
    tmp_path: Path, old: str, new: str, line_holds: str, reason: str
) -> None:
    text = MiniExpressGame().pack.read_text("utf-8")
    assert text.count(old) == 1
    pack = tmp_path / "mine.toml"
    pack.write_text(text.replace(old, new), "utf-8")
    game = MiniExpressGame(pack)
    with pytest.raises(branchline.Refused) as refused:
        game.start(seats=3, seed=1)
    assert reason in refused.value.reason
    line = int(refused.value.reason.split("line ")[1].split(":")[0])
    assert line_holds in pack.read_text("utf-8").splitlines()[line - 1]


def test_page_9_rows_of_the_chart_that_are_not_wholly_printed_carry_a_star() -> None:
    """Of row 5 the scoring example tells one number of three; pages 9 and 15 tell rows 6 to 12."""
    for version in (1, 2):
        view = MiniExpressGame(version=version).start(seats=3, seed=1).view(0)["table"]
        assert view["chart_reconstructed"] == [0, 1, 2, 3, 4, 5, 13, 14, 15]


def test_a_pack_with_an_unreachable_city_is_refused(tmp_path: Path) -> None:
    text = MiniExpressGame().pack.read_text("utf-8")
    lonely = text.replace(
        "{ q = 7, r = [-7, -6, -5, -4, -3, -2, -1, 0, 1] }", "{ q = 7, r = [-7, -6, -5, -4, -3, -2, -1, 1] }"
    )
    lonely = lonely.replace("{ q = 6, r = [-5, -4, -3, -2, -1, 0] }", "{ q = 6, r = [-5, -4, -3, -2, -1] }")
    assert lonely != text
    pack = tmp_path / "lonely.toml"
    pack.write_text(lonely, "utf-8")
    with pytest.raises(branchline.Refused) as refused:
        MiniExpressGame(pack).start(seats=3, seed=1)
    assert "no track can ever reach Miami" in refused.value.reason
    line = int(refused.value.reason.split("line ")[1].split(":")[0])
    assert "Miami" in lonely.splitlines()[line - 1]
