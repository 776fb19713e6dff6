"""Notices: who is told what, when, how often, and what it never says."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa

from branchline.game import Game
from branchline.games import names
from branchline.kernel.chance import Seed
from branchline.position import Position
from branchline.table import reach as reaching
from branchline.table.bots import Bots
from branchline.table.caretaker import Caretaker
from branchline.table.clock import SetClock
from branchline.table.mail import Mail, Undelivered
from branchline.table.notice import LETTERS, NOTICES, Fate, Notice, Told, compose
from branchline.table.outbox import LEASE, Calls, forget_person
from branchline.table.person import Person, Quiet, new_key
from branchline.table.reach import Reach, is_public
from branchline.table.service import Tables, new_row
from branchline.table.table import Table
from tests.post import Letterbox, PushService, free_port, letterbox, push_service
from tests.table.party import ADA, GRACE, find_any, first_move, people, play_turn, somebody, token_of

pytestmark = pytest.mark.anyio

SITE = "http://table.test"
CLEO = somebody()


class Post:
    """Tables with a mail server, a push service and a clock of their own. Grace can be reached by both."""

    def __init__(self, tables: Tables, box: Letterbox, push: PushService, clock: SetClock) -> None:
        self.tables, self.box, self.push, self.clock = tables, box, push, clock
        self.outbox = tables.postman.outbox

    async def round(self, **later: float) -> None:
        self.clock.forward(**later)
        await self.tables.go_round()
        await self.tables.postman.go_round()

    @property
    def subjects(self) -> list[str]:
        return [str(letter["Subject"]) for letter in self.box.letters]

    def fates(self) -> list[str]:
        with self.tables.store.reading() as connection:
            return list(connection.execute(sa.select(LETTERS.c.state).order_by(LETTERS.c.id)).scalars())


@pytest.fixture
async def post(database: str, clock: SetClock) -> AsyncIterator[Post]:
    with letterbox() as box, push_service() as push:
        bots = Bots(find_any, workers=1, warm=False)
        tables = Tables(database, find_any, bots, clock=clock, mail=box.mail, reach=push.reach)
        await tables.start()
        for task in tables._rounds:
            task.cancel()  # the test goes round itself
        made = Post(tables, box, push, clock)
        made.outbox.add(GRACE.mark, "mail", "grace@example.org", "", SITE)
        yield made
        await tables.stop()


@pytest.fixture
async def slow(post: Post) -> Table:
    """Hidden Hands, a turn within a day: Ada, who begins, and Grace."""
    wish = people("me Ada", "open")
    table = await post.tables.create("hidden-hands", wish, ADA, seed="seven-seals-7", pace="1d", pause=0)
    await post.tables.join(table.id, token_of(table, ADA, 1), GRACE, "Grace")
    return table


# -- when ----------------------------------------------------------------------------------------


async def test_one_notice_a_turn_after_a_delay_with_a_link_to_the_table(post: Post, slow: Table) -> None:
    await play_turn(slow, ADA)
    await post.round(minutes=4)
    assert post.subjects == []
    await post.round(minutes=2)
    await post.round(hours=2)
    (letter,) = post.box.to("grace@example.org")
    assert letter["Subject"] == "Your turn: Hidden Hands"
    assert f"{SITE}/tables/{slow.id}" in letter.get_content()
    assert "with Ada. It runs out on Wednesday, 4 March at 12:00." in letter.get_content()


async def test_who_looks_at_the_table_or_moves_is_not_called(post: Post, slow: Table) -> None:
    await play_turn(slow, ADA)
    post.outbox.seen(GRACE.mark, slow.id)
    await post.round(hours=1)
    assert post.subjects == []
    await play_turn(slow, GRACE)
    await play_turn(slow, ADA)
    await play_turn(slow, GRACE)
    await post.round(hours=1)
    assert not any(subject.startswith("Your turn") for subject in post.subjects)


@pytest.fixture
async def order(post: Post) -> Table:
    """Express 01, where all choose a card for the player order at the same time: Ada first in line, Grace and Cleo."""
    post.outbox.add(CLEO.mark, "mail", "cleo@example.org", "", SITE)
    table = await post.tables.create("express-01", people("me Ada", "open", "open"), ADA, seed="all", pace="1d")
    for seat, person, name in ((1, GRACE, "Grace"), (2, CLEO, "Cleo")):
        await post.tables.join(table.id, token_of(table, ADA, seat), person, name)
    await play_turn(table, ADA)
    assert table.row.asked == (1, 2)
    return table


async def test_all_who_are_asked_at_the_same_time_are_told_once(post: Post, order: Table) -> None:
    await post.round(minutes=6)
    (to_grace,), (to_cleo,) = (post.box.to(f"{name}@example.org") for name in ("grace", "cleo"))
    assert to_grace["Subject"] == to_cleo["Subject"] == "Your turn: Express 01"
    assert "It runs out on" in to_grace.get_content()
    assert "All are asked at the same time." in to_cleo.get_content()
    assert "It runs out" not in to_cleo.get_content(), "that is Grace's clock"
    await play_turn(order, GRACE)
    assert order.row.asked == (2,), "now the clock is Cleo's, who knows"
    await post.round(minutes=6)
    assert len(post.box.to("cleo@example.org")) == 1


async def test_who_moved_last_before_all_are_asked_is_called_as_well(post: Post, order: Table) -> None:
    await post.round(minutes=6)
    row = replace(order.row, to_act=0, standing={**order.row.standing, "asked": [0, 1, 2]})
    with post.tables.store.writing() as connection:
        post.outbox.of_move(connection, row, True, frozenset({1}))
    await post.round(minutes=6)
    assert len(post.box.to("grace@example.org")) == 2, "she was told of her last turn only"
    assert len(post.box.to("cleo@example.org")) == 1


async def test_who_has_answered_before_their_turn_is_not_called(post: Post, order: Table) -> None:
    (waits,) = await post.tables.list(CLEO, mine=True)
    await order.play(CLEO, first_move(order, CLEO, 2), order.n)
    (answered,) = await post.tables.list(CLEO, mine=True)
    assert (waits.asked, answered.asked) == ([2], []), "her home page says so"
    (of_grace,) = await post.tables.list(GRACE, mine=True)
    assert of_grace.asked == [1], "and nothing of Cleo"
    await post.round(minutes=6)
    assert post.box.to("cleo@example.org") == []
    assert len(post.box.to("grace@example.org")) == 1


async def test_each_step_of_running_out_of_time_is_told(post: Post, slow: Table) -> None:
    await play_turn(slow, ADA)
    await post.round(hours=17)
    await post.round(hours=2)
    await post.round(hours=5)
    await post.round(minutes=6)
    told = [subject.partition(":")[0] for subject in post.subjects]
    assert told == ["Your turn", "Your turn runs out", "A bot sits in for you"]
    await slow.seats.agree(ADA, 1)  # she is the only other
    await post.round(minutes=6)
    assert post.subjects[-1].startswith("Your seat is the bot's")


async def test_nobody_is_called_in_quiet_hours_and_a_digest_comes_at_once(post: Post, slow: Table) -> None:
    await post.tables.persons.keep(GRACE, "key", "a browser")
    night = replace(GRACE, zone="Europe/Berlin", quiet=Quiet(12 * 60, 20 * 60))  # it is one o'clock there
    await post.tables.persons.change(night)
    await play_turn(slow, ADA)
    await post.round(hours=6)
    assert post.subjects == []
    await post.round(hours=1)
    assert post.subjects == ["Your turn: Hidden Hands"]

    post.outbox.change_calls(GRACE.mark, digest=21 * 60)
    await play_turn(slow, GRACE)
    other = await post.tables.create("hidden-hands", people("open", "me Ada"), ADA, title="Second", pause=0)
    await post.tables.join(other.id, token_of(other, ADA, 0), GRACE, "Grace")
    await play_turn(other, GRACE)
    await play_turn(other, ADA)
    await play_turn(slow, ADA)
    await post.round(minutes=30)
    assert len(post.subjects) == 1
    await post.round(minutes=30)
    assert post.subjects[1:] == ["News of 2 tables"]
    text = post.box.letters[-1].get_content()
    assert text.count("Your turn") == 2
    assert f"{SITE}/\r\n" in text


async def test_the_end_a_nudge_and_talk_that_names_one_are_told_and_what_was_said_is_not(
    post: Post, slow: Table
) -> None:
    await play_turn(slow, ADA)
    await slow.remarks.say(ADA, "Grace, my card is the seven")
    await slow.remarks.nudge(ADA)
    await post.round(minutes=6)
    text = post.box.letters[-1].get_content()
    assert "Ada speaks to you" in text
    assert "Ada waits for you" in text
    assert "seven" not in text
    while not slow.over:
        await play_turn(slow, ADA if slow.to_act == 0 else GRACE)
    await post.round(minutes=6)
    assert post.subjects[-1] == "The game is over: Hidden Hands"


# -- once ----------------------------------------------------------------------------------------


async def test_of_two_workers_that_both_want_to_send_one_does(
    post: Post, slow: Table, database: str, clock: SetClock
) -> None:
    other = Tables(database, find_any, Bots(find_any, workers=1, warm=False), clock=clock, mail=post.box.mail)
    await play_turn(slow, ADA)
    clock.forward(minutes=6)
    await asyncio.gather(*(worker.postman.go_round() for worker in (post.tables, other) for _ in range(3)))
    assert post.subjects == ["Your turn: Hidden Hands"]
    other.store.close()


async def test_a_letter_that_a_worker_had_in_hand_when_it_died_is_not_sent_again(post: Post, slow: Table) -> None:
    await play_turn(slow, ADA)
    post.clock.forward(minutes=6)
    await post.tables.postman.write(post.clock.now())
    (letter,) = post.outbox.due(post.clock.now())
    assert post.outbox.claim(letter)
    assert not post.outbox.claim(letter)
    await post.round(seconds=LEASE + 1)
    assert (post.subjects, post.fates()) == ([], [Fate.UNKNOWN])
    ((_, fate, trouble, _),) = post.outbox.sent(GRACE.mark)
    assert (fate, "may have arrived" in trouble) == (Fate.UNKNOWN, True)


async def test_what_was_not_committed_is_not_told(post: Post, slow: Table) -> None:
    moves = post.tables.store.beside_moves

    def breaks(*_: object) -> None:
        raise RuntimeError("the power fails")

    moves.append(breaks)
    with pytest.raises(RuntimeError):
        await play_turn(slow, ADA)
    moves.remove(breaks)
    with post.tables.store.reading() as connection:
        assert connection.execute(sa.select(NOTICES)).all() == []
    await play_turn(slow, ADA)
    await post.round(minutes=6)
    assert len(post.subjects) == 1


async def test_a_mail_server_that_is_down_is_asked_again_but_not_for_a_turn_that_was_made(
    post: Post, slow: Table
) -> None:
    down = Mail("127.0.0.1", "table@example.org", free_port(), tls="none")
    post.tables.postman.channels.mail = down
    await play_turn(slow, ADA)
    await post.round(minutes=6)
    assert post.fates() == [Fate.DUE]
    (channel,) = post.outbox.channels(GRACE.mark)
    assert "does not answer" in channel.trouble
    post.tables.postman.channels.mail = post.box.mail
    await post.round(minutes=2)
    assert (post.subjects, post.fates()) == (["Your turn: Hidden Hands"], [Fate.SENT])

    await play_turn(slow, GRACE)
    await play_turn(slow, ADA)
    post.tables.postman.channels.mail = down
    await post.round(minutes=6)
    await play_turn(slow, GRACE)
    post.tables.postman.channels.mail = post.box.mail
    await post.round(minutes=10)
    assert sum(subject.startswith("Your turn") for subject in post.subjects) == 1


async def test_a_clock_that_is_set_back_sends_nothing_twice_and_loses_nothing(post: Post, slow: Table) -> None:
    await play_turn(slow, ADA)
    await post.round(days=-400)
    await post.round(minutes=6)
    assert post.subjects == ["Your turn: Hidden Hands"]
    await post.round(days=-30)
    await post.round(minutes=6)
    assert post.subjects == ["Your turn: Hidden Hands"]


async def test_who_is_deleted_in_the_middle_is_called_no_more(post: Post, slow: Table) -> None:
    await play_turn(slow, ADA)
    post.clock.forward(minutes=6)
    await post.tables.postman.write(post.clock.now())
    with post.tables.store.writing() as connection:
        forget_person(connection, GRACE.mark)
    await post.round()
    await post.round(days=2)
    assert post.subjects == []


async def test_who_is_taken_out_by_a_host_is_called_no_more_until_they_are_let_in_again(
    post: Post, slow: Table
) -> None:
    await post.tables.persons.keep(GRACE, new_key(), "Firefox on Linux", "Grace")
    caretaker = Caretaker(post.tables)
    post.outbox.change_calls(GRACE.mark, calendar="a-calendar")
    await play_turn(slow, ADA)
    post.clock.forward(minutes=6)
    await post.tables.postman.write(post.clock.now())  # a letter lies ready
    await caretaker.take_person(GRACE.mark)
    await slow.remarks.say(ADA, "Grace, are you there?")
    await post.round(hours=1)
    assert post.subjects == []
    assert post.outbox.whose_calendar("a-calendar") is None

    await caretaker.bring_back(GRACE.mark)
    assert post.outbox.whose_calendar("a-calendar") == GRACE.mark
    await slow.remarks.say(ADA, "Grace, there you are")
    await post.round(hours=1)
    assert [subject.partition(":")[0] for subject in post.subjects] == ["Ada speaks to you"]


# -- by push and by hook ---------------------------------------------------------------------------


async def test_a_browser_reads_what_its_push_service_can_not(post: Post, slow: Table) -> None:
    subscription = post.push.subscribe("phone")
    post.outbox.add(GRACE.mark, "push", str(subscription["endpoint"]), "Phone", SITE, subscription["keys"])  # type: ignore[arg-type]
    await play_turn(slow, ADA)
    await post.round(minutes=6)
    ((_, headers, body),) = post.push.taken
    assert headers["Authorization"].startswith("vapid t=")
    assert post.tables.postman.channels.public_key in headers["Authorization"]
    assert b"turn" not in body
    (told,) = post.push.read("phone")
    assert (told["title"], told["url"]) == ("Your turn: Hidden Hands", f"{SITE}/tables/{slow.id}")


async def test_the_servers_key_is_made_once_and_is_the_same_for_all_workers(post: Post, database: str) -> None:
    other = Tables(database, find_any, Bots(find_any, workers=1, warm=False))
    assert other.postman.channels.public_key == post.tables.postman.channels.public_key
    other.store.close()


async def test_a_browser_that_is_gone_is_taken_away(post: Post, slow: Table) -> None:
    subscription = post.push.subscribe("phone")
    post.outbox.add(GRACE.mark, "push", str(subscription["endpoint"]), "Phone", SITE, subscription["keys"])  # type: ignore[arg-type]
    post.push.status = 410
    await play_turn(slow, ADA)
    await post.round(minutes=6)
    assert [channel.kind for channel in post.outbox.channels(GRACE.mark)] == ["mail"]


@pytest.mark.parametrize("kind", ["discord", "slack", "matrix", "ntfy"])
async def test_a_hook_is_told_in_its_own_words(post: Post, slow: Table, kind: str) -> None:
    post.outbox.add(GRACE.mark, kind, f"{post.push.url}/hook", "", SITE)
    await play_turn(slow, ADA)
    await post.round(minutes=6)
    ((_, headers, body),) = post.push.taken
    link = f"{SITE}/tables/{slow.id}"
    if kind == "ntfy":
        assert (headers["Click"], b"with Ada" in body) == (link, True)
    else:
        said = json.loads(body)
        assert link in said["content" if kind == "discord" else "text"]
        assert kind != "discord" or said["allowed_mentions"] == {"parse": []}


async def test_a_hook_that_sends_us_on_is_not_followed(post: Post, slow: Table) -> None:
    post.outbox.add(GRACE.mark, "slack", f"{post.push.url}/hook", "", SITE)
    post.push.status = 302
    await play_turn(slow, ADA)
    await post.round(minutes=6)
    assert [path for path, *_ in post.push.taken] == ["/hook"]
    assert Fate.FAILED in post.fates()


@pytest.mark.parametrize(
    "url",
    [
        "https://127.0.0.1/hook",
        "https://localhost/hook",
        "https://10.1.2.3/hook",
        "https://192.168.1.1/hook",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/hook",
        "https://[::ffff:127.0.0.1]/hook",
        "https://[64:ff9b::7f00:1]/hook",
        "https://[fd00::1]/hook",
        "https://2130706433/hook",
        "https://0.0.0.0/hook",
    ],
)
async def test_nothing_is_sent_into_a_private_network(url: str) -> None:
    with pytest.raises(Undelivered, match="private network") as told:
        await Reach().check(url)
    assert told.value.for_good


@pytest.mark.parametrize(
    "url", ["ftp://example.org", "https://", "hook", "https://a b/", "https://me:you@example.org/"]
)
async def test_what_is_no_address_of_the_web_is_said(url: str) -> None:
    with pytest.raises(Undelivered, match="no address of the web"):
        await Reach().check(url)
    with pytest.raises(Undelivered, match="begin with https"):
        await Reach().check("http://example.org/hook")


@pytest.mark.parametrize(
    "numbers",
    [
        ["10.0.0.7"],
        ["127.0.0.1"],
        ["::ffff:192.168.0.1"],
        ["93.184.216.34", "192.168.0.1"],  # one of several is enough: nobody knows which is taken
        ["2606:2800:220:1::1", "fe80::1%eth0"],
    ],
)
async def test_a_name_that_leads_into_a_private_network_is_not_written_to(
    numbers: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it led elsewhere when it was added: it is looked up each time."""
    known = {"hook.example": ["93.184.216.34"]}
    resolves(monkeypatch, known)
    assert (await Reach().check("https://hook.example/x"))[1] == "93.184.216.34"
    known["hook.example"] = numbers
    with pytest.raises(Undelivered, match="private network"):
        await Reach().post("https://hook.example/x", b"told", {})


async def test_exactly_the_number_that_was_checked_is_spoken_to(
    push: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name server that gives another answer the second time leads nowhere: there is no second time."""
    port = push.url.rpartition(":")[2]
    asked = resolves(monkeypatch, {"hook.example": ["127.0.0.1"]})
    await Reach(frozenset({f"hook.example:{port}"})).post(f"http://hook.example:{port}/x", b"told", {})
    (path, headers, body), *_ = push.taken
    assert (path, headers["Host"], body) == ("/x", f"hook.example:{port}", b"told")
    assert asked.count("hook.example") == 1


@pytest.fixture
def push() -> Iterator[PushService]:
    with push_service() as service:
        yield service


def resolves(monkeypatch: pytest.MonkeyPatch, known: dict[str, list[str]]) -> list[str]:
    """A name server of our own; the names that it was asked for."""
    asked: list[str] = []
    real = socket.getaddrinfo

    def look_up(host: Any, port: Any, *args: Any, **more: Any) -> Any:
        asked.append(str(host))
        if host in known:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in known[host]]
        return real(host, port, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def test_the_whole_world_may_be_written_to() -> None:
    assert all(is_public(number) for number in ("93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"))


async def test_a_hook_that_never_answers_is_given_up_and_not_asked_twice(
    post: Post, slow: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reaching, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        post.tables.postman.channels.reach = Reach(frozenset({f"127.0.0.1:{port}"}))
        post.outbox.drop(GRACE.mark, post.outbox.channels(GRACE.mark)[0].id)
        post.outbox.add(GRACE.mark, "slack", f"http://127.0.0.1:{port}/hook", "", SITE)
        await play_turn(slow, ADA)
        await post.round(minutes=6)
        assert post.fates() == [Fate.UNKNOWN]
        await post.round(hours=1)
        assert post.fates() == [Fate.UNKNOWN]


# -- what it never says ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*names(), "hidden-hands"])
def test_no_notice_tells_what_a_spectator_can_not_know(name: str) -> None:
    """In a world that looks the same to those who watch, every notice has the same words."""
    game, rng = find_any(name), Seed("moves").at(0)
    position = game.start(game.usual_seats, "seven-seals-1")
    compared = 0
    while not position.over and compared < 60:
        other = position.copy()
        other.state.redeal(position.to_act or 0, Seed("elsewhere").at(compared))
        for kind in Told:
            told = [words(game, one, kind) for one in (position, other)]
            assert told[0] == told[1]
        compared += 1
        moves = position.legal()
        position.play(moves[rng.below(len(moves))])
    assert compared > 1


def words(game: Game, position: Position, kind: Told) -> tuple[str, str, str]:
    from branchline.table.seats import plan

    seats = plan(position.game, [{"kind": "me", "name": f"P{n}"} for n in range(position.players)], [], ADA)
    row = replace(new_row(position, seats, ADA, "Evening", None, 0.0), id="abcdefghjk")
    notice = Notice(1, ADA.mark, kind, row.id, 0, "Bert", 0.0)
    return compose([(notice, row)], ADA, lambda name: find_any(name).title)


def test_a_digest_comes_at_its_hour_when_the_clock_is_put_forward() -> None:
    ada = Person("x", zone="Europe/Berlin")
    notice = Notice(1, "x", Told.TURN, "t", 0, "", 1774742400.0)  # Sunday, 29 March 2026, one in the morning there
    at = Calls(digest=8 * 60).at(notice, ada)
    assert f"{ada.there(at):%d %H:%M}" == "29 08:00"
