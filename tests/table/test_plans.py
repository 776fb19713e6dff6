"""Moves known in advance: "if nobody buys Red, I buy Red". Nobody else sees them, and they are played or dropped."""

import json

import pytest

from branchline.record import read
from branchline.refusal import Refused
from branchline.table.person import STRANGER, Person
from branchline.table.plans import MOST
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours, Stale
from tests.table.party import ADA, GRACE, first_move, people, play_turn, record_of, somebody, token_of, view_of

pytestmark = pytest.mark.anyio

CLEO = somebody()
EVERYBODY = (ADA, GRACE, CLEO)


@pytest.fixture
async def three(tables: Tables) -> Table:
    """Mini Rails: Ada begins, then Grace, then Cleo."""
    table = await tables.create("mini-rails", people("me Ada", "open", "open"), ADA, seed="seven-seals-1")
    for seat, person, name in ((1, GRACE, "Grace"), (2, CLEO, "Cleo")):
        await tables.join(table.id, token_of(table, ADA, seat), person, name)
    return table


def offers(table: Table, person: Person) -> list[str]:
    return [offer["move"] for offer in view_of(table, person)["view"]["moves"]]


def colour(move: str) -> str:
    return move.split()[1]


async def buy(table: Table, person: Person, move: str) -> None:
    await table.play(person, move, table.n, confirm=True)


async def planned(table: Table, person: Person, *branch: str, when: str = "free") -> None:
    """Grow a branch and keep it."""
    await table.plans.begin(person)
    seat = table.seats.held(person)[0]
    for move in branch:
        await table.play(person, move, table.count(seat))
    await table.plans.keep(person, when)


def two_of(table: Table) -> tuple[str, str, str]:
    """Two ways to buy one company, and one to buy another, as the market lies."""
    buys = [move for move in offers(table, ADA) if move.startswith("buy")]
    twice = next(move for move in buys if sum(colour(other) == colour(move) for other in buys) > 1)
    again = next(move for move in buys if colour(move) == colour(twice) and move != twice)
    other = next(move for move in buys if colour(move) != colour(twice))
    return twice, again, other


async def test_if_nobody_buys_red_i_buy_red(three: Table) -> None:
    red, _, other = two_of(three)
    await planned(three, GRACE, other, red)
    await buy(three, ADA, other)

    assert three.to_act == 2, "Grace's turn was played in the same moment"
    assert f"Played as you planned: {red}." == three.plans.told(1)
    assert read(record_of(three, ADA), lambda _: three.game) == three.position


async def test_there_is_an_end_of_plans_also_while_a_branch_is_grown(three: Table) -> None:
    red, _, other = two_of(three)
    await three.plans.begin(GRACE)
    for _ in range(MOST):
        await three.plans.make(GRACE, three.n, [other, red], "any")
    with pytest.raises(Refused, match="plans enough"):
        await three.plans.make(GRACE, three.n, [other, red], "any")
    assert len(three.plans.of(1)) == MOST


async def test_somebody_buys_red_and_the_plan_is_dropped_with_a_word_to_its_owner(three: Table) -> None:
    red, too, other = two_of(three)
    await planned(three, GRACE, other, red)
    await buy(three, ADA, too)

    assert three.to_act == 1, "another Red is left, but somebody has bought one"
    assert "Ada did it first: buy" in three.plans.told(1)
    assert three.plans.of(1) == []
    assert red in offers(three, GRACE), "she decides by herself"


async def test_whatever_they_do_it_is_played_while_it_can_be_done(three: Table) -> None:
    red, too, other = two_of(three)
    await planned(three, GRACE, other, red, when="any")
    await buy(three, ADA, too)
    assert three.plans.told(1) == f"Played as you planned: {red}."


async def test_a_plan_that_became_illegal_is_dropped(three: Table) -> None:
    red, _, other = two_of(three)
    await planned(three, GRACE, other, red, when="any")
    await buy(three, ADA, red)
    assert three.to_act == 1
    assert three.plans.told(1).startswith(f"Not played as planned. {red}: ")
    assert three.position.events[-1].by == 0


async def test_only_if_they_play_just_as_on_the_branch(three: Table) -> None:
    red, too, other = two_of(three)
    await planned(three, GRACE, other, red, when="exact")
    await planned(three, GRACE, too, other, when="exact")
    await buy(three, ADA, too)
    assert three.plans.told(1) == f"Played as you planned: {other}.", "the second of them"


async def test_one_plan_sets_off_the_next(three: Table) -> None:
    red, too, other = two_of(three)
    n = three.n
    await planned(three, CLEO, other, red, too, when="any")
    await planned(three, GRACE, other, red)
    await buy(three, ADA, other)
    assert [event.by for event in three.position.events[n : n + 3]] == [0, 1, 2]
    assert three.plans.told(2) == f"Played as you planned: {too}."


async def test_nobody_else_sees_a_plan(tables: Tables, three: Table) -> None:
    red, _, other = two_of(three)
    before = {person: everything(three, person) for person in (ADA, CLEO, STRANGER)}
    newest = {seat: three.newest(seat) for seat in (None, 0, 2)}
    with tables.feed.watch(three.id) as watch:
        await three.plans.begin(GRACE)
        assert (await anext(watch)).seat == 1
        await three.play(GRACE, other, three.count(1))
        await three.play(GRACE, red, three.count(1))
        assert {person: everything(three, person) for person in before} == before
        await three.plans.keep(GRACE, "free")
        assert (await anext(watch)).seat == 1
    assert {person: everything(three, person) for person in before} == before
    assert {seat: three.newest(seat) for seat in (None, 0, 2)} == newest
    for person in (ADA, CLEO, STRANGER, somebody()):
        with pytest.raises(Refused):
            await three.plans.drop(person, 0)
    assert len(three.plans.of(1)) == 1


def everything(table: Table, person: Person) -> str:
    sight, eyes = table.sight, table.sight.eyes(person)
    said = [sight.view(eyes), sight.news(eyes, 0), sight.record(eyes), sight.history(eyes, table.n)]
    return json.dumps(said)


async def test_a_branch_is_grown_move_by_move_and_shortened(three: Table) -> None:
    red, _, other = two_of(three)
    await three.plans.begin(GRACE)
    assert set(offers(three, GRACE)) == set(offers(three, ADA)), "what Ada may do"
    with pytest.raises(Stale):
        await three.play(GRACE, other, three.n + 5)
    await three.play(GRACE, other, three.count(1))
    assert view_of(three, GRACE)["n"] == three.n + 1
    assert other not in offers(three, GRACE)
    await three.undo(GRACE, three.count(1))
    await three.plans.suppose_usual(GRACE, three.count(1))
    with pytest.raises(Refused, match="your own turn"):
        await three.plans.suppose_usual(GRACE, three.count(1))
    with pytest.raises(Refused, match="not complete"):
        await three.plans.keep(GRACE, "free")
    await three.plans.drop(GRACE)
    assert three.plans.branch(1) is None
    assert offers(three, GRACE) == []
    assert red in offers(three, ADA), "the table is as it was"


async def test_who_plans_while_the_table_moves_on_begins_anew(three: Table) -> None:
    _, _, other = two_of(three)
    await three.plans.begin(CLEO)
    await three.play(CLEO, other, three.count(2))
    await play_turn(three, ADA)
    assert three.plans.branch(2) is None
    assert "moved on" in three.plans.told(2)


async def test_who_is_to_act_or_only_watches_does_not_plan(three: Table) -> None:
    with pytest.raises(Refused, match="nothing to plan"):
        await three.plans.begin(ADA)
    with pytest.raises(NotYours):
        await three.plans.begin(STRANGER)
    await three.plans.begin(GRACE)
    with pytest.raises(Refused, match="situations"):
        await three.plans.keep(GRACE, "tomorrow")


async def test_plans_survive_a_restart_and_are_played_by_another_server(
    database: str, tables: Tables, three: Table
) -> None:
    red, _, other = two_of(three)
    await planned(three, GRACE, other, red)
    elsewhere = await Tables(database, tables.find).get(three.id)
    await buy(elsewhere, ADA, other)
    await tables.get(three.id)
    assert (three.to_act, three.plans.told(1)) == (2, f"Played as you planned: {red}.")


async def test_in_a_game_with_secrets_a_branch_tells_nothing_of_other_hands(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    await hands.plans.begin(GRACE)
    said = json.dumps(view_of(hands, GRACE)["view"])
    real = {f"card-{card}" for card in hands.position.state.hands[0]}  # type: ignore[attr-defined]
    secrets = set(hands.game.secrets(hands.position.state, 1))
    shown = {secret for secret in secrets if f'"show {secret}"' in said}
    assert shown != real, "what Ada may have was dealt anew"


# -- asked at the same time ----------------------------------------------------------------------


@pytest.fixture
async def express(tables: Tables) -> Table:
    """Express 01: all choose a card for the player order."""
    table = await tables.create("express-01", people("me Ada", "open", "open"), ADA, seed="all at once")
    for seat, person, name in ((1, GRACE, "Grace"), (2, CLEO, "Cleo")):
        await tables.join(table.id, token_of(table, ADA, seat), person, name)
    return table


async def test_all_choose_their_cards_at_the_same_time(express: Table) -> None:
    cards = {person: offers(express, person) for person in EVERYBODY}
    assert all(len(moves) == 6 for moves in cards.values())
    before = {person: everything(express, person) for person in (ADA, GRACE, STRANGER)}
    await express.play(CLEO, cards[CLEO][0], express.n)
    assert {person: everything(express, person) for person in before} == before, "it lies face down"
    await express.play(CLEO, cards[CLEO][1], express.n)
    await express.play(GRACE, cards[GRACE][2], express.n)
    assert express.plans.sealed(2) == cards[CLEO][1]
    await express.play(ADA, cards[ADA][3], express.n, confirm=True)

    played = [move for by, move in record_of(express, CLEO)["moves"] if by != "chance" and move.startswith("choose")]
    assert len(played) == 3
    assert express.position.state.round == 1, "the cards are turned over"
    assert next(text for by, text in record_of(express, CLEO)["moves"] if by == 2) == cards[CLEO][1]


async def test_an_answer_that_is_none_of_ones_own_cards_is_refused(express: Table) -> None:
    theirs = offers(express, ADA)[0]
    with pytest.raises(Refused):
        await express.play(GRACE, theirs, express.n)
    assert express.plans.sealed(1) == ""
    assert first_move(express, ADA) == theirs
