"""Taking a turn back: with everybody's leave, never past what was drawn or seen, and the record stays right."""

import pytest
import sqlalchemy as sa

from branchline.record import read
from branchline.refusal import Refused
from branchline.table.person import STRANGER, Person
from branchline.table.service import Tables
from branchline.table.store import TAKEN_BACK
from branchline.table.table import Table
from branchline.table.takeback import shows
from branchline.table.trouble import NotYours, Stale
from tests.table.party import ADA, GRACE, first_move, people, play_turn, record_of, somebody, token_of, until, view_of

pytestmark = pytest.mark.anyio

CLEO = somebody()


@pytest.fixture
async def three(tables: Tables) -> Table:
    """Mini Rails: Ada begins, Grace and Cleo are far away."""
    table = await tables.create("mini-rails", people("me Ada", "open", "open"), ADA, seed="seven-seals-1")
    for seat, person, name in ((1, GRACE, "Grace"), (2, CLEO, "Cleo")):
        await tables.join(table.id, token_of(table, ADA, seat), person, name)
    return table


async def answer(table: Table, person: Person, agree: bool) -> None:
    """To the wish that is open, as a page that shows it does."""
    wish = table.takebacks.open
    await table.takebacks.answer(person, agree, wish.n if wish is not None else 0)


def said(table: Table) -> list[tuple[str, str, str]]:
    return [(str(one.kind), one.name, one.text) for one in table.remarks.all]


async def test_a_turn_is_taken_back_when_all_who_saw_it_agree(tables: Tables, three: Table) -> None:
    before, n = three.position.copy(), three.n
    await play_turn(three, ADA)
    await play_turn(three, GRACE)
    await three.remarks.react(CLEO, three.n, "wow")
    gone = three.n - n
    await three.takebacks.wish(ADA, three.n)
    assert view_of(three, GRACE)["table"]["wish"] == {"seat": 0, "n": n, "asked": [1, 2]}
    assert view_of(three, STRANGER)["table"]["wish"] is None
    await answer(three, GRACE, True)
    assert three.n == n + gone, "Cleo has not answered yet"
    await answer(three, CLEO, True)

    assert (three.position, three.n, three.to_act) == (before, n, 0)
    assert [line["n"] for line in view_of(three, ADA)["log"] if line["n"] > n] == []
    assert three.remarks.reactions(n + gone) == {}
    assert said(three)[3:] == [
        ("wish", "Ada", ""),
        ("answer", "Grace", "yes"),
        ("answer", "Cleo", "yes"),
        ("back", "", "Ada takes the last turn back; Grace and Cleo agree."),
    ]
    with tables.store.reading() as connection:
        assert connection.execute(sa.select(sa.func.count()).select_from(TAKEN_BACK)).scalar() == gone, "kept aside"


async def test_the_game_goes_on_and_its_record_is_right_here_and_after_a_restart(
    database: str, tables: Tables, three: Table
) -> None:
    await play_turn(three, ADA)
    await three.takebacks.wish(ADA, three.n)
    for person in (GRACE, CLEO):
        await answer(three, person, True)
    other = [move["move"] for move in view_of(three, ADA)["view"]["moves"]][3]
    await three.play(ADA, other, three.n, confirm=True)
    while three.to_act == 0:
        await three.play(ADA, first_move(three, ADA), three.count(0), confirm=True)
    await play_turn(three, GRACE)

    record = record_of(three, ADA)
    assert read(record, tables.find) == three.position
    assert record["taken_back"] == 1
    again = await Tables(database, tables.find).get(three.id)
    assert (again.position, again.row.line) == (three.position, 1)


async def test_one_no_is_enough_and_the_wisher_can_let_it_go(three: Table) -> None:
    await play_turn(three, ADA)
    n = three.n
    await three.takebacks.wish(ADA, three.n)
    await answer(three, GRACE, False)
    assert (three.n, three.takebacks.open) == (n, None)
    await three.takebacks.wish(ADA, three.n)
    with pytest.raises(NotYours):
        await answer(three, ADA, True)
    await answer(three, ADA, False)
    assert three.takebacks.open is None
    with pytest.raises(Refused, match="no such wish"):
        await answer(three, CLEO, True)


async def test_who_plays_on_has_answered(three: Table) -> None:
    await play_turn(three, ADA)
    await three.takebacks.wish(ADA, three.n)
    await play_turn(three, GRACE)
    assert three.takebacks.open is None


async def test_who_has_not_seen_the_last_move_is_asked_to_look_first(three: Table) -> None:
    """Else more would be taken back than the asker knows of."""
    await play_turn(three, ADA)
    seen = three.n
    await play_turn(three, GRACE)
    with pytest.raises(Stale, match="moved on"):
        await three.takebacks.wish(ADA, seen)
    assert (three.takebacks.open, said(three)[2:]) == (None, [])
    await three.takebacks.wish(ADA, three.n)
    assert three.takebacks.open is not None


async def test_an_answer_is_for_the_wish_that_was_read(three: Table) -> None:
    """Ada lets hers go and Grace makes one: Cleo, who still reads Ada's, has not agreed to it."""
    await play_turn(three, ADA)
    await play_turn(three, GRACE)
    await three.takebacks.wish(ADA, three.n)
    read = three.takebacks.open
    assert read is not None
    await answer(three, ADA, False)
    await three.takebacks.wish(GRACE, three.n)
    with pytest.raises(Refused, match="no such wish"):
        await three.takebacks.answer(CLEO, True, read.n)
    assert three.takebacks.open is not None
    assert three.takebacks.open.asked == (0, 2)


async def test_only_a_turn_of_ones_own_by_who_sits_there(three: Table) -> None:
    with pytest.raises(Refused, match="no turn of yours"):
        await three.takebacks.wish(GRACE, three.n)
    with pytest.raises(NotYours):
        await three.takebacks.wish(STRANGER, three.n)
    await play_turn(three, ADA)
    with pytest.raises(NotYours):
        await three.takebacks.wish(ADA, three.n, seat=1)
    await three.takebacks.wish(ADA, three.n)
    with pytest.raises(NotYours):
        await answer(three, somebody(), True)
    with pytest.raises(Refused, match="already"):
        await three.takebacks.wish(ADA, three.n)


async def test_bots_do_not_mind(tables: Tables) -> None:
    table = await tables.create(
        "mini-rails", people("me Ada", "bot random", "bot random"), ADA, seed="seven-seals-1", pause=0
    )
    before, n = table.position.copy(), table.n
    await play_turn(table, ADA)
    await until(tables, table, lambda: table.to_act == 0)
    assert table.n > n + 1
    await table.takebacks.wish(ADA, table.n)
    assert (table.position, table.to_act) == (before, 0)
    await play_turn(table, ADA)
    await until(tables, table, lambda: table.to_act == 0)


async def test_nobody_takes_back_a_draw(tables: Tables, hands: Table) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    for move in ("keep", "draw"):
        await hands.play(ADA, move, hands.count(0), confirm=True)
    assert not hands.takebacks.possible(0)
    with pytest.raises(Refused, match="drawn since then"):
        await hands.takebacks.wish(ADA, hands.n)


@pytest.mark.parametrize("second", ["pass", "look"])
@pytest.mark.parametrize("first", ["keep", "show"])
async def test_nobody_takes_back_a_card_that_was_seen(tables: Tables, hands: Table, first: str, second: str) -> None:
    await tables.join(hands.id, token_of(hands, ADA, 1), GRACE)
    n = hands.n
    for wish in (first, second):
        moves = [offer["move"] for offer in view_of(hands, ADA)["view"]["moves"]]
        await hands.play(ADA, next(move for move in moves if move.startswith(wish)), hands.count(0), confirm=True)
    if (first, second) == ("keep", "pass"):
        await hands.takebacks.wish(ADA, hands.n)
        await answer(hands, GRACE, True)
        assert (hands.n, hands.to_act) == (n, 0)
    else:
        with pytest.raises(Refused, match="nobody can unsee it"):
            await hands.takebacks.wish(ADA, hands.n)


async def test_a_card_laid_face_down_tells_nobody_which_it_is(tables: Tables) -> None:
    """Express 01: the cards for the order are turned over when the last is chosen."""
    table = await tables.create("express-01", people("me", "here", "here"), ADA, seed="face down")
    for _ in range(3):
        await table.play(ADA, first_move(table, ADA), table.n, seat=table.to_act, confirm=True)
    steps = [step for step in table.position.walk() if step.event.by >= 0]
    found = [any(shows(table.game, step, seat) for seat in range(3)) for step in steps[:3]]
    assert found == [False, False, True]


async def test_what_nobody_looks_at_is_read_when_somebody_comes(database: str, tables: Tables, three: Table) -> None:
    other = Tables(database, tables.find)
    there = await other.get(three.id)
    await play_turn(three, ADA)
    await other.changed_elsewhere([three.id])
    assert there.n < three.n
    assert (await other.get(three.id, fresh=False)).position == three.position
    with other.feed.watch(three.id):
        await play_turn(three, GRACE)
        await other.changed_elsewhere([three.id])
        assert there.position == three.position


async def test_another_server_follows_the_shorter_line(database: str, tables: Tables, three: Table) -> None:
    await play_turn(three, ADA)
    other = Tables(database, tables.find)
    there = await other.get(three.id)
    there.sight.told(0)
    await three.takebacks.wish(ADA, three.n)
    await answer(await other.get(three.id), GRACE, True)
    await answer(three, CLEO, True)
    await play_turn(three, ADA)
    await other.changed_elsewhere([three.id])
    await other.get(three.id, fresh=False)
    assert (there.position, there.row.line) == (three.position, 1)
    assert there.sight.log(there.sight.eyes(GRACE)) == three.sight.log(three.sight.eyes(GRACE))
