"""Sit: a bot of one's own at a live table, by the link of an invitation.

    branchline sit http://127.0.0.1:8000/join/k3m9x2v7qa/TOKEN ./my_bot.py:MyBot

It plays over the API, on what its seat may know, and the table says that it is a bot. Where a game hides nothing it is
given a `Position` with a future of its own; where others hold secrets it is given `Seen`, which has what the seat
reads. When the line is lost it waits and comes back.
"""

import random
import re
import time
from collections.abc import Callable
from typing import Any, Final

import httpx

import branchline
from branchline.game import Json
from branchline.games import find
from branchline.lab.arena import ask
from branchline.lab.contender import Contender, Wish
from branchline.players import Player
from branchline.position import Position
from branchline.refusal import Refused

LINK: Final = re.compile(r"(https?://[^/]+)/join/([a-z0-9]+)/([A-Za-z0-9_-]+)/?")
PAUSE: Final = 1.0  # seconds from one look at the table to the next
LONGEST: Final = 30.0  # seconds from one try to the next when the line is lost


class Seen:
    """A table as a seat sees it, for a bot's `choose`: what is hidden from the seat is not here."""

    def __init__(self, table: Json) -> None:
        self.told = table["view"]
        self.log = table["log"]
        self.game = find(self.told["game"])
        self.options = self.told["options"]
        self.players = int(self.told["players"])
        self.to_act = self.told["to_act"]
        self.n = int(self.told["n"])
        self.over = bool(self.told["over"])

    def legal(self) -> list[str]:
        return sorted(offer["move"] for offer in self.told["moves"])

    def view(self, seat: int | None = None) -> Json:
        found: Json = self.told
        return found

    def scores(self) -> list[int]:
        return list(self.told["scores"])

    def __getattr__(self, name: str) -> Any:
        raise Refused(
            "players",
            f"{name} can't be had at a live table where others hide something: a bot there has view(), legal(), "
            "scores(), log, to_act, players and options.",
        )


class Line:
    """The way to one table; who holds the seat's key holds the seat."""

    def __init__(self, link: str, client: httpx.Client, say: Callable[[str], None], wait: Callable[[float], None]):
        found = LINK.fullmatch(link.strip().partition("?")[0])
        if not found:
            raise Refused("seats", f"{link!r} is no invitation: its link goes http://HOST/join/TABLE/TOKEN.")
        self.host, self.table, self.token = found.groups()
        self.client, self.say, self.wait = client, say, wait
        self.key = ""

    def join(self, name: str) -> Json:
        """Take the seat; a bot that was started anew comes back by the seat's own link."""
        answer = self.send("POST", "/join", {"token": self.token, "name": name, "program": True})
        if answer.status_code == 422 and "is called" in answer.text:
            number = random.Random(self.token).randrange(100)
            answer = self.send("POST", "/join", {"token": self.token, "name": f"{name} {number}", "program": True})
        table = read(answer)
        self.key = table["key"] or self.token
        return table

    def look(self, seat: int) -> Json:
        return read(self.send("GET", f"?seat={seat}"))

    def play(self, move: str, table: Json) -> Json:
        """The table after a move; where it has moved on or the move was refused, the table as it is."""
        wish = {"move": move, "n": table["n"], "seat": table["seat"], "confirm": True}
        answer = self.send("POST", "/moves", wish, again=False)
        if answer.status_code == 200:
            return read(answer)
        if answer.status_code in (409, 422):
            self.say(str(answer.json().get("reason", "")))
        return self.look(table["seat"])

    def send(self, method: str, path: str, body: Json | None = None, again: bool = True) -> httpx.Response:
        """An answer, however long it takes. A move is not sent twice: who lost the line looks at the table first."""
        after = PAUSE
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        while True:
            try:
                url = f"{self.host}/api/tables/{self.table}{path}"
                answer = self.client.request(method, url, json=body, headers=headers)
                if answer.status_code < 500:
                    return answer
                fault = f"the table answers {answer.status_code}"
            except httpx.TransportError as error:
                fault = str(error) or type(error).__name__
            self.say(f"The line is lost ({fault}); trying again in {after:.0f} s.")
            self.wait(after)
            after = min(2 * after, LONGEST)
            if not again:
                return httpx.Response(409, json={"reason": "The line was lost in the middle of a move."})


def read(answer: httpx.Response) -> Json:
    """What the table says; refuses what it refuses."""
    try:
        told: Json = answer.json()
    except ValueError as error:
        raise Refused("seats", f"No table of Branchline answers there, but {answer.status_code}.") from error
    if answer.status_code >= 400:
        raise Refused(str(told.get("rule", "seats")), str(told.get("reason", f"The table said {answer.status_code}.")))
    return told


def sit(
    link: str,
    wish: Wish | Contender,
    name: str = "",
    say: Callable[[str], None] = lambda _: None,
    wait: Callable[[float], None] = time.sleep,
    client: httpx.Client | None = None,
) -> Json:
    """Take the seat of an invitation and play it to the end of the game; the table as it stands then."""
    contender = Contender.of(wish)
    contender.check(in_processes=False)
    with client or httpx.Client(timeout=20.0) as open_client:
        line = Line(link, open_client, say, wait)
        table = line.join(name or contender.name.rpartition(":")[2])
        seat = int(table["seat"])
        say(f"{table['names'][seat]} sits down at {table['table']['title']}.")
        player = contender.sit_down(f"{line.table}.{seat}")
        if token := table["table"]["seats"][seat]["token"]:
            say(f"To come back later: {line.host}/join/{line.table}/{token}")
        while not table["view"]["over"]:
            if table["view"]["to_act"] == seat and table["view"]["moves"]:
                table = line.play(chosen(player, line, table, say), table)
            else:
                wait(PAUSE)
                table = line.look(seat)
    return table


def chosen(player: Player, line: Line, table: Json, say: Callable[[str], None]) -> str:
    """The bot's move; a random one, told, where it fails or answers with what is not legal."""
    legal: list[str] = sorted(offer["move"] for offer in table["view"]["moves"])
    move, fault = ask(player, position_of(line, table))
    if not fault and move in legal:
        return move
    say(f"{fault or f'{move[:80]!r} is not legal'}; a random move is played instead.")
    return random.choice(legal)


def position_of(line: Line, table: Json) -> Any:
    """What the bot is given to choose in."""
    rules = find(table["view"]["game"])
    if rules.has_secrets:
        return Seen(table)
    record = read(line.send("GET", f"/record?seat={table['seat']}"))
    record.pop("redacted", None)  # nothing was left out: the game has no secrets
    position: Position = branchline.replay(record, seed=random.getrandbits(64))
    for move in table["draft"]["moves"]:
        position.play(move)
    return position
