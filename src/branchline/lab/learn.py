"""Learn: a game's network, from greedy games to games of the search with the network, in a folder that a later run
goes on with.

A generation is: games of the best players so far, a network taught from the last few generations, and matches. It
becomes the best only by the arena's sequential test against the best before, and if nobody of the pool is shown to
beat it. Everything that is done lies in the folder as a file and is not done again:

    rows/000-4-002.npz   generation, kind of game, part: what was seen in some of its games
    net-000.json         a generation's network, with how well it forecasts games held back
    match-000.json       how it did against the best before and against the pool
    best.json            the network that play should use, with the matches that made it the best
    progress.html        all of it as one page
"""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from branchline.constants import constants
from branchline.game import Game, Json, Value, data
from branchline.games import find
from branchline.kernel.net import Inputs
from branchline.lab.arena import Result, SequentialTest, arena
from branchline.lab.contender import Contender
from branchline.lab.network import Choices, Network, Positions, surprise, teach, teach_moves
from branchline.lab.progress import page, told_page
from branchline.lab.selfplay import Games, play, unpacked
from branchline.lab.telling import judged_by_others, kind_of, measured, told_by_it, turns_a_player
from branchline.lab.workers import HERE, spread
from branchline.refusal import Refused

HELD_BACK: Final = 8  # every eighth part is held back
RARER: Final = 4  # for what people are told: of games with unusual options, every fourth part is played
GAIN: Final = 0.06  # the win share beyond equality that a promotion is tested for
LEAST: Final = {
    "seed": 0,
    "games": HELD_BACK,
    "searched": HELD_BACK,
    "a_part": 1,
    "simulations": 1,
    "long": 1,
    "turns": 0,
    "window": 1,
    "epochs": 1,
    "blocks": 1,
    "match_simulations": 1,
    "match_games": 1,
}
ABOVE_ZERO: Final = {"rate": 1.0, "points": 1000.0}  # and at the most
FROM_ZERO: Final = {"by_thought": 1.0, "scores": 100.0, "decay": 100.0}


@dataclass(frozen=True)
class Plan:
    """How a network is learned. The same plan, in the same folder, goes on where it was stopped."""

    game: str
    seed: int = 0
    games: int = 12_000  # of greedy players, for each kind of game
    searched: int = 2_000  # of searches, for each kind and generation
    a_part: int = 1000  # greedy games that one process plays at a time; of searches an eighth as many
    simulations: int = 60
    long: int = 240
    turns: int = 0  # that a search with the network plays beyond its leaves
    window: int = 3  # generations that are learned from
    epochs: int = 6
    rate: float = 0.002
    blocks: int = 1  # times 24 units a layer
    by_thought: float = 0.5  # how far the target goes from the result to what the search thought
    points: float = 10.0  # that an output of 1.0 stands for
    match_simulations: int = 300
    match_games: int = 400  # at the most
    seats: tuple[int, ...] = ()  # only games with so many players; all if empty
    scores: float = 0.1  # how much an error in points counts beside the surprise about the winner
    decay: float = 0.0  # how fast weights fade that nothing speaks for
    told: bool = False  # for what people are told, not to play by: games of players of several levels, and no matches

    def check(self) -> None:
        """Refuse what nothing can be learned by, before anything is played."""
        for name, least in LEAST.items():
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise Refused("learn", f"{name} is a whole number of {least} or more, not {value!r}.")
        for name, most in ABOVE_ZERO.items():
            if not 0 < getattr(self, name) <= most:
                raise Refused("learn", f"{name} is above 0 and at most {most:g}, not {getattr(self, name):g}.")
        for name, most in FROM_ZERO.items():
            if not 0 <= getattr(self, name) <= most:
                raise Refused("learn", f"{name} is a number from 0 to {most:g}, not {getattr(self, name):g}.")


@dataclass
class Learner:
    plan: Plan
    to: Path
    on: str = HERE
    processes: int | None = None
    say: Callable[[str], None] = print
    rules: Game = field(init=False)

    def __post_init__(self) -> None:
        self.rules = find(self.plan.game)
        self.plan.check()
        self.check_seats()
        if self.rules.inputs(self.rules.usual_seats) is None:
            raise Refused("learn", f"{self.rules.title} has no inputs.py: nothing says what a network reads of it.")
        known = data(self.to / "plan.json")
        known = known and {**json.loads(json.dumps(asdict(Plan(self.plan.game)))), **known}  # of before a setting came
        mine = json.loads(json.dumps(asdict(self.plan)))
        if known and known != mine:
            other = ", ".join(name for name in mine if known.get(name) != mine[name])
            raise Refused("learn", f"{self.to} holds what was learned by another plan ({other}): name another folder.")
        (self.to / "rows").mkdir(parents=True, exist_ok=True)
        write(self.to / "plan.json", json.dumps(mine, indent=1) + "\n")

    def check_seats(self) -> None:
        """Refuse numbers of players that the game has not, and games of which nothing would be learned."""
        for seats in self.plan.seats:
            self.rules.resolve(seats, {})
        if not self.plan.told and set(self.plan.seats) == {1}:
            raise Refused(
                "learn",
                "Who plays alone meets nobody, and a network is promoted by matches only: name another number of "
                "players, too, or learn what people are told of these games, with --told.",
            )

    def run(self, generations: int) -> None:
        """Up to so many generations, the first of them greedy."""
        if generations < 1:
            raise Refused("learn", f"There is one generation at the least, the greedy one, not {generations}.")
        for number in range(generations):
            self.play(number)
            if not self.net_file(number).exists():
                self.teach(number)
            if self.plan.told:
                return
            if not (self.to / f"match-{number:03}.json").exists():
                self.compete(number)
            write(self.to / "progress.html", page(self.rules.title, self.told(generations), self.history()))

    # -- games ---------------------------------------------------------------------------

    def kinds(self) -> list[tuple[int, dict[str, Value]]]:
        """Every number of players and every kind of game that is learned apart."""
        if self.plan.told:
            every = every_kind(self.rules)
            return [(seats, options) for seats, options in every if not self.plan.seats or seats in self.plan.seats]
        files = sorted((self.rules.folder / "weights").glob("*.json"))
        found = [(one["seats"], one["options"]) for one in (data(file) for file in files)]
        found = found or [(seats, {}) for seats in self.rules.seats]
        return [(seats, options) for seats, options in found if not self.plan.seats or seats in self.plan.seats]

    def rows_file(self, number: int, kind: str, part: int) -> Path:
        return self.to / "rows" / f"{number:03}-{kind}-{part:03}.npz"

    def net_file(self, number: int) -> Path:
        return self.to / f"net-{number:03}.json"

    def tasks(self, number: int) -> Iterator[tuple[Path, Games]]:
        plan = self.plan
        before = self.net_file(number - 1).read_text("utf-8") if number else ""
        games = plan.searched if number else plan.games
        a_part = plan.a_part // 8 if number else plan.a_part
        a_part = max(1, min(a_part, games // HELD_BACK))  # one part at the least is held back
        for part, first in enumerate(range(0, games, a_part)):
            for seats, options in self.kinds():
                if plan.told and options and part % RARER:
                    continue
                kind = self.rules.weights_file(seats, options).stem
                task = Games(
                    plan.game,
                    seats,
                    tuple(options.items()),
                    f"{plan.seed}.{number}.{kind}",
                    first,
                    min(games, first + a_part),
                    before,
                    plan.simulations,
                    plan.long,
                    told=plan.told,
                )
                yield self.rows_file(number, kind, part), task

    def play(self, number: int) -> None:
        """The games of a generation that are not there yet."""
        missing = [(file, task) for file, task in self.tasks(number) if not file.exists()]
        if not missing:
            return
        answers = spread(play, [task for _, task in missing], self.on, self.processes)
        for done, ((file, _), rows) in enumerate(zip(missing, answers, strict=True), 1):
            write(file, rows)
            self.say(f"generation {number}: games {done} of {len(missing)} parts")

    # -- the network -----------------------------------------------------------------------

    def gathered(self, number: int, held: bool) -> dict[str, tuple[Positions, Choices]]:
        """The rows of the last generations by kind of game, those held back or the others."""
        found = {}
        for seats, options in self.kinds():
            kind = self.rules.weights_file(seats, options).stem
            first = max(0, number - self.plan.window + 1)
            files = sorted(
                f for n in range(first, number + 1) for f in (self.to / "rows").glob(f"{n:03}-{kind}-???.npz")
            )
            parts = [file.read_bytes() for file in files if held_back(file) == held]
            if parts:
                found[kind] = unpacked(parts, self.inputs(seats, options), 0.0 if held else self.plan.by_thought)
        return found

    def learned_from(self, number: int) -> int:
        """How many games a generation was taught from, those of the window that were not held back."""
        tasks = (task for n in range(max(0, number - self.plan.window + 1), number + 1) for task in self.tasks(n))
        return sum(task.end - task.first for file, task in tasks if not held_back(file))

    def inputs(self, players: int, options: dict[str, Value]) -> Inputs:
        state = self.rules.begin(players, self.rules.resolve(players, options))
        found = self.rules.inputs(int(state.seats))
        assert found is not None
        return found

    def new(self) -> Network:
        network = Network.new(self.inputs(*self.kinds()[0]), self.plan.points, self.plan.seed, self.plan.blocks)
        network.scores, network.decay = self.plan.scores, self.plan.decay
        return network

    def teach_to_tell(self) -> None:
        """A network for what people are told, and the kinds of games that it tells better than the linear forecast."""
        plan, kinds = self.plan, {}
        for seats, options in self.kinds():
            kind = self.rules.weights_file(seats, options).stem
            files = sorted((self.to / "rows").glob(f"000-{kind}-???.npz"))
            kinds[kind] = kind_of([file.read_bytes() for file in files], self.inputs(seats, options))
        judged = judged_by_others(kinds, self.new, plan.epochs, plan.rate, plan.seed)
        better: Json = {}
        others: Json = {}
        for seats, options in self.kinds():
            kind = self.rules.weights_file(seats, options).stem
            found = measured(kinds[kind], *judged[kind])
            tells = told_by_it(found)
            if tells:
                better[kind] = {"tells": tells, "turns_a_player": turns_a_player(self.rules, seats, options), **found}
            else:
                others[kind] = found
        network, inputs = self.new(), self.inputs(*self.kinds()[0])
        losses = teach(network, [of.positions for of in kinds.values()], plan.epochs, plan.rate, plan.seed)
        found = {
            "command": self.told(1),
            "game": plan.game,
            "version": self.rules.version,
            "seed": plan.seed,
            "games": sum(of["games"] for of in (better | others).values()),
            "positions": sum(len(of.positions) for of in kinds.values()),
            "turns": 0,
            "constants": constants(inputs.rests_on()),
            "losses": [round(loss, 4) for loss in losses],
            "kinds": better,
            "other_kinds": others,
        }
        write(self.to / "progress.html", told_page(self.rules.title, found))
        write(self.net_file(0), text(found | network.json(int(inputs.items), with_moves=False)))
        self.say(f"{found['positions']:,} positions; told by it: {', '.join(better)}; not: {', '.join(others)}")

    def teach(self, number: int) -> None:
        if self.plan.told:
            return self.teach_to_tell()
        plan = self.plan
        seen = self.gathered(number, held=False)
        held = self.gathered(number, held=True)
        inputs = self.inputs(*self.kinds()[0])
        network = self.new()
        if number:
            network = Network.of(json.loads(self.net_file(number - 1).read_text("utf-8")), plan.seed)
            network.scores, network.decay = plan.scores, plan.decay
        positions = [of for of, _ in seen.values()]
        losses = teach(network, positions, plan.epochs, plan.rate, plan.seed + number)
        choices = together([of for _, of in seen.values()])
        if len(choices):
            teach_moves(network, choices, 2 * plan.epochs, plan.rate, plan.seed + number)
        found = {
            "command": self.told(number + 1),
            "game": plan.game,
            "version": self.rules.version,
            "generation": number,
            "seed": plan.seed,
            "games": self.learned_from(number),
            "positions": sum(len(of) for of in positions),
            "choices": len(choices),
            "losses": [round(loss, 4) for loss in losses],
            "held_back": {kind: forecasts(network, of) for kind, (of, _) in held.items()},
            "turns": plan.turns,
            "constants": constants(inputs.rests_on()),
        }
        held_choices = together([of for _, of in held.values()])
        if len(held_choices):
            guessed, surprised = network.guesses(held_choices)
            found["moves_held_back"] = {"guessed": round(guessed, 4), "surprise": round(surprised, 4)}
        found |= network.json(int(inputs.items), len(choices) > 0)
        write(self.net_file(number), text(found))
        self.say(f"generation {number}: {found['positions']:,} positions, held back {found['held_back']}")

    def told(self, generations: int) -> str:
        usual = Plan(self.plan.game)
        flags = "".join(
            f" --{name.replace('_', '-')}" + ("" if one is True else f" {one}")
            for name, value in asdict(self.plan).items()
            if value != getattr(usual, name)
            for one in (value if isinstance(value, tuple) else (value,))
        )
        return f"branchline lab learn {self.plan.game} --generations {generations}{flags}"

    # -- matches ---------------------------------------------------------------------------

    def compete(self, number: int) -> None:
        """Against the best before by the sequential test, then by another one, whether it is no worse, against each of
        the pool: the search without a network, those that were the best once, the search of the textbooks, greedy."""
        mine, by_hand, best = self.player(self.net_file(number)), self.player(False), self.best_file()
        champion = self.player(best) if best.exists() else by_hand
        seats = self.seats_of_matches()
        test = SequentialTest(1 / seats, 1 / seats + GAIN, seats)
        first = self.match(mine, champion, seats, test)
        found: Json = {"champion": self.short(first), "pool": {}}
        before = [self.player(file) for file in self.promoted()]
        textbook = Contender("uct", {"simulations": self.plan.match_simulations})
        no_worse = SequentialTest(1 / seats - GAIN, 1 / seats, seats)
        for other in [by_hand, *before, textbook, Contender("greedy")]:
            if other != champion:
                result = self.short(self.match(mine, other, seats, no_worse))
                found["pool"][result["against"]] = result
        won = first.test["verdict"] == "h1"
        found["promoted"] = won and all(one["verdict"] != "h0" for one in found["pool"].values())
        if found["promoted"]:
            write(best, text({**data(self.net_file(number)), "matches": found}))
        write(self.to / f"match-{number:03}.json", json.dumps(found, indent=1) + "\n")
        self.say(f"generation {number}: {found}")

    def seats_of_matches(self) -> int:
        """The usual number of players, or the first that was asked for and is no game alone."""
        asked = [seats for seats in self.plan.seats if seats > 1]
        return asked[0] if asked else self.rules.usual_seats

    def best_file(self) -> Path:
        return self.to / "best.json"

    def promoted(self) -> list[Path]:
        """The networks that were the best once, before the one that is."""
        found = [file for file in sorted(self.to.glob("match-???.json")) if data(file).get("promoted")]
        return [self.net_file(int(file.stem[-3:])) for file in found[:-1]]

    def player(self, net: Path | Literal[False]) -> Contender:
        """The search with a network, which whoever plays it is given, or by hand."""
        return Contender("search", {"net": net, "simulations": self.plan.match_simulations})

    def match(self, mine: Contender, other: Contender, seats: int, test: SequentialTest) -> Result:
        games = self.plan.match_games
        result = arena(self.rules, [mine, other], games, seats, self.plan.seed, {}, test, self.on, self.processes)
        if result.stopped:
            raise Refused("learn", f"A match was stopped: {result.stopped}.")
        return result

    def short(self, result: Result) -> Json:
        share = result.entrants[0].share
        return {
            "against": Path(result.entrants[1].name).name
            if "net=" in result.entrants[1].name
            else result.entrants[1].name,
            "games": result.games,
            "share": round(share.value, 4),
            "low": round(share.low, 4),
            "high": round(share.high, 4),
            "equal": result.entrants[0].equal,
            "verdict": result.test.get("verdict", ""),
        }

    def history(self) -> list[Json]:
        """Of each generation what is known of it."""
        found = []
        for file in sorted(self.to.glob("net-???.json")):
            net = data(file)
            kept = ("generation", "positions", "choices", "losses", "held_back", "moves_held_back")
            one = {name: net.get(name) for name in kept}
            found.append({**one, **data(self.to / f"match-{file.stem[-3:]}.json")})
        return found


def held_back(rows: Path) -> bool:
    """Whether a part is one to measure with."""
    return int(rows.stem[-3:]) % HELD_BACK == HELD_BACK - 1


def every_kind(rules: Game) -> list[tuple[int, dict[str, Value]]]:
    """Every number of players with all that makes another game of it."""
    found: dict[str, tuple[int, dict[str, Value]]] = {}
    for seats in rules.seats:
        usual = rules.defaults(seats)
        choices = (sorted(rules.options[name].choices, key=usual[name].__ne__) for name in rules.learned_apart)
        for values in product(*choices):  # the usual ones first
            options = {name: one for name, one in zip(rules.learned_apart, values, strict=True) if one != usual[name]}
            with suppress(Refused):
                found.setdefault(rules.weights_file(seats, options).stem, (seats, options))
    return list(found.values())


def together(parts: list[Choices]) -> Choices:
    return Choices(
        np.concatenate([one.moves for one in parts]),
        np.concatenate([one.size for one in parts]),
        np.concatenate([one.target for one in parts]),
    )


def forecasts(network: Network, of: Positions) -> Json:
    """How well a network forecasts positions that it was not taught from."""
    chances, points = network.judge(of)
    return {
        "positions": len(of),
        "surprise": round(surprise(chances, of.win), 4),
        "off": round(float(np.abs(points - of.score).mean()), 2),
    }


def text(found: Json) -> str:
    """A network's file: one line a row of weights."""
    lines = []
    for name, value in found.items():
        if isinstance(value, dict) and "weights" in value:
            rows = ",\n  ".join(json.dumps(row, separators=(",", ":")) for row in value["weights"])
            bias = json.dumps(value["bias"], separators=(",", ":"))
            lines.append(f' "{name}": {{"fine": {value["fine"]}, "bias": {bias}, "weights": [\n  {rows}\n ]}}')
        elif name in ("kinds", "other_kinds"):
            rows = ",\n  ".join(f"{json.dumps(kind)}: {json.dumps(of)}" for kind, of in value.items())
            lines.append(f' "{name}": {{\n  {rows}\n }}' if rows else f' "{name}": {{}}')
        else:
            lines.append(f' "{name}": {json.dumps(value)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def write(file: Path, held: str | bytes) -> None:
    """All of it or nothing, whenever one is stopped."""
    part = file.with_name(file.name + ".part")
    part.write_bytes(held if isinstance(held, bytes) else held.encode())
    part.replace(file)


def learn(plan: Plan, to: Path, generations: int, **where: Any) -> Path:
    """Up to so many generations; the network to play with, which is the last one if none was promoted."""
    learner = Learner(plan, to, **where)
    learner.run(generations)
    best = learner.best_file()
    return best if best.exists() else learner.net_file(generations - 1)
