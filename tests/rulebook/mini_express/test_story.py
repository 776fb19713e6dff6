"""What the log, the Bot and a refusal say: the whole truth, in words that add up."""

import re
from typing import Any

import pytest

from branchline.games.mini_express import board, golden_spike, west_coast
from branchline.games.mini_express.components import COMPANIES
from tests.rulebook.mini_express.table import Sit, Table


def told(t: Any) -> str:
    return str(t.pos.story()[-1])


def steps(t: Any) -> list[tuple[str, str]]:
    return [(step["text"], step["rule"].split()[1]) for step in t.pos.log()[-1]["steps"]]


def only_tiles(t: Any, *cities: str) -> None:
    t.no_tile(*(city for city in t.game.cities(t.state) if city not in cities))


# -- the log -------------------------------------------------------------------------------------


def test_influence_is_called_influence(table: Sit) -> None:
    t = table(3)
    t.track("gray", (7, -3))
    t.demand("Richmond", "brown", "white")
    t.pos.play("build gray richmond")
    assert told(t) == "Seat 1 builds Gray to Richmond. Influence: Brown +1, White +1. Richmond loses its tile."


def test_an_orange_share_has_its_article(table: Sit) -> None:
    t = table(3)
    t.tracks(orange=0, gray=0)
    t.pos.play("share orange").play("share gray")
    assert [line.split(" share")[0] for line in t.pos.story()[-2:]] == ["Seat 1 takes an Orange", "Seat 2 takes a Gray"]


def test_who_has_no_train_does_not_start_in_san_francisco(table: Sit) -> None:
    t = table(3, golden_spike=True)
    t.track("brown", (0, -1))
    t.demand("Omaha", "gray", "white")
    t.supply(brown=0, gray=0)
    t.pos.play("build brown omaha")
    assert "There is no East Side; Orange and White start in San Francisco." in told(t)


def test_the_prototype_says_who_is_out_of_trains(table: Sit) -> None:
    t = table(3, edition="prototype")
    t.supply(gray=0, white=0)
    t.tracks(gray=1, white=0)
    t.track("gray", (7, -3))
    t.demand("Richmond", "gray", "white")
    t.pos.play("build gray richmond")
    assert told(t).endswith("Gray is out of trains. The end is triggered: this round is the last.")


# -- the West Coast ------------------------------------------------------------------------------


@pytest.fixture
def west(table: Sit) -> Table:
    """The West Coast is open, and Gray stands in San Francisco."""
    t = table(3, edition="prototype", west_coast=True)
    t.state.spike.stage = golden_spike.RACING
    t.brown_to_tulsa()
    in_the_west(t, "gray", "San Francisco")
    return t


def in_the_west(t: Any, company: str, *places: Any) -> None:
    for place in places:
        t.state.rails.put(COMPANIES.index(company) + west_coast.WEST, t.hex(place), t.hex(place))


def test_the_penalty_train_is_in_the_log(west: Table) -> None:
    west.tracks(gray=2)
    west.demand("Portland", "brown", "orange")
    west.pos.play("build gray portland from the west")
    assert told(west) == (
        "Seat 1 builds Gray to Portland from the west. 1 train more goes back to the supply as a penalty. "
        "Influence: Brown +1, Orange +1."
    )


def test_a_company_without_a_cube_for_the_bonus_is_named(west: Table) -> None:
    in_the_west(west, "gray", (-8, 2), (-7, 2), (-6, 1), "Salt Lake City")
    west.track("brown", (0, 1), (-1, 1), (-2, 1), (-3, 1), "Denver")
    west.tracks(gray=2)
    west.supply(gray=0)
    west.demand("Denver", "brown", "white")
    west.pos.play("build gray denver from the west")
    assert "The coasts are joined: two steps at the end for Brown (Gray has no cube left)." in told(west)


def test_a_coast_that_was_reached_overland_is_said_never_to_open(table: Sit) -> None:
    t = table(3, edition="prototype", west_coast=True)
    never = "San Francisco was reached overland: the West Coast does not open."
    t.track("gray", "San Francisco")
    assert t.why_not("coast white 1").reason == never
    t.track("brown", (0, 1))
    t.demand("Tulsa", "brown", "gray")
    t.pos.play("build brown tulsa")
    assert told(t).endswith(never)
    assert t.why_not("coast white 1").reason == never
    assert t.pos.view(0)["table"]["spike"]["note"] == never[:-1]


# -- refusals ------------------------------------------------------------------------------------


@pytest.fixture
def second_action(table: Sit) -> Sit:
    """The expert game, with the second of two actions to come."""

    def lay(**options: Any) -> Table:
        t = table(2, mode="expert", **options)
        t.state.actions_left, t.state.acted = 1, COMPANIES.index("white")
        return t

    return lay


def test_a_route_that_would_end_the_game_is_refused_for_that(second_action: Sit) -> None:
    t = second_action()
    t.track("gray", "Wilmington", (7, -2), (6, -2), "Atlanta")
    t.track("brown", (5, -3))
    t.tracks(gray=4, brown=2)
    t.supply(brown=1)
    t.pos.play("build gray detroit")
    assert t.pos.legal() == ["via 6,-3 6,-4"]
    assert "only one of the tied routes" in t.pos.view(0)["prompt"]
    refused = t.why_not("via 5,-3 5,-4")
    assert refused.rule == "mini-express 6.3"
    assert refused.reason == "That route would end the game, which a second action must not do."
    assert t.why_not("via 7,-3").reason == "Only one shortest route to Detroit does not end the game: take that one."


def test_a_west_side_that_would_end_the_game_is_refused_for_that(second_action: Sit) -> None:
    t = second_action(golden_spike=True)
    t.race("brown")
    t.track("orange", "Omaha", (-1, -1), (-2, 0))
    t.demand("Denver", "gray", "white")
    t.tracks(orange=4)
    t.supply(orange=1)
    t.pos.play("build orange denver")
    assert t.pos.legal() == ["west side gray"]
    refused = t.why_not("west side orange")
    assert refused.rule == "mini-express 6.3"
    assert refused.reason == "Orange as the West Side would end the game, which a second action must not do."
    assert t.why_not("west side white").rule == "mini-express 7.4"


def test_a_share_that_would_end_the_game_has_its_article(second_action: Sit) -> None:
    t = second_action()
    t.tracks(orange=0)
    t.shares(orange=1)
    reason = "Taking an Orange share would end the game, which a second action must not do."
    assert t.why_not("share orange").reason == reason


def test_one_train_is_one_train(table: Sit) -> None:
    t = table(3)
    t.track("brown", (7, -3))
    t.tracks(brown=0)
    assert t.why_not("build brown richmond").reason == "Richmond takes 1 train, and Brown has 0 trains in Tracks."


def test_a_city_alone_asks_for_the_company_and_a_company_alone_for_the_city(table: Sit) -> None:
    t = table(3)
    assert t.why_not("build salt lake city").reason == "First choose the company that builds to Salt Lake City."
    assert t.why_not("build gray").reason.startswith("Name the city as well: build gray ")
    t.tracks(gray=0)
    assert t.why_not("build gray").reason == "Gray has no train in Tracks to build with."


# -- the Bot -------------------------------------------------------------------------------------


def test_the_bot_says_why_it_opens_that_harbor(table: Sit) -> None:
    t = table(1, map="europe", harbor=True)
    t.track("gray", "Rome", (3, -2))
    only_tiles(t, "Venice", "Istanbul")
    t.demand("Venice", "white", "purple")
    t.state.bot.chosen, t.state.bot.target = 0, t.city("Minsk")
    t.tracks(gray=3)
    t.bot_draws(1, 1)
    t.bot_acts()
    assert ("A harbor for White: Varna is nearest to Istanbul, 1 hex away.", "8.4") in steps(t)
    assert ("A purple tile: the Bot gains influence in all four companies.", "9.7") in steps(t)
    assert told(t).endswith("The harbor Varna is opened for White.")


@pytest.fixture
def last_spike(table: Sit) -> Table:
    """The Bot is about to join the line with Orange, in Denver, where Gray is."""
    t = table(1, golden_spike=True)
    t.race("brown")
    t.track("orange", "Omaha", (-1, -1))
    only_tiles(t, "Denver", "Boston")
    t.tracks(brown=0, gray=0, orange=4, white=0)
    t.state.bot.chosen, t.state.bot.target = 0, t.city("Denver") - 1
    return t


@pytest.mark.parametrize(
    ("held", "reason"),
    [
        ({1: {"gray": 2, "orange": 1}}, "West Side: Gray, not Orange; the Bot has most shares of it, 2."),
        ({0: {"orange": 1}}, "West Side: Gray, not Orange; of equals the players hold fewest of it, 0."),
        ({}, "West Side: Orange, not Gray; of equals the one that its marker is on."),
    ],
)
def test_the_bot_says_why_it_chooses_that_west_side(
    last_spike: Table, held: dict[int, dict[str, int]], reason: str
) -> None:
    for seat, shares in held.items():
        last_spike.holds(seat, **shares)
    last_spike.bot_draws(2, 1)
    assert last_spike.bot_acts() == "build orange denver"
    (why, rule), (driven, _) = steps(last_spike)[-2:]
    assert (why, rule) == (reason, "7.5")
    assert driven.startswith(f"The last spike is driven: the West Side is {reason.split()[2].strip(',')};")


def test_the_steps_of_the_last_spike_are_told_apart_from_the_length_of_the_build(last_spike: Table) -> None:
    t = last_spike
    t.length(orange=3, brown=14)
    t.bot_draws(2, 1)
    t.bot_acts()
    assert "Length +1." in told(t)
    assert "the West Side is Orange; Brown length +1, Orange length +2." in told(t)
    assert [t.of(t.state.assets.length, c) for c in ("orange", "brown")] == [3 + 1 + 2, 15]


def test_compensation_that_lifts_a_company_to_two_is_the_last(table: Sit) -> None:
    """Normal: the Bot crosses Brown twice; the first train brings Brown to two."""
    t = table(1, difficulty="normal")
    t.track("gray", "Wilmington", (7, -2), (6, -2))
    for cell in ((5, -3), (6, -3), "Louisville"):
        t.track("brown", cell)
    only_tiles(t, "Louisville", "San Francisco")
    t.tracks(gray=5, brown=1)
    t.state.bot.chosen = 0
    t.bot_draws(1, 1)
    assert t.bot_acts() == "build gray louisville"
    assert t.of(t.state.assets.tracks, "brown") == 2
    assert ("No further compensation for Brown with 2 trains or more in Tracks.", "10.4") in steps(t)
    assert not any(text.startswith("No compensation") for text, _ in steps(t))


@pytest.mark.parametrize(
    ("level", "trains", "text"),
    [
        ("easy", 2, "3 trains are due in Tracks; the supply gives only 1."),
        ("normal", 1, "2 trains are due in Tracks; the supply gives only 1."),
        ("normal", 2, "Tracks are filled to 3: 1 train from the supply."),
    ],
)
def test_a_short_supply_is_told(table: Sit, level: str, trains: int, text: str) -> None:
    t = table(1, difficulty=level)
    t.tracks(brown=trains)
    t.supply(brown=1)
    t.state.bot.chosen = COMPANIES.index("white")
    t.bot_draws(1, 1)
    t.bot_acts()
    assert text in [step for step, _ in steps(t)]


def test_the_only_city_in_reach_is_told_in_words_and_many_cities_passed_are_counted(table: Sit) -> None:
    t = table(1)
    only_tiles(t, "Boston", "San Francisco")
    t.tracks(orange=3)
    t.state.bot.chosen = 0
    t.bot_draws(2, 2)
    assert t.bot_acts() == "build orange boston"
    texts = [text for text, _ in steps(t)]
    assert "Target: Boston → San Francisco (past 30 cities without a tile)." in texts
    city = next(text for text in texts if text.startswith("Nearest"))
    assert re.fullmatch(
        r"Nearest to San Francisco: Boston \(\d+ away, \d trains?\); it is the only city in reach\.", city
    )


# -- the board -----------------------------------------------------------------------------------


def drawn(t: Any) -> str:
    return str(t.game.board(t.pos.scene(t.pos.to_act)))


def test_the_water_line_is_on_the_map_of_the_west_coast_only(west: Table, table: Sit) -> None:
    told = 'aria-label="Water line: San Francisco and Portland are neighbours"'
    assert told in drawn(west)
    assert told not in drawn(table(3, edition="prototype"))


def test_track_between_the_two_cities_follows_the_water_line(west: Table) -> None:
    ends = [west.map.cities[west.city(name)].at for name in ("San Francisco", "Portland")]
    before = board.lines_of(west.pos.look(0).table).edges["gray"]
    west.pos.play("build gray portland from the west")
    lines = board.lines_of(west.pos.look(0).table)
    (edge,) = [edge for edge in lines.edges["gray"] if edge not in before]
    assert set(edge) == set(ends)
    path = lines.path("gray", [edge])
    off_coast = float(path.split("Q")[1].split()[0])
    assert off_coast < board.centre(ends[0])[0] - board.SIZE
    assert path in drawn(west)


def test_a_route_is_named_in_words_and_its_letter_stands_off_the_cities(leon: Any) -> None:
    leon.pos.play("build gray detroit")
    view = leon.pos.look(0)
    picture = drawn(leon)
    for n, offer in enumerate(view.moves):
        assert f'aria-label="Route {board.route_name(n)}, {offer.label}"' in picture
    stops = board.lines_of(view.table).stops
    ways = [(offer, board.route_cells(view.table, leon.map, offer)) for offer in view.moves]
    spots = [spot for _, spot in board.label_spots(ways, stops)]
    assert len(set(spots)) == len(spots)
    sides = [board.centre(cell) for cell in stops]
    assert all(abs(x - cx) + abs(y - cy) > 34 for x, y in spots for cx, cy in sides)
