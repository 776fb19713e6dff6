"""The log: what happened, told whole, and why the Automa did it."""

from branchline.games.steam_power import codes
from tests.rulebook.steam_power.table import CORNERS, Table

AUTOMA = 1  # one human, so the Automa is the second seat


def told(table: Table, n: int = -1) -> str:
    """A line of the log as seat 0 reads it, the last one unless told, with its effect."""
    return table.pos.story(0)[n]


def why(table: Table) -> list[str]:
    """The steps of the Automa's next move."""
    before, move = table.state.copy(), int(table.state.automaton())
    table.state.play(move)
    line = table.game.tell(before, move, table.state, 0)
    assert line is not None
    return [step.text for step in line.steps]


def no_deck(table: Table) -> Table:
    table.state.contracts.pool = table.state.contracts.deck_left = 0
    return table


# -- 10.3 contracts that are missing ---------------------------------------------------------


def test_a_turn_without_any_contract_is_told_with_its_money() -> None:
    table = no_deck(Table(seats=1, automas=1, money=5)).play("money", "money")
    assert told(table) == "Seat 1 takes $3 from the bank. No contract is left for Automa: it takes $6."
    steps = table.pos.log(0)[-1]["steps"]
    assert [step["rule"] for step in steps] == ["steam-power 10.2", "steam-power 10.3"]
    assert "top right corner" in steps[0]["text"], "the marker moves all the same"


def test_every_automa_without_a_contract_is_told() -> None:
    table = no_deck(Table(seats=1, automas=2, money=5)).play("money", "money")
    assert told(table).endswith(
        "No contract is left for Automa 1: it takes $6. No contract is left for Automa 2: it takes $6."
    )
    corners = [step["text"] for step in table.pos.log(0)[-1]["steps"] if step["rule"].endswith("10.2")]
    assert [next(name for name in CORNERS if name in text) for text in corners] == ["top right", "bottom right"]


def test_a_turn_that_ends_with_one_tile_tells_the_missing_contracts_too() -> None:
    table = no_deck(Table(seats=1, automas=1)).turn_of(0, actions=1).play("begin quincy", "lay f9 e-w", "stop")
    assert told(table) == "Seat 1 leaves it at one tile. No contract is left for Automa: it takes $6."


def test_a_missing_second_contract_is_told_with_the_first() -> None:
    table = no_deck(Table(seats=1, automas=1, money=0)).connect(AUTOMA, "Peoria", "Indianapolis").turns_up("no.38")
    table.state.track.trains[AUTOMA] = table.state.factories.left[AUTOMA] = 0
    table.state.contracts.deck_left, table.state.automas.cards = 0, 1
    assert why(table)[-1] == "No second contract is left for {seat:1}: it takes $3."
    assert table.dollars()[AUTOMA] == 6


def test_a_new_deck_out_of_its_discards_is_told() -> None:
    table = no_deck(Table(seats=1, automas=1))
    table.state.automas.discards[0] = table.state.land.bit[0] | table.state.land.bit[1] | table.state.land.bit[2]
    table.play("money", "money")
    assert "Seat 1 takes $3 from the bank. Automa shuffles its discarded contracts into a new deck." in table.pos.story(
        0
    )


# -- 10.7 broken paths -----------------------------------------------------------------------


def test_coins_that_a_tile_takes_away_are_told() -> None:
    table = Table(seats=1, automas=1).link(AUTOMA, "Des Moines", "d8", "Quincy").link(AUTOMA, "Quincy", "f9", "g9")
    table.coin_path("Gary", "g9", "h9").link(0, "Springfield", "f11", "Peoria").turn_of(0).play("lay g9 e-sw")
    assert told(table) == (
        "Seat 1 lays a curve on g9. Incomplete, open to h9. Automa's coins and incomplete link are removed."
    )


def test_coins_that_can_still_be_followed_are_not_spoken_of() -> None:
    table = Table(seats=1, automas=1).link(AUTOMA, "Des Moines", "d8", "Quincy").link(AUTOMA, "Quincy", "f9", "g9")
    table.coin_path("Gary", "g9", "h9").link(0, "Springfield", "f11", "Peoria").turn_of(0).play("lay g9 sw-ne")
    assert "coins" not in told(table)


# -- 10.4, 10.5, 10.9 why --------------------------------------------------------------------


def network() -> Table:
    return Table(seats=1, automas=1, money=0).link(AUTOMA, "Peoria", "g10", "Indianapolis")


def test_track_in_place_of_a_factory_is_explained() -> None:
    table = network()
    table.state.factories.left[AUTOMA] = 0
    steps = why(table.turns_up("no.40"))
    assert steps[1:3] == [
        "No bonus means: build a factory (our reading).",
        "No factory can be built, so it lays track.",
    ]


def test_a_factory_in_place_of_track_is_explained() -> None:
    table = network()
    table.state.track.trains[AUTOMA] = 0
    steps = why(table.turns_up("no.38"))
    assert steps[1:3] == [
        "The icon Lay Track means: lay track (our reading).",
        "No track can be laid, so it builds a factory.",
    ]


def test_the_icon_is_told_before_the_first_link_too() -> None:
    steps = why(Table(seats=1, automas=1).turns_up("no.38"))
    assert steps[0].startswith("It has no completed link")
    assert steps[1] == "The icon Lay Track means: lay track (our reading)."


def test_a_good_that_names_no_city_is_told() -> None:
    """Black asks for a purple city and there is none; gray comes next."""
    table = network().turns_up("no.29")
    table.state.automas.good = 1
    table.state.phase = codes.AUTOMA_LAYING
    steps = why(table)
    assert steps[0] == "{piece:black} finds no city; the next good counts."
    assert steps[1].startswith("{piece:gray} asks for an unconnected city")


def test_a_good_is_called_least_present_only_among_those_with_a_free_city() -> None:
    table = network().factory(0, "Peoria", 4)
    table.state.track.trains[AUTOMA] = 0
    assert why(table.turns_up("no.38"))[-1].startswith(
        "Of the goods with a free city, {piece:white} is least present (4)"
    )
    table = network()
    table.state.track.trains[AUTOMA] = 0
    assert why(table.turns_up("no.38"))[-1].startswith("{piece:white} is least present (0)")


def test_the_automa_is_named_where_its_turn_begins() -> None:
    table = Table(seats=1, automas=2).play("money", "money")
    first = [line["steps"][0]["text"] for line in table.pos.log(0) if "turns up" in line["text"]]
    assert first[0].startswith("{seat:1}: the marker moves to the top right corner.")
    assert any(text.startswith("{seat:2}: the marker moves to the bottom right corner.") for text in first)


# -- 6.4 sources -----------------------------------------------------------------------------


def test_the_log_names_who_is_paid_for_a_good() -> None:
    table = (
        Table(seats=3)
        .colours(black="Dubuque, Quincy")
        .connect(0, "Peoria", "Indianapolis")
        .connect(1, "Dubuque", "Peoria")
        .connect(2, "Quincy", "Peoria")
        .factory(2, "Dubuque", 5)
        .factory(1, "Quincy", 5)
        .hand(0, "no.29")
        .play("fulfil no.29")
    )
    table.play(next(move for move in table.pos.legal() if move.startswith("take black from dubuque")))
    assert told(table) == "Seat 1 takes black from Dubuque, paying Seat 2 $1 and Seat 3 $1."
