"""Talk at a table: who may speak, who hears it, and what becomes of what nobody should have to read."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
import sqlalchemy as sa

from branchline.refusal import Refused
from branchline.table import remark as remark_store
from branchline.table.clock import SetClock
from branchline.table.feed import Kind
from branchline.table.notebook import Notebook
from branchline.table.person import STRANGER, new_key
from branchline.table.remark import LETTERS, Remark, Said, speakable
from branchline.table.remarks import A_MINUTE
from branchline.table.service import Tables
from branchline.table.table import Table
from branchline.table.trouble import NotYours
from tests.table.party import ADA, ADA_BEGINS, GRACE, people, play_turn, somebody, token_of

pytestmark = pytest.mark.anyio


@pytest.fixture
async def pair(tables: Tables) -> Table:
    """Mini Rails: Ada, Grace far away, and a bot."""
    table = await tables.create(
        "mini-rails", people("me Ada", "open", "bot random"), ADA, seed="seven-seals-1", pause=0
    )
    sits = {"name": "Grace", "token": new_key()}
    await asyncio.to_thread(tables.store.hold, table.id, table.row.revision, 1, GRACE.mark, **sits)
    return await tables.get(table.id)


def texts(table: Table, person: object) -> list[str]:
    part = table.seats.part_of(person)  # type: ignore[arg-type]
    return [remark.text for remark in table.remarks.lines(part)]


async def test_what_is_said_stands_at_the_moment_where_it_was_said(pair: Table) -> None:
    await pair.remarks.say(ADA, "Good luck!")
    n = pair.n
    await play_turn(pair, ADA)
    said = await pair.remarks.say(GRACE, "Ada, was that wise?")

    assert [(one.n, one.name, one.text) for one in pair.remarks.all] == [
        (n, "Ada", "Good luck!"),
        (pair.n, "Grace", "Ada, was that wise?"),
    ]
    assert said.named == (0,), "it names Ada"


async def test_talk_disturbs_no_move(tables: Tables, pair: Table) -> None:
    revision = pair.row.revision
    await pair.remarks.say(GRACE, "Take your time.")
    assert pair.row.revision == revision
    assert tables.store.stand(pair.id) == (revision, 1)


async def test_spectators_hear_the_talk_only_where_the_host_says_so(pair: Table) -> None:
    await pair.remarks.say(ADA, "Between you and me")
    assert texts(pair, GRACE) == ["Between you and me"]
    assert texts(pair, STRANGER) == texts(pair, somebody()) == []

    with pytest.raises(NotYours, match="host"):
        await pair.settings.change(GRACE, open_talk=True)
    await pair.settings.change(ADA, open_talk=True)
    assert texts(pair, STRANGER) == ["Between you and me"]


async def test_who_only_watches_can_not_speak_react_or_nudge(pair: Table) -> None:
    acts: list[Callable[[], Awaitable[object]]] = [
        lambda: pair.remarks.say(STRANGER, "Hello"),
        lambda: pair.remarks.react(somebody(), 1, "well"),
        lambda: pair.remarks.nudge(somebody()),
    ]
    for act in acts:
        with pytest.raises(NotYours, match="not speak"):
            await act()
    with pytest.raises(NotYours, match="seat of Grace"):
        await pair.remarks.say(ADA, "I am Grace", seat=1)
    assert pair.remarks.all == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("<b>bold</b> & <script>alert(1)</script>", "<b>bold</b> & <script>alert(1)</script>"),
        ("two\nlines\tand a\x00 bell\x07", "two lines and a bell"),
        ("right\u202eto left\u2066 and\u200f back", "rightto left and back"),
        ("family \U0001f468\u200d\U0001f469\u200d\U0001f467", "family \U0001f468\u200d\U0001f469\u200d\U0001f467"),
        ("half a pair \ud83d", "half a pair"),
        ("e" + "\u0301" * 50, "e" + "\u0301" * 4),
        ("{seat:0} and {piece:disc-red}", "{seat:0} and {piece:disc-red}"),
    ],
)
def test_what_can_be_said_is_what_can_be_read(typed: str, said: str) -> None:
    assert speakable(typed) == said


@pytest.mark.parametrize("typed", ["", "   ", "\u202e\u2066", "\u200d", "\x00"])
def test_what_can_not_be_read_is_refused(typed: str) -> None:
    with pytest.raises(Refused, match="nothing in it"):
        speakable(typed)


async def test_a_hundred_kilobytes_are_no_remark(pair: Table) -> None:
    with pytest.raises(Refused, match=f"at most {LETTERS:,} letters, not 100,000"):
        await pair.remarks.say(ADA, "x" * 100_000)
    assert (await pair.remarks.say(ADA, "x" * LETTERS)).k == 1


async def test_a_flood_is_stopped_and_the_others_go_on_talking(pair: Table) -> None:
    for number in range(A_MINUTE):
        await pair.remarks.say(ADA, f"and {number}")
    with pytest.raises(Refused, match="Not so fast"):
        await pair.remarks.say(ADA, "and on")
    assert (await pair.remarks.say(GRACE, "Ada!")).k == A_MINUTE + 1


async def test_a_reaction_comes_and_goes(pair: Table) -> None:
    await play_turn(pair, ADA)
    n = pair.n
    await pair.remarks.react(GRACE, n, "wow")
    await pair.remarks.react(ADA, n, "wow")
    assert pair.remarks.reactions(n) == {"wow": ["Grace", "Ada"]}
    await pair.remarks.react(GRACE, n, "wow")
    assert pair.remarks.reactions(n) == {"wow": ["Ada"]}
    for wrong in ((n + 9, "wow"), (0, "wow"), (n, "<img>")):
        with pytest.raises(Refused):
            await pair.remarks.react(GRACE, *wrong)


async def test_one_is_nudged_once_a_day_whoever_does_it(tables: Tables) -> None:
    clock = tables.store.clock = SetClock(1_800_000_000)
    table = await tables.create("mini-rails", people("me Ada", "open", "open"), ADA, seed="seven-seals-1")
    cleo = somebody()
    for seat, person in ((1, GRACE), (2, cleo)):
        await tables.join(table.id, token_of(table, ADA, seat), person)
    with pytest.raises(Refused, match="nobody who could be nudged"):
        await table.remarks.nudge(ADA)
    assert (await table.remarks.nudge(GRACE)).named == (0,)
    with pytest.raises(Refused, match="less than a day ago"):
        await table.remarks.nudge(cleo)
    clock.forward(hours=23)
    with pytest.raises(Refused, match="less than a day ago"):
        await table.remarks.nudge(cleo)
    clock.forward(hours=2)
    assert (await table.remarks.nudge(cleo)).named == (0,)


async def test_a_nudge_is_for_whom_it_was_meant(pair: Table) -> None:
    """Grace wanted to remind Ada, who has just moved: nobody is reminded."""
    await play_turn(pair, ADA)
    with pytest.raises(Refused, match="moved on"):
        await pair.remarks.nudge(ADA, whom=0)
    assert [one for one in pair.remarks.all if one.kind == "nudge"] == []
    assert (await pair.remarks.nudge(ADA, whom=1)).named == (1,)


async def test_a_clock_that_is_set_back_stops_no_talk_and_lets_nobody_be_nudged_twice(
    timed: Tables, clock: SetClock
) -> None:
    table = await timed.create("mini-rails", people("me Ada", "open", "bot random"), ADA, seed=ADA_BEGINS)
    await timed.join(table.id, token_of(table, ADA, 1), GRACE, "Grace")
    await table.remarks.nudge(GRACE)
    for word in range(A_MINUTE - 1):
        await table.remarks.say(GRACE, f"word {word}")
    with pytest.raises(Refused, match="Not so fast"):
        await table.remarks.say(GRACE, "one too many")
    clock.forward(minutes=-10)
    await table.remarks.say(GRACE, "ten minutes before I said it")
    with pytest.raises(Refused, match="once a day"):
        await table.remarks.nudge(GRACE)
    clock.forward(days=-30)
    assert (await table.remarks.nudge(GRACE)).named == (0,)
    with pytest.raises(Refused, match="once a day"):
        await table.remarks.nudge(GRACE)


async def test_a_bot_or_an_empty_chair_is_not_nudged(tables: Tables) -> None:
    table = await tables.create("mini-rails", people("open", "me Ada", "here Bert"), ADA, seed="seven-seals-1")
    with pytest.raises(Refused, match="nobody who could be nudged"):
        await table.remarks.nudge(ADA)


async def test_the_host_removes_what_nobody_should_have_to_read(tables: Tables, pair: Table) -> None:
    await pair.remarks.say(GRACE, "something bad")
    await pair.remarks.say(ADA, "Please!")
    with pytest.raises(NotYours, match="host"):
        await pair.remarks.remove(GRACE, 2)
    await pair.remarks.remove(ADA, 1)
    assert texts(pair, GRACE) == texts(pair, ADA) == ["Please!"]
    with tables.store.reading() as connection:
        kept = connection.execute(sa.select(remark_store.REMARKS.c.text)).scalars().all()
    assert "something bad" not in kept, "it is gone from the database too"
    with pytest.raises(Refused, match="no remark 1"):
        await pair.remarks.remove(ADA, 1)


async def test_another_server_hears_it(database: str, tables: Tables, pair: Table) -> None:
    other = Tables(database, tables.find)
    there = await other.get(pair.id)
    await pair.remarks.say(ADA, "Can you hear me?")
    with other.feed.watch(pair.id) as watch:
        await other.changed_elsewhere([pair.id])
        assert (await anext(watch)).kind == Kind.REMARK
    assert texts(there, GRACE) == ["Can you hear me?"]
    await there.remarks.say(GRACE, "Loud and clear")
    await pair.remarks.say(ADA, "Good")
    assert [one.k for one in pair.remarks.all] == [1, 2, 3]
    await asyncio.to_thread(other.store.close)


async def test_it_is_there_again_after_a_restart(database: str, tables: Tables, pair: Table) -> None:
    await pair.remarks.say(ADA, "Till tomorrow")
    again = await Tables(database, tables.find).get(pair.id)
    assert texts(again, GRACE) == ["Till tomorrow"]


async def test_who_has_to_write_more_does_so_in_the_same_transaction(tables: Tables, pair: Table) -> None:
    heard: list[Remark] = []

    def fail(_: sa.Connection, remark: Remark) -> None:
        heard.append(remark)
        raise Refused("outbox", "full")

    tables.store.beside_remarks.append(fail)
    with pytest.raises(Refused, match="full"):
        await pair.remarks.say(ADA, "Grace?")
    assert [(one.kind, one.named) for one in heard][:1] == [(Said.TALK, (1,))]
    assert tables.store.stand(pair.id)[1] == 0, "all of it or nothing"


async def test_notes_and_mutes_are_ones_own(tables: Tables, pair: Table) -> None:
    ada, grace = Notebook(tables.store, ADA), Notebook(tables.store, GRACE)
    ada.note(pair.id, "Grace always\nbuys Red.\x00")
    assert (ada.notes(pair.id), grace.notes(pair.id)) == ("Grace always\nbuys Red.", "")
    ada.note(pair.id, "")
    assert ada.notes(pair.id) == ""
    with pytest.raises(Refused, match="10,000 letters"):
        ada.note(pair.id, "x" * 100_000)

    ada.mute(GRACE.mark, True)
    assert (ada.muted(), grace.muted()) == (frozenset({GRACE.mark}), frozenset())
    ada.mute(GRACE.mark, False)
    assert ada.muted() == set()


async def test_with_bots_or_round_one_screen_there_is_nobody_to_talk_to(tables: Tables, rails: Table) -> None:
    assert not rails.remarks.company(rails.seats.part_of(ADA))
    alone = await tables.create("mini-rails", people("me Ada", "bot", "bot"), ADA)
    assert not alone.remarks.company(alone.seats.part_of(ADA))
