"""Two weeks in half a minute: four persons, two of them with phones, play a whole game of Mini Rails at a pace of a
day, by the clock of the house, which the test sets. Mail and pushes arrive at real servers on this machine."""

import asyncio
import re
import shutil
import threading
from collections.abc import Awaitable, Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, Page, expect

from branchline.table.bots import Bots
from branchline.table.clock import SetClock
from branchline.table.service import Tables
from branchline.web.app import create_app
from tests.browser.conftest import DESK, NO_PLAYBACK, PHONE
from tests.post import Letterbox, PushService, free_port, letterbox, push_service

pytestmark = pytest.mark.browser

NOON = 1772539200.0  # on Tuesday, the 3rd of March 2026


class House:
    """A server in a thread of its own, whose clock the test sets."""

    def __init__(self, database: Path, box: Letterbox, push: PushService) -> None:
        self.box, self.push, self.clock = box, push, SetClock(NOON)
        bots = Bots(workers=1, warm=False)
        app = create_app(str(database), bots=bots, clock=self.clock, mail=box.mail, reach=push.reach)
        self.tables: Tables = app.state.tables
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        config = uvicorn.Config(app, port=port, log_level="warning", timeout_graceful_shutdown=3)
        self.server = uvicorn.Server(config)
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=[self.server.serve()])
        self.thread.start()
        self.wait(self._ready())

    async def _ready(self) -> None:
        while not self.server.started:
            await asyncio.sleep(0.01)

    def wait(self, what: Awaitable[Any]) -> Any:
        async def done() -> Any:
            return await what

        return asyncio.run_coroutine_threadsafe(done(), self.loop).result(60)

    def later(self, **time: float) -> None:
        """Time passes; clocks are looked at and letters go out."""
        self.clock.forward(**time)
        self.wait(self.tables.go_round())
        self.wait(self.tables.postman.go_round())

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(60)
        self.loop.close()


class Friend:
    """Somebody with a browser, who looks at the table or is away."""

    def __init__(self, browser: Browser, house: House, name: str, phone: bool) -> None:
        self.browser, self.house, self.name, self.phone = browser, house, name, phone
        self.seat = -1
        self.page = self.new_device()

    def new_device(self) -> Page:
        size, touch = (PHONE, True) if self.phone else (DESK, False)
        context = self.browser.new_context(viewport=size, reduced_motion="reduce", is_mobile=touch, has_touch=touch)  # type: ignore[arg-type]
        context.add_init_script(NO_PLAYBACK)
        return context.new_page()

    def press(self, button: str) -> None:
        self.page.get_by_role("button", name=button, exact=True).click()

    def ask(self, path: str, **body: object) -> Any:
        """As their browser asks, without a page."""
        request, url = self.page.context.request, f"{self.house.url}/api/tables/{path}"
        answer = request.post(url, data=body) if body else request.get(url)
        assert answer.ok, answer.text()
        return answer.json()

    def play(self, table: str) -> None:
        """One turn: the first legal moves."""
        n = (view := self.ask(table))["confirmed"]
        while view["confirmed"] == n:
            move = view["view"]["moves"][0]["move"]
            view = self.ask(f"{table}/moves", move=move, n=view["n"], confirm=True)

    def go(self, table: str) -> Page:
        self.page.goto(f"{self.house.url}/tables/{table}")
        return self.page

    def leave(self) -> None:
        self.page.goto("about:blank")

    def lose_device(self) -> None:
        """And everything with it; there is another one."""
        self.page.context.close()
        self.page = self.new_device()


@pytest.fixture
def house(tmp_path: Path, empty: Path) -> Iterator[House]:
    with letterbox() as box, push_service() as push:
        made = House(Path(shutil.copy(empty, tmp_path / "tables.sqlite")), box, push)
        yield made
        made.close()


def lay_table(ada: Friend, friends: list[Friend]) -> str:
    """Ada lays a table at a pace of a day; the others come by their links."""
    page = ada.page
    page.goto(ada.house.url)
    page.fill("[name=name-0]", ada.name)
    for seat in (1, 2, 3):
        page.select_option(f"[name=kind-{seat}]", "open")
    page.select_option("[name=pace]", "1d")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/tables/*")
    table = page.url.rpartition("/")[2]
    ada.seat = 0
    for friend, seat in zip(friends, ada.ask(table)["table"]["seats"][1:], strict=True):
        friend.page.goto(f"{ada.house.url}/join/{table}/{seat['token']}")
        friend.page.fill("[name=name]", friend.name)
        friend.page.get_by_role("button", name="Take the seat").click()
        friend.page.wait_for_url("**/tables/*")
        friend.seat = seat["seat"]
    return table


def become_host(ada: Friend) -> None:
    """By the link that the server prints at its first start."""
    link = ada.house.wait(ada.house.tables.clubhouse.host_link())
    ada.page.goto(f"{ada.house.url}{link}")
    ada.page.fill("[name=name]", ada.name)
    ada.press("Be the host")
    ada.page.wait_for_url("**/club")
    expect(ada.page.locator("[name=site]")).to_have_value(ada.house.url)


def be_called_by_mail(ada: Friend, address: str) -> None:
    """She says where, proves it by the link in the letter, and chooses it for notices."""
    page = ada.page
    page.goto(f"{ada.house.url}/me")
    page.fill("[name=address]", address)
    ada.press("Send the link")
    expect(page.get_by_text("A letter is on its way")).to_be_visible()
    (letter,) = ada.house.box.to(address)
    found = re.search(r"http\S+/address/\S+", letter.get_content())
    assert found
    page.goto(found[0])
    expect(page.get_by_text(f"wants to be reached at {address}")).to_be_visible()
    ada.press("That is my address")
    expect(page.get_by_text(f"{address} is a way back")).to_be_visible()
    page.goto(f"{ada.house.url}/me/notices")
    ada.press(f"Mail to {address}")
    expect(page.locator(".call-list").first).to_contain_text(address)


def be_away(ada: Friend, first: date, last: date) -> None:
    """Her holiday, on her own page."""
    ada.page.goto(f"{ada.house.url}/me")
    ada.page.fill("[name=first]", first.isoformat())
    ada.page.fill("[name=last]", last.isoformat())
    ada.press("Add")
    expect(ada.page.locator("section", has_text="Holidays").first).to_contain_text(f"to {last:%-d %B %Y}")


def give_new_link(ada: Friend, friend: Friend, table: str) -> str:
    """The host of the table opens its menu and gives a seat a new link, which stands in the log; where it leads."""
    page = ada.go(table)
    ada.press("Menu")
    page.once("dialog", lambda asked: asked.accept())
    page.locator(f"[data-new-link='{friend.seat}']").click()
    expect(page.locator("#log")).to_contain_text(f"The seat of {friend.name} has a new link, from the host")
    path = page.get_by_label(f"Link for {friend.name}").get_attribute("data-link")
    assert path
    return f"{ada.house.url}{path}"


def test_four_friends_play_two_weeks(browser: Browser, house: House) -> None:
    ada, bert = (Friend(browser, house, name, phone=False) for name in ("Ada", "Bert"))
    cleo, dora = (Friend(browser, house, name, phone=True) for name in ("Cleo", "Dora"))
    friends = {friend.name: friend for friend in (ada, bert, cleo, dora)}
    become_host(ada)
    table = lay_table(ada, [bert, cleo, dora])

    # How they are called: Ada by mail, Cleo by her phone, Dora by a hook; Bert by nothing but his calendar.
    be_called_by_mail(ada, "ada@example.org")
    cleo.page.goto(f"{house.url}/me/notices")
    subscribe = """async (made) => (await fetch("/me/notices/push", {method: "POST",
        headers: {"content-type": "application/json"}, body: JSON.stringify(made)})).ok"""
    assert cleo.page.evaluate(subscribe, house.push.subscribe("cleo"))
    dora.page.goto(f"{house.url}/me/notices")
    dora.page.select_option("[name=kind]", "ntfy")
    dora.page.fill("[name=address]", f"{house.push.url}/dora")
    dora.page.get_by_role("button", name="Add", exact=True).click()
    expect(dora.page.locator(".call-list").first).to_contain_text("/dora")
    for friend in friends.values():
        friend.leave()

    def due() -> Friend | None:
        to_act = house.wait(house.tables.get(table)).to_act
        return next((friend for friend in friends.values() if friend.seat == to_act), None)

    async def where() -> str:
        return str((await house.tables.get(table)).row.standing["where"])

    def until_turn_of(friend: Friend) -> None:
        """And not the last of a round, after which discs are drawn: no turn is taken back past that."""
        while (now := due()) is not friend or "turn 8 of 8" in house.wait(where()):
            assert now is not None
            now.play(table)
            house.later(hours=3)

    # Cleo's turn: her phone says so, once, and one tap leads to the table, where she plays it by hand.
    first = due()
    assert first is not None
    first.play(table)
    until_turn_of(cleo)
    house.later(minutes=6)
    house.later(hours=1)
    told = [one for one in house.push.read("cleo") if one["title"].startswith("Your turn")]
    assert told[-1]["url"] == f"{house.url}/tables/{table}"
    cleo.page.goto(told[-1]["url"])
    left = cleo.ask(table)["table"]["due"] - house.clock.now()
    expect(cleo.page.locator("#where")).to_contain_text(f"{left // 3600:.0f} hours left")
    cleo.page.locator(".take[data-move^=buy]").first.tap()
    cleo.page.get_by_role("button", name="Do this and confirm").tap()
    expect(cleo.page.locator("#log li:not(.chapter)").first).to_contain_text("Cleo buys")
    cleo.leave()
    assert len([one for one in house.push.read("cleo") if one["title"].startswith("Your turn")]) == len(told)

    # Talk that names somebody is told, but not what was said.
    bert.go(table)
    bert.page.fill("#say", "Dora, that was well built")
    bert.page.keyboard.press("Enter")
    expect(bert.page.locator("#log")).to_contain_text("well built")
    house.later(minutes=6)
    hooks = [(headers, body) for path, headers, body in house.push.taken if path == "/dora"]
    assert hooks
    assert not any(b"well built" in body for _, body in hooks)
    bert.leave()

    # Dora has lost her phone and every way back: the host gives her seat a new link, and all read it.
    dora.lose_device()
    dora.page.goto(give_new_link(ada, dora, table))
    expect(dora.page.locator("[name=name]")).to_have_value("Dora")
    dora.press("Take the seat")
    dora.page.wait_for_url("**/tables/*")
    assert dora.ask(table)["held"] == [dora.seat]
    expect(ada.page.locator("#log")).to_contain_text("The seat of Dora is taken by its link.")
    ada.leave()

    # Ada is on holiday: her turn waits for her, and nobody sits in.
    until_turn_of(ada)
    today = date.fromtimestamp(house.clock.now())
    be_away(ada, today, today + timedelta(days=2))
    ada.leave()
    house.later(days=2)
    assert ada.ask(table)["names"] == ["Ada", "Bert", "Cleo", "Dora"]
    assert [letter["Subject"] for letter in house.box.to("ada@example.org")][-1] == "Your turn: Mini Rails"

    # She is back, moves, and takes it back at once; the others let her.
    before = ada.ask(table)["confirmed"]
    ada.go(table)
    ada.play(table)
    expect(ada.page.locator("#log li:not(.chapter)").first).to_contain_text("Ada")
    ada.page.locator("[data-take-back]").click()
    for other in (bert, cleo, dora):
        other.go(table)
        other.page.locator("[data-agree=yes]").click()
        expect(other.page.locator("[data-agree=yes]")).to_have_count(0)
    assert ada.ask(table)["confirmed"] == before
    ada.play(table)
    for friend in friends.values():
        friend.leave()

    # Bert does not come: his time runs out, and a bot sits in, under a name that says so.
    until_turn_of(bert)
    ada.go(table)
    house.later(hours=25)
    expect(ada.page.locator("#invite")).to_contain_text("A bot sits in for Bert")
    expect(ada.page.locator("#log")).to_contain_text("Bert ran out of time")
    expect(ada.page.locator("#log li:not(.chapter) b", has_text="A bot for Bert").first).to_be_visible(timeout=20_000)
    page = bert.go(table)
    expect(page.locator("#invite")).to_contain_text("a bot sits in for you")
    page.get_by_role("button", name="Take my seat back").click()
    expect(page.locator("#invite")).not_to_contain_text("a bot sits in")
    assert bert.ask(table)["names"] == ["Ada", "Bert", "Cleo", "Dora"]
    for friend in friends.values():
        friend.leave()

    # They play on to the end.
    while (now := due()) is not None:
        now.play(table)
        house.later(hours=9)
    assert house.clock.now() - NOON > 12 * 24 * 3600
    house.later(minutes=6)
    assert house.box.to("ada@example.org")[-1]["Subject"] == "The game is over: Mini Rails"
    assert house.push.read("cleo")[-1]["title"] == "The game is over: Mini Rails"
    subjects = [letter["Subject"] for letter in house.box.to("ada@example.org")]
    assert len([one for one in subjects if one.startswith("The game is over")]) == 1
    page = ada.go(table)
    made = re.search(r"a bot made (\d+) move", page.locator(".scores").inner_text())
    assert made
    assert int(made[1]) == len(ada.ask(f"{table}/record")["stood_in"])
