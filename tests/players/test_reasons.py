"""Reasons of hints are true: the move is played, or the line that is told with it, and what the sentence claims is
looked for in what everybody can see."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import branchline
from branchline.game import Json
from branchline.names import GameName
from branchline.players.hint import LATER, hint
from branchline.position import Position

Claim = Callable[[Position, Json, Position, Json, int], bool]

AVERAGE = re.compile(r"played on, it (brings you|costs Seat \d) \d+\.\d points more than your other moves on average")
NO_CLAIM = ("nothing else is to be considered", "played on from here, it comes out")


def stocks(view: Json, seat: int, taxed: bool) -> list[int]:
    table = view["table"]
    return [one["at"] for one in table["stocks"][seat] if (one["company"] in table["taxed"]) == taxed]


def risen(view: Json, seat: int, taxed: bool) -> int:
    return sum(at for at in stocks(view, seat, taxed) if at > 0)


def ahead(position: Position, view: Json, seat: int, taxed: bool) -> int:
    """The spots of the hexes with a gain beside its companies' discs."""
    game: Any = position.game
    hexes, table = {one["name"]: one for one in view["table"]["hexes"]}, view["table"]
    land = game.side(position.state).land
    names = game.side(position.state).names
    around = {a: [b for k, b in enumerate(names) if land.around[i] & land.bit[k]] for i, a in enumerate(names)}
    total = 0
    for stock in table["stocks"][seat]:
        if (stock["company"] in table["taxed"]) == taxed:
            discs = [name for name, hex in hexes.items() if hex["disc"] == stock["company"]]
            sites = {name for disc in discs for name in around[disc] if not hexes[name]["disc"]}
            total += sum(max(0, hexes[name]["value"]) for name in sites)
    return total


def more(measure: Callable[[Json, int], float]) -> Claim:
    return lambda b, before, a, after, seat: measure(after, seat) > measure(before, seat)


def less(measure: Callable[[Json, int], float]) -> Claim:
    return lambda b, before, a, after, seat: measure(after, seat) < measure(before, seat)


def influence(view: Json, seat: int) -> int:
    return int(sum(view["table"]["influence"][seat]))


def shares(view: Json, seat: int) -> int:
    return int(sum(one["count"] for one in view["table"]["shares"][seat]))


def leads(view: Json, seat: int) -> int:
    rows = view["table"]["influence"]
    held = [one["count"] for one in view["table"]["shares"][seat]]
    return sum(1 for c in range(4) if held[c] and rows[seat][c] == max(row[c] for row in rows))


def company(view: Json, seat: int) -> Json:
    return dict(view["table"]["companies"][seat])


def run(position: Position, seat: int) -> int:
    """What the best runs would pay, asked of the rules as one who runs each company would."""
    from branchline.games.express_01 import reasons

    return int(reasons.runs(position.game, position.state, seat))  # type: ignore[arg-type]


CLAIMS: dict[str, dict[str, Claim]] = {
    "mini-rails": {
        "your stocks of taxed companies rise, and their gains count": more(lambda v, s: risen(v, s, True)),
        "SEAT's stocks of taxed companies fall": less(lambda v, s: risen(v, s, True)),
        "your stocks rise, which counts once their companies are taxed": more(lambda v, s: risen(v, s, False)),
        "SEAT's stocks of untaxed companies fall": less(lambda v, s: risen(v, s, False)),
        "your losses shrink": more(lambda v, s: sum(min(0, at) for at in stocks(v, s, False))),
        "SEAT's losses grow": less(lambda v, s: sum(min(0, at) for at in stocks(v, s, False))),
        "your stocks of taxed companies have more good hexes ahead": lambda b, before, a, after, seat: (
            ahead(a, after, seat, True) > ahead(b, before, seat, True)
        ),
        "SEAT's stocks of taxed companies have fewer good hexes ahead": lambda b, before, a, after, seat: (
            ahead(a, after, seat, True) < ahead(b, before, seat, True)
        ),
        "your stocks of untaxed companies have more good hexes ahead": lambda b, before, a, after, seat: (
            ahead(a, after, seat, False) > ahead(b, before, seat, False)
        ),
        "SEAT's stocks of untaxed companies have fewer good hexes ahead": lambda b, before, a, after, seat: (
            ahead(a, after, seat, False) < ahead(b, before, seat, False)
        ),
        "you share a stock with others, who want it to rise as you do": lambda b, before, a, after, seat: (
            len(after["table"]["stocks"][seat]) > len(before["table"]["stocks"][seat])
            and any(
                after["table"]["stocks"][seat][-1]["company"] == one["company"]
                for other, held in enumerate(after["table"]["stocks"])
                for one in held
                if other != seat
            )
        ),
        "you choose early in the next round": lambda b, before, a, after, seat: (
            before["round"] < 6
            and {"seat": seat} in after["table"]["market"][: len(after["table"]["market"]) // 2]
            and after["table"]["market"] != before["table"]["market"]
        ),
    },
    "mini-express": {
        "SEAT's shares are worth less by it": less(lambda v, s: v["scores"][s]),
        "you have one share more to be paid for": more(shares),
        "you hold more shares of companies with cities still to reach": more(shares),
        "you lead in influence on one more company whose shares you hold": more(leads),
        "SEAT no longer leads in influence on a company whose shares SEAT holds": less(leads),
        "you have more influence where you hold shares": lambda b, before, a, after, seat: any(
            held["count"]
            and (
                after["table"]["influence"][seat][c] > before["table"]["influence"][seat][c]
                or not before["table"]["shares"][seat][c]["count"]
            )
            for c, held in enumerate(after["table"]["shares"][seat])
        ),
        "it brings influence, and influence pays for shares": more(influence),
    },
    "steam-power": {
        "it scores points": more(lambda v, s: v["scores"][s]),
        "SEAT loses points by it": less(lambda v, s: v["scores"][s]),
        "it brings you money": more(lambda v, s: company(v, s)["money"]),
        "it costs SEAT money": less(lambda v, s: company(v, s)["money"]),
        "you can pay for one more contract in your hand": more(
            lambda v, s: sum(ticket["can"] for ticket in v["table"]["hands"][str(s)])
        ),
        "your track grows": more(
            lambda v, s: sum(rail["company"] == s for hex in v["table"]["hexes"] for rail in hex["rails"])
        ),
        "more goods lie beside your factories": more(lambda v, s: sum(company(v, s)["goods"].values())),
        "new contracts come to your hand": lambda b, before, a, after, seat: (
            after["table"]["phase"] in ("drawing", "whose", "taking")
        ),
    },
    "express-01": {
        "your capital grows": more(lambda v, s: v["scores"][s]),
        "SEAT's capital shrinks": less(lambda v, s: v["scores"][s]),
        "it brings cards to your hand": more(lambda v, s: v["table"]["players"][s]["hand"]),
        "you hold one more share of a company with stations, and it gains by each further one": more(
            lambda v, s: sum(v["table"]["players"][s]["shares"].values())
        ),
        "the longest runs of your companies pay more": lambda b, before, a, after, seat: run(a, seat) > run(b, seat),
        "the longest runs of SEAT's companies pay less": lambda b, before, a, after, seat: run(a, seat) < run(b, seat),
        "you act earlier in the next round than in this one": less(lambda v, s: v["table"]["players"][s]["position"]),
    },
}


def played(position: Position, moves: list[str]) -> Position:
    """What the seat's own decisions leave, before chance and the others go on."""
    after = position.copy()
    for move in moves:
        after.state.play(after.code_of(move))
    return after


def positions(name: GameName) -> Iterator[Position]:
    """From the first decision of a game to its last ones, with thinking enough to go astray."""
    often = 5 if name.startswith("mini") else 31  # the others have many small decisions
    for seed, every in ((3, often), (8, often + 2)):
        position, player = branchline.game(name).start(seed=seed), branchline.player("greedy", seed=seed)
        while not position.over:
            if position.n % every == 0 and len(position.legal()) > 2:
                yield position
            position.play(player.choose(position))


def check(position: Position, told: Json) -> None:
    seat = position.to_act
    assert seat is not None
    before = position.view(seat)
    for part in told["why"].rstrip(".").split("; "):
        said = part if part.startswith("Seat ") else part[0].lower() + part[1:]
        later = said.startswith(LATER)
        after = played(position, [told["move"], *(told["then"] if later else [])])
        holds(position, before, after, seat, said.removeprefix(LATER))
        assert not later or told["then"], told


def holds(position: Position, before: Json, after: Position, seat: int, said: str) -> None:
    seen = after.view(seat)
    change = re.fullmatch(r"([+−]\d+) points for you( at once)?", said)
    if change:
        assert seen["scores"][seat] - before["scores"][seat] == int(change[1].replace("−", "-")), said
    elif said == "it ends the game, and you win":
        assert after.over
        assert seat in after.winners()
    elif not AVERAGE.fullmatch(said) and not said.startswith(NO_CLAIM):
        other = re.search(r"Seat (\d)", said)
        claim = CLAIMS[position.game.name][re.sub(r"Seat \d", "SEAT", said)]
        assert claim(position, before, after, seen, int(other[1]) - 1 if other else seat), said


@pytest.mark.parametrize("name", branchline.games())
def test_what_a_hint_claims_is_so_when_its_line_is_played(name: GameName) -> None:
    for position in positions(name):
        for told in hint(position, seconds=0, simulations=12, seed=1):
            check(position, told)


def test_in_the_last_round_nobody_chooses_early_in_the_next() -> None:
    position = branchline.game("mini-rails").start(seats=4, seed=2)
    while position.state.round < 6:
        position.play(position.legal()[0])
    while not position.over:
        for told in hint(position, seconds=0, simulations=20):
            assert "next round" not in told["why"]
        position.play(position.legal()[0])
