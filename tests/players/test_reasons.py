"""Reasons of hints are true: the move is played, or the line that is told with it, and what the sentence claims is
looked for in what everybody can see. Over some hundred positions of every game, of all kinds of tables, each sentence
that a game knows is met and checked."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import branchline
from branchline.game import Json, Value
from branchline.lab.bench import compiled
from branchline.names import GameName
from branchline.players.hint import LATER, hint, mean
from branchline.players.search import Search, Thought
from branchline.position import Position

Claim = Callable[[Position, Json, Position, Json, int], bool]
Table = tuple[int, dict[str, Value]]

SIMULATIONS = 12
SEED = 1
AVERAGE = re.compile(
    r"played on, it (brings you|costs Seat (\d)) (\d+\.\d) points more than your other moves on average"
)

TABLES: dict[str, list[Table]] = {
    "mini-rails": [(4, {}), (3, {}), (5, {})],
    "mini-express": [(3, {}), (1, {}), (2, {}), (5, {}), (3, {"golden_spike": True})],
    "steam-power": [(4, {}), (2, {}), (1, {"automas": 1}), (1, {"automas": 0})],
    "express-01": [(4, {}), (2, {})],
}
"""Seats and options: the first is the usual one."""

SELDOM: dict[str, set[str]] = {}
"""What is not said in any of these positions, since something else spoke more for the move."""


def stocks(view: Json, seat: int, taxed: bool) -> list[int]:
    table = view["table"]
    return [one["at"] for one in table["stocks"][seat] if (one["company"] in table["taxed"]) == taxed]


def risen(view: Json, seat: int, taxed: bool) -> int:
    return sum(at for at in stocks(view, seat, taxed) if at > 0)


def to_come(view: Json, company: str) -> bool:
    """Can a disc of the company still be taken or be left?"""
    return bool(view["round"] < 6 or {"company": company} in view["table"]["market"])


def to_gain(view: Json, seat: int) -> int:
    """What its stocks of untaxed companies are above 0, of those that can still be taxed."""
    table = view["table"]
    stocks = [one for one in table["stocks"][seat] if one["company"] not in table["taxed"]]
    return sum(one["at"] for one in stocks if one["at"] > 0 and to_come(view, one["company"]))


def rises_for_good(b: Position, before: Json, a: Position, after: Json, seat: int) -> bool:
    """A stock of an untaxed company has risen, and that company can still be taxed."""
    table = after["table"]
    risen_now = [one for one in table["stocks"][seat] if one["company"] not in table["taxed"] and one["at"] > 0]
    more_than_before = risen(after, seat, False) > risen(before, seat, False)
    return more_than_before and any(to_come(after, one["company"]) for one in risen_now)


def ahead(position: Position, view: Json, seat: int, taxed: bool) -> int:
    """The spots of the hexes with a gain beside its companies' discs."""
    game: Any = position.game
    hexes, table = {one["name"]: one for one in view["table"]["hexes"]}, view["table"]
    land = game.side(position.state).land
    names = game.side(position.state).names
    around = {a: [b for k, b in enumerate(names) if land.around[i] & land.bit[k]] for i, a in enumerate(names)}
    total = 0
    for stock in table["stocks"][seat]:
        if (stock["company"] in table["taxed"]) == taxed and to_come(view, stock["company"]):
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


def shares_that_build(view: Json, seat: int) -> int:
    both = zip(view["table"]["shares"][seat], view["table"]["assets"], strict=True)
    return sum(held["count"] for held, asset in both if asset["destinations"])


def railways(view: Json, seat: int) -> list[Json]:
    """The seat's; alone one has all of them."""
    return [one for one in view["table"]["companies"] if view["table"]["solo"] or one["number"] == seat]


def rails(view: Json, seat: int) -> int:
    own = {one["number"] for one in railways(view, seat)}
    return sum(rail["company"] in own for hex in view["table"]["hexes"] for rail in hex["rails"])


def shares_with_stations(view: Json, seat: int) -> int:
    held = view["table"]["players"][seat]["shares"]
    return sum(count for company, count in held.items() if view["table"]["stations"][company])


def run(position: Position, seat: int) -> int:
    """What the best of the longest routes pay, of each company whose shares the seat holds."""
    from branchline.games.express_01.routes import Routes, worth

    table, state, total = position.view(seat)["table"], position.state, 0
    for number, company in enumerate(table["companies"]):
        issued = table["issued"][company]
        if table["players"][seat]["shares"][company] and issued and table["stations"][company]:
            routes = Routes(state.network, number, issued)  # type: ignore[attr-defined]
            if routes.longest() > 0:
                total += max(int(worth(state.network, route)) for route in routes.routes())  # type: ignore[attr-defined]
    return total


CLAIMS: dict[str, dict[str, Claim]] = {
    "mini-rails": {
        "your stocks of taxed companies rise, and their gains count": more(lambda v, s: risen(v, s, True)),
        "SEAT's stocks of taxed companies fall": less(lambda v, s: risen(v, s, True)),
        "your stocks rise, which counts once their companies are taxed": rises_for_good,
        "SEAT has less to gain from companies that are still to be taxed": less(to_gain),
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
        "more of your shares are of companies that can be built now": more(shares_that_build),
        "you lead in influence on more of the companies whose shares you hold": more(leads),
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
        "SEAT loses points by it": less(lambda v, s: v["scores"][s]),
        "it brings you money": more(lambda v, s: railways(v, s)[0]["money"]),
        "you can pay for more of the contracts in your hand": more(
            lambda v, s: sum(ticket["can"] for ticket in v["table"]["hands"][str(s)])
        ),
        "your track grows": more(rails),
        "more goods lie beside your factories": more(
            lambda v, s: sum(sum(one["goods"].values()) for one in railways(v, s))
        ),
        "new contracts come to your hand": lambda b, before, a, after, seat: (
            after["table"]["phase"] in ("drawing", "whose", "taking")
        ),
    },
    "express-01": {
        "SEAT's capital shrinks": less(lambda v, s: v["scores"][s]),
        "it brings cards to your hand": more(lambda v, s: v["table"]["players"][s]["hand"]),
        "more of your shares are of companies with stations, and each further station adds to them": more(
            shares_with_stations
        ),
        "the longest runs of your companies pay more": lambda b, before, a, after, seat: run(a, seat) > run(b, seat),
        "the longest runs of SEAT's companies pay less": lambda b, before, a, after, seat: run(a, seat) < run(b, seat),
        "you take an earlier position": less(lambda v, s: v["table"]["players"][s]["position"]),
    },
}


def played(position: Position, moves: list[str]) -> Position:
    """What the seat's own decisions leave, before chance and the others go on."""
    after = position.copy()
    for move in moves:
        after.state.play(after.code_of(move))
    return after


def positions(name: GameName, seats: int, options: dict[str, Value], seeds: range) -> Iterator[Position]:
    """From the first decision of a game to its last ones, with thinking enough to go astray."""
    often = 5 if name.startswith("mini") else 23  # the others have many small decisions
    for seed in seeds:
        position = branchline.game(name).start(seats=seats, seed=seed, **options)
        player = branchline.player("greedy", seed=seed)
        while not position.over:
            if position.n % (often + seed % 3) == 0 and len(position.legal()) > 2:
                yield position
            position.play(player.choose(position))


def check(position: Position, told: Json, tried: list[Thought]) -> Iterator[str]:
    """Each sentence of a hint, when it holds."""
    seat = position.to_act
    assert seat is not None
    before = position.view(seat)
    for part in told["why"].rstrip(".").split("; "):
        said = part if part.startswith("Seat ") else part[0].lower() + part[1:]
        later = said.startswith(LATER)
        after = played(position, [told["move"], *(told["then"] if later else [])])
        yield holds(position, before, after, seat, said.removeprefix(LATER), told, tried)
        assert not later or told["then"], told


def holds(
    position: Position, before: Json, after: Position, seat: int, said: str, told: Json, tried: list[Thought]
) -> str:
    """The sentence without names, if it is true."""
    seen, usual = after.view(seat), re.sub(r"Seat \d", "SEAT", said)
    thought = next(one for one in tried if position.game.text(position.state, one.code) == told["move"])
    if change := re.fullmatch(r"([+−]\d+) points? for you( at once)?", said):
        assert seen["scores"][seat] - before["scores"][seat] == int(change[1].replace("−", "-")), said
    elif said == "it ends the game, and you win":
        assert after.over
        assert seat in after.winners()
    elif average := AVERAGE.fullmatch(said):
        others = [one for one in tried if one is not thought]
        whom, sign = (int(average[2]) - 1, -1) if average[2] else (seat, 1)
        more = thought.score[whom] - mean([one.score for one in others], others)[whom]
        assert f"{sign * more:.1f}" == average[3], said
    elif said == "nothing else is to be considered":
        assert len(tried) == 1
    elif said == "played on from here, it comes out best most often":
        assert thought.visits == max(one.visits for one in tried)
    elif said != "played on from here, it comes out nearly as well as the best":
        other = re.search(r"Seat (\d)", said)
        claim = CLAIMS[position.game.name][usual]
        assert claim(position, before, after, seen, int(other[1]) - 1 if other else seat), said
    return usual


def looked_through(name: GameName, tables: list[Table], seeds: range) -> Counter[str]:
    """How often each sentence was said, and was so."""
    met: Counter[str] = Counter()
    for seats, options in tables:
        for position in positions(name, seats, options, seeds):
            names = [f"Seat {number + 1}" for number in range(int(position.state.seats))]
            found = Search(SEED, simulations=SIMULATIONS, tell=True)
            tried = [thought for thought in found.think(position) if thought.visits]
            for told in hint(position, seconds=0, simulations=SIMULATIONS, seed=SEED, names=names):
                met.update(check(position, told, tried))
    return met


@pytest.mark.parametrize("name", branchline.games())
def test_what_a_hint_claims_is_so_when_its_line_is_played(name: GameName) -> None:
    assert looked_through(name, TABLES[name][:1], range(3, 5))


@pytest.mark.skipif(not compiled(), reason="some hundred positions take too long uncompiled")
@pytest.mark.parametrize("name", branchline.games())
def test_every_sentence_that_a_game_knows_is_met_and_is_so(name: GameName) -> None:
    met = looked_through(name, TABLES[name], range(20, 28))
    assert set(CLAIMS[name]) - set(met) == SELDOM.get(name, set())
    assert sum(met.values()) > 500


@pytest.mark.parametrize("name", branchline.games())
def test_every_sentence_of_a_game_has_its_check(name: GameName) -> None:
    words = {text for reason in branchline.game(name).reasons.values() for text in (reason.mine, reason.theirs) if text}
    assert {text.replace("{seat}", "SEAT") for text in words} == set(CLAIMS[name])


def test_in_the_last_round_nobody_chooses_early_in_the_next() -> None:
    position = branchline.game("mini-rails").start(seats=4, seed=2)
    while position.state.round < 6:
        position.play(position.legal()[0])
    while not position.over:
        for told in hint(position, seconds=0, simulations=20):
            assert "next round" not in told["why"]
        position.play(position.legal()[0])
