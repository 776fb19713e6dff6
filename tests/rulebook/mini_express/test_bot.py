"""The AI Bot: its set-up, its turn, its difficulties, and the variants in its hands."""

import itertools
from pathlib import Path
from typing import Literal

import pytest

import branchline
from branchline.games.mini_express import automaton, codes, golden_spike
from branchline.games.mini_express.components import COMPANIES
from tests.rulebook.mini_express.table import Sit, parts_of, state_of

Level = Literal["easy", "normal", "hard", "expert", "nightmare"]
LEVELS = ("easy", "normal", "hard", "expert", "nightmare")


def solo(level: Level = "easy", seed: int = 1) -> branchline.Position:
    pos = branchline.game("mini-express").start(seats=1, seed=seed, difficulty=level)
    return pos.play("pick brown").play("pick gray")


def test_solo_set_up_five_shares_two_aside_and_two_different_ones_for_you() -> None:
    pos = branchline.game("mini-express").start(seats=1, seed=1)
    assert list(state_of(pos).assets.shares) == [5] * 4
    assert list(state_of(pos).draft.aside) == [2] * 4
    pos.play("pick brown")
    assert "pick brown" not in pos.legal()


@pytest.mark.parametrize("level", LEVELS)
def test_the_bot_starts_with_two_tiles_worth_of_shares(level: Level) -> None:
    state = state_of(solo(level))
    assert state.shares_of(1) == (4 if level in ("hard", "expert", "nightmare") else 2)
    assert list(state.assets.shares) == [5] * 4  # they come from the box
    assert list(state.assets.length) == [0] * 4
    assert {int(n) for n in list(state.influence)[4:]} == ({2} if level == "nightmare" else {1})


def test_page_10_bot_setup_iv_the_box_never_falls_below_0() -> None:
    """Hard takes two shares a tile: every two tiles, whatever you have picked, find them in the box."""
    game = branchline.game("mini-express")
    for picks in itertools.combinations(COMPANIES, 2):
        pos = game.start(seats=1, seed=1, difficulty="hard")
        for company in picks:
            pos.push(pos.codes()[f"pick {company}"])
        for first in pos.state.legal():
            once = state_of(pos).copy()
            once.play(first)
            for second in once.legal():
                twice = once.copy()
                twice.play(second)
                assert min(twice.assets.in_box) >= 0
                assert twice.shares_of(1) == 4
                assert max(list(twice.held)[4:]) == 2  # two companies


def test_page_11_every_tile_selects_another_company() -> None:
    game = branchline.game("mini-express")
    assert sorted(parts_of(game).bot_tiles) == [(company, city) for company in (1, 2, 3) for city in (1, 2, 3, 4)]
    old = game.of_version(1)
    assert sorted(parts_of(old).bot_tiles) == [(company, city) for company in (1, 2, 3, 4) for city in (1, 2, 3)]


def test_a_pack_with_a_tile_that_selects_the_same_company_is_refused(tmp_path: Path) -> None:
    pack = tmp_path / "own.toml"
    own = branchline.game("mini-express").pack.read_text("utf-8")
    pack.write_text(own.replace("company = 3, city = 4", "company = 4, city = 4"), "utf-8")
    with pytest.raises(branchline.Refused, match="4 steps lead to the same company"):
        branchline.game("mini-express", pack).start(1)


def test_page_10_bot_setup_ii_kiev_is_the_uppermost_city_of_the_far_right_column() -> None:
    for name, first in (("usa", "Augusta"), ("europe", "Kiev")):
        made = parts_of(branchline.game("mini-express")).maps[name]
        far_right = max(q for q, _ in made.cells)
        column = [city for city in made.cities if city.at[0] == far_right]
        assert min(column, key=lambda city: city.at[1]).name == made.cities[0].name == first


def test_refresh_tiles_stay_out_of_the_starting_draw() -> None:
    pos = branchline.game("mini-express").start(seats=1, seed=1)
    pos.push(pos.codes()["pick brown"])
    pos.push(pos.codes()["pick gray"])
    texts = [pos.game.text(pos.state, int(code)) for code in pos.state.legal()]
    assert "tile refresh" not in texts
    assert len(texts) == 12


def test_refresh_brings_every_tile_back(table: Sit) -> None:
    t = table(1)
    t.state.place_in_round = 1
    t.state.await_turn()
    for _ in range(3):
        t.state.bot.bag[_] = 0
    t.pos.push(codes.TILE + 12)
    assert list(t.state.bot.bag) == [1] * 12 + [2]
    assert t.state.phase == codes.BOT_TILE  # and another one is drawn


def test_the_target_stays_at_the_last_city(table: Sit) -> None:
    t = table(1)
    t.state.bot.target = t.city("Portland")
    t.bot_draws(1, 3)
    assert t.state.bot.target == t.city("San Francisco")
    t.bot_draws(1, 1)
    assert t.state.bot.target == t.city("San Francisco")


def test_the_first_move_of_the_target_is_to_city_1(table: Sit) -> None:
    t = table(1)
    t.state.bot.target = -1
    t.bot_draws(1, 1)
    assert t.state.bot.target == t.city("Augusta")


def test_a_company_without_shares_makes_the_bot_draw_again_for_the_company_only(table: Sit) -> None:
    t = table(1)
    t.state.bot.chosen = 0
    t.state.bot.target = 0
    t.tracks(gray=1)
    t.shares(gray=0)
    t.bot_draws(1, 1)
    assert t.state.phase == codes.BOT_TILE_AGAIN
    target = t.state.bot.target
    t.pos.push(codes.TILE + t.game.parts.bot_tiles.index((1, 3)))
    assert t.state.bot.chosen == COMPANIES.index("orange")
    assert t.state.bot.target == target
    assert t.bot_acts().startswith("build orange")


def test_a_company_without_destination_makes_the_bot_draw_again(table: Sit) -> None:
    t = table(1)
    t.no_tile(*t.game.cities(t.state))
    t.tracks(white=2)
    t.state.bot.chosen = 0
    t.bot_draws(1, 1)
    assert t.state.phase == codes.BOT_TILE_AGAIN


def test_the_bot_passes_when_no_company_can_act(table: Sit) -> None:
    t = table(1)
    t.no_tile(*t.game.cities(t.state))
    t.bot_draws(1, 1)
    assert t.bot_acts() == "pass"


def test_the_game_ends_when_neither_you_nor_the_bot_can_act(table: Sit) -> None:
    t = table(1)
    t.no_tile(*t.game.cities(t.state))
    t.tracks(**dict.fromkeys(COMPANIES, 5))
    t.pos.push(t.pos.codes()["pass"])
    assert not t.pos.over
    t.bot_draws(1, 1)
    assert t.bot_acts() == "pass"
    assert t.pos.over


def test_the_bot_goes_on_alone_while_you_can_do_nothing(table: Sit) -> None:
    t = table(1)
    t.no_tile(*t.game.cities(t.state))
    t.tracks(brown=5, gray=5, orange=5, white=2)
    assert t.pos.legal() == ["pass"]
    t.pos.play("pass")
    assert t.of(t.state.held, "white", seat=1) == 1
    assert t.pos.to_act == 0


def test_the_bot_pays_no_influence_even_with_two_trains(table: Sit) -> None:
    t = table(1)
    t.tracks(gray=2)
    t.state.bot.chosen = 0
    t.bot_draws(1, 1)
    assert t.bot_acts() == "share gray"
    assert t.of(t.state.influence, "gray", seat=1) == 1
    assert t.of(t.state.assets.tracks, "gray") == 5


def test_of_equal_cities_the_bot_takes_the_highest_index(table: Sit) -> None:
    """Louisville and Memphis: as far from the target, as many trains, nobody there."""
    t = table(1)
    t.track("gray", (6, -2), "Atlanta")
    land = t.state.land
    towns = [t.city("Louisville"), t.city("Memphis")]
    target = next(
        city
        for city in range(land.cities)
        if land.away[city * land.hexes + land.city_hex[towns[0]]]
        == land.away[city * land.hexes + land.city_hex[towns[1]]]
    )
    chosen = automaton.choose_city(t.state.rails, 2 ** towns[0] | 2 ** towns[1], 1, target)
    assert t.state.rails.distance(1, towns[0]) == t.state.rails.distance(1, towns[1])
    assert chosen == max(towns)


def test_fewer_trains_come_before_more_companies(table: Sit) -> None:
    t = table(1)
    t.track("gray", (6, -2), "Atlanta", (5, -3))
    t.track("brown", "Memphis")
    land = t.state.land
    louisville, memphis = t.city("Louisville"), t.city("Memphis")
    target = next(
        city
        for city in range(land.cities)
        if land.away[city * land.hexes + land.city_hex[louisville]]
        == land.away[city * land.hexes + land.city_hex[memphis]]
    )
    chosen = automaton.choose_city(t.state.rails, 2**louisville | 2**memphis, 1, target)
    assert chosen == louisville  # 1 train instead of 2


def test_a_purple_tile_gives_the_bot_influence_in_all_four(table: Sit) -> None:
    t = table(1)
    t.track("gray", (7, -3))
    t.no_tile(*(city for city in t.game.cities(t.state) if city not in ("Richmond", "San Francisco")))
    t.demand("Richmond", "white", "purple")
    t.state.bot.chosen = 0
    t.tracks(gray=3)
    t.bot_draws(1, 1)
    assert t.bot_acts() == "build gray richmond"
    assert [t.of(t.state.influence, c, seat=1) for c in COMPANIES] == [2] * 4


@pytest.mark.parametrize(("level", "trains"), [("easy", 5), ("normal", 3), ("nightmare", 3)])
def test_normal_a_share_of_the_bot_fills_tracks_to_three(table: Sit, level: str, trains: int) -> None:
    t = table(1, difficulty=level)
    t.tracks(gray=2)
    t.state.bot.chosen = 0
    t.bot_draws(1, 1)
    t.bot_acts()
    assert t.of(t.state.assets.tracks, "gray") == trains


@pytest.mark.parametrize(("level", "before", "after"), [("easy", 2, 3), ("normal", 2, 2), ("normal", 1, 2)])
def test_normal_no_compensation_with_two_trains(table: Sit, level: str, before: int, after: int) -> None:
    t = table(1, difficulty=level)
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.no_tile(*(city for city in t.game.cities(t.state) if city not in ("Atlanta", "San Francisco")))
    t.tracks(gray=3, brown=before)
    t.state.bot.chosen = 0
    t.bot_draws(1, 1)
    assert t.bot_acts() == "build gray atlanta"
    assert t.of(t.state.assets.tracks, "brown") == after
    told = [step["text"] for step in t.pos.log()[-1]["steps"]]
    assert ("No compensation for Brown with 2 trains or more in Tracks." in told) == (before == after)


def test_normal_a_player_still_pays_compensation(table: Sit) -> None:
    t = table(1, difficulty="normal")
    t.track("gray", (6, -2))
    t.track("brown", "Atlanta")
    t.tracks(gray=3, brown=2)
    t.demand("Atlanta", "gray", "white")
    t.pos.push(t.pos.codes()["build gray atlanta"])
    assert t.of(t.state.assets.tracks, "brown") == 3


@pytest.mark.parametrize(("level", "influence"), [("hard", 1), ("expert", 2), ("nightmare", 3)])
def test_expert_a_share_brings_the_bot_influence(table: Sit, level: str, influence: int) -> None:
    t = table(1, difficulty=level)
    t.tracks(gray=0)
    t.state.bot.chosen = 0
    t.bot_draws(1, 1)
    t.bot_acts()
    assert t.of(t.state.influence, "gray", seat=1) == influence


def test_solo_scores_second_and_other_and_a_tie_is_the_bots(table: Sit) -> None:
    t = table(1)
    t.length(gray=7)
    t.holds(0, gray=1)
    t.holds(1, gray=1)
    assert t.pos.scores() == [5, 5]
    assert list(t.state.winners()) == [1]
    t.holds(1, gray=1, white=1)  # worth nothing: White has no length
    assert t.pos.scores() == [5, 5]
    assert list(t.state.winners()) == [1]  # fewer shares do not help
    t.influence(0, gray=2)
    assert t.pos.scores() == [5, 3]
    assert list(t.state.winners()) == [0]


def test_solo_the_bot_has_the_last_turn(table: Sit) -> None:
    t = table(1)
    t.shares(brown=0, gray=1)
    t.tracks(gray=0)
    t.pos.push(t.pos.codes()["share gray"])
    assert t.state.ending
    assert not t.pos.over
    t.pos.settle()
    assert t.pos.over


def test_two_players_the_bot_gets_what_nobody_chose() -> None:
    pos = branchline.game("mini-express").start(seats=2, seed=1)
    for company in ("brown", "brown", "gray", "orange"):
        pos.play(f"pick {company}")
    held = [int(n) for n in list(state_of(pos).held)[8:]]
    assert held == [0, 1, 1, 2]
    assert list(state_of(pos).assets.length) == [0] * 4
    assert list(state_of(pos).assets.shares) == [6] * 4


def test_two_players_the_bot_comes_last_and_scores_as_a_third(table: Sit) -> None:
    t = table(2)
    assert [int(t.state.seat_at(place)) for place in range(3)] == [0, 1, 2]
    t.length(gray=7)
    for seat, points in enumerate((3, 2, 1)):
        t.influence(seat, gray=points)
    assert [int(t.state.worth(seat, 1)) for seat in range(3)] == [7, 5, 3]


def test_the_bots_turn_is_told_in_steps_with_their_rules(table: Sit) -> None:
    pos = solo(seed=3)
    while not any(line["steps"] for line in pos.log()):
        pos.play(pos.legal()[0])
    steps = next(line["steps"] for line in pos.log() if line["steps"])
    assert [step["rule"] for step in steps][:3] == ["mini-express 9.1", "mini-express 9.1", "mini-express 9.2"]
    sections = {section.number for section in pos.game.rules}
    for line in pos.log():
        for step in line["steps"]:
            assert step["rule"].split()[1] in sections


def test_the_bot_opens_the_harbor_nearest_to_its_target(table: Sit) -> None:
    t = table(1, map="europe", harbor=True)
    t.track("gray", "Rome", (3, -2))
    t.no_tile(*(city for city in t.game.cities(t.state) if city not in ("Venice", "Istanbul")))
    t.demand("Venice", "white", "purple")
    t.state.bot.chosen = 0
    t.state.bot.target = t.city("Minsk")
    t.tracks(gray=3)
    t.bot_draws(1, 1)
    assert t.state.bot.target == t.city("Istanbul")
    supply = t.of(t.state.assets.supply, "white")
    assert t.bot_acts() == "build gray venice"
    assert t.map.harbors[0].at in t.cells("white")  # Varna lies beside Istanbul
    assert t.of(t.state.assets.supply, "white") == supply - 1


def test_of_equally_near_harbors_the_bot_takes_the_last_in_the_order_of_columns(table: Sit) -> None:
    t = table(1, map="europe", harbor=True)
    land = t.state.land
    ties = 0
    for target in range(land.cities):
        away = [int(land.away[target * land.hexes + hex]) for hex in land.harbor_hex]
        nearest = [harbor for harbor, far in enumerate(away) if far == min(away)]
        ties += len(nearest) > 1
        assert automaton.choose_harbor(land, 31, target) == max(nearest, key=lambda harbor: land.harbor_hex[harbor])
    assert ties > 0


def test_the_bot_makes_the_company_it_has_most_of_the_west_side(table: Sit) -> None:
    t = table(1, golden_spike=True)
    t.state.bot.chosen = COMPANIES.index("brown")
    t.holds(1, gray=1, white=1)
    t.holds(0, gray=2, white=1)
    chosen = golden_spike.bots_choice(t.state, 2**1 | 2**2 | 2**3)
    assert COMPANIES[chosen] == "white"  # as many as of Gray, but fewer in your hands
    t.holds(0, white=2)
    assert COMPANIES[golden_spike.bots_choice(t.state, 2**1 | 2**2 | 2**3)] == "gray"  # then the first its marker meets
