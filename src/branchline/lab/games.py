"""Games as data: a file of Parquet with a row for each game, and a card that says how it was made.

    branchline lab games mini-rails --players search-3 --games 10000 --to games.parquet

A row has the game's seed and record, its result, and lists with an entry for each decision: who decided, what was
legal, what was chosen, the features of the game's estimate, and the tensors as `branchline.env` gives them, from what
the seat may know. Game k of a file is game k of `branchline sim` with the same seed and players.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import branchline
from branchline.game import Game, Json, Value
from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.lab.contender import Contender, Wish, everybody, lent
from branchline.lab.sim import check_games
from branchline.lab.workers import HERE, check_writable, spread
from branchline.names import GameName
from branchline.position import Position, check_seed
from branchline.record import canonical
from branchline.space import Space

A_TASK: Final = 5  # games
COLUMNS: Final = {
    "game": (pa.int32(), "the number of the game, from 0"),
    "seed": (pa.string(), "what `game.start(seats, seed=...)` takes to meet the same chance"),
    "players": (pa.list_(pa.string()), "who played, by seat"),
    "scores": (pa.list_(pa.int32()), "final points, by seat; automatons' last"),
    "shares": (pa.list_(pa.float32()), "of the victory, by seat: 1 for a sole winner"),
    "record": (pa.string(), "the whole game as JSON: `branchline.replay(json.loads(record))`"),
    "event": (pa.list_(pa.int32()), "of each decision: how many entries of the record come before it"),
    "seat": (pa.list_(pa.int8()), "of each decision: who decided"),
    "action": (pa.list_(pa.int32()), "of each decision: the number of what was chosen"),
    "legal": (pa.list_(pa.list_(pa.int32())), "of each decision: the numbers of what was allowed"),
    "features": (
        pa.list_(pa.list_(pa.float32())),
        "of each decision: the features of the game's estimate for every seat, the one that decides first; what it "
        "cannot know is dealt anew",
    ),
    "observation": (
        pa.list_(pa.list_(pa.float32())),
        "of each decision: what the seat may know, as `Space.split` takes it apart",
    ),
}
LARGE: Final = frozenset({"features", "observation"})


@dataclass(frozen=True)
class Order:
    """Which games are wanted, and how much of each."""

    game: str
    pack: Path | None
    version: int
    options: Mapping[str, Value]
    players: tuple[Contender, ...]
    seed: int | str
    tensors: bool


@dataclass(frozen=True)
class Task:
    order: Order
    numbers: range


def play_task(task: Task) -> list[Json]:
    """Some games, each as a row."""
    order = task.order
    game = find(order.game, order.pack).of_version(order.version)
    space = Space(game, len(order.players), order.options)
    return [play_game(game, space, order, number) for number in task.numbers]


def play_game(game: Game, space: Space, order: Order, number: int) -> Json:
    name = f"{order.seed}.{number}"
    position = game.start(len(order.players), seed=name, **order.options)
    players = [one.sit_down(f"{name}.{seat}") for seat, one in enumerate(order.players)]
    row: Json = {column: [] for column in COLUMNS}
    while position.to_act is not None:
        seat = position.to_act
        move = players[seat].choose(lent(position, players[seat]))
        code = position.code_of(move)
        row["event"].append(position.n)
        row["seat"].append(seat)
        row["action"].append(game.actions.number(code))
        row["legal"].append(sorted(space.legal(position.state)))
        if order.tensors:
            row["features"].append(features(position, seat))
            row["observation"].append(space.observe(position.state, seat))
        position.play_code(code)
    winners = position.winners()
    return row | {
        "game": number,
        "seed": name,
        "players": [str(one) for one in order.players],
        "scores": position.scores(),
        "shares": [1 / len(winners) if seat in winners else 0.0 for seat in range(int(position.state.seats))],
        "record": canonical(position.record()),
    }


def features(position: Position, seat: int) -> list[float]:
    """The estimate's features as this seat may know them, its own first."""
    known = position.state.copy()
    known.redeal(seat, Seed("data").at(position.n))
    found = np.array([float(one) for one in position.game.estimate().features(known)], np.float32)
    rolled: list[float] = np.roll(found, -seat * (len(found) // int(known.seats))).tolist()
    return rolled


def write_games(
    game: Game | GameName,
    players: Sequence[Wish | Contender],
    games: int,
    to: str | Path,
    seed: int | str = 0,
    options: Mapping[str, Value] | None = None,
    tensors: bool = True,
    command: str = "",
    on: str = HERE,
    processes: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Json:
    """Play the games, write the file and its card, and return what the card says. The same order gives the same digest
    on one core, on many and on Ray."""
    game = game if isinstance(game, Game) else find(game)
    games, seed = check_games(games), check_seed(seed)
    to = check_writable(to)
    who = everybody(players)
    settings = game.resolve(len(who), {} if options is None else options)
    for one in who:
        one.check(in_processes=True)
    order = Order(game.name, game.own_pack, game.version, settings, who, seed, tensors)
    tasks = [Task(order, range(first, min(first + A_TASK, games))) for first in range(0, games, A_TASK)]
    columns = {name: kind for name, kind in COLUMNS.items() if tensors or name not in LARGE}
    schema = pa.schema([pa.field(name, kind, metadata={"told": told}) for name, (kind, told) in columns.items()])
    total, done, decisions = hashlib.sha256(), 0, 0
    wins = np.zeros(int(game.begin(len(who), settings).seats))
    unfinished = to.with_suffix(".unfinished")
    with pq.ParquetWriter(unfinished, schema, compression="zstd") as file:
        for rows in spread(play_task, tasks, on, processes):
            file.write_table(pa.Table.from_pylist(rows, schema=schema))
            for row in rows:
                total.update(row["record"].encode())
                wins += row["shares"]
                decisions += len(row["event"])
            done += len(rows)
            if progress:
                progress(done)
        made: Json = {
            "made_with": branchline.version(),
            "command": command,
            "game": game.name,
            "version": game.version,
            "options": settings,
            "players": [str(one) for one in who],
            "seed": seed,
            "games": done,
            "decisions": decisions,
            "victories": (wins / done).round(4).tolist(),
            "digest": total.hexdigest(),
        }
        file.add_key_value_metadata({"branchline": json.dumps(made)})
    unfinished.replace(to)
    space = Space(game, len(who), settings)
    to.with_suffix(".md").write_text(card(game, made, columns, space, to.name), "utf-8")
    return made


def card(game: Game, made: Json, columns: Mapping[str, tuple[Any, str]], space: Space, file: str) -> str:
    """What somebody wants to know who finds the file."""
    shares = ", ".join(f"seat {seat} {share:.1%}" for seat, share in enumerate(made["victories"]))
    told = "\n".join(f"| `{name}` | {kind} | {said} |" for name, (kind, said) in columns.items())
    return f"""# {file}: {made["games"]:,} games of {game.title}

Made by `{made["command"] or "branchline.lab.games.write_games"}` with {made["made_with"]}. Players by seat:
{", ".join(made["players"])}. Options: {made["options"]}. Seed {made["seed"]}; version {made["version"]} of the rules.

- {made["decisions"]:,} decisions of players; chance and automatons are in the records only.
- Victories: {shares}.
- Digest of all records, in their order: `{made["digest"]}`. The same command gives the same digest, unless a player is
  timed: `search-1` to `search-4` stop by the clock where a machine is slow.
- Everything of a decision is what its seat could know. A `record` is the whole truth: it is written when the game is
  over.
- Board, cards and tiles that are lost to us are reconstructed, see `components.toml`: numbers found here speak of these
  parts. The file may be used as the library, under MIT.

| column | type | what it says |
| --- | --- | --- |
{told}

The observation, block by block (`branchline.space.Space`):

```
{space.describe()}
```
"""
