"""A player of another checkout of Branchline: `search-4@../old` in the arena is the Director of that folder.

It thinks in a process of that checkout's own, with that commit's rules, estimate and search, and is told the game as a
record. So what plays today can be matched with any commit, at the same seconds a step. Both have to know the version
of the rules (`branchline arena --rules 1` plays an older one).

Run as a script, this file is the far side: it imports what every commit has, by the names of the first one.
"""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from branchline.position import Position

AT: Final = "@"
SITTINGS: Final = 12  # games that the far side keeps in mind: those of one table, and some more
numbers = count()


# -- this side ---------------------------------------------------------------------------------


class Elsewhere:
    """A player that asks another checkout. The seconds are that player's own; what it takes to tell it the game comes
    on top."""

    def __init__(self, name: str, folder: str, seed: int, settings: Mapping[str, Any]) -> None:
        self.seconds = float(settings.get("seconds", 0.0))
        self.checkout = checkout(folder, os.getpid())
        self.sitting = {"sitting": next(numbers), "player": name, "seed": seed, "settings": dict(settings)}

    def choose(self, position: "Position") -> str:
        return self.checkout.ask({**self.sitting, "record": position.record()})


@cache
def checkout(folder: str, _process: int) -> "Checkout":
    """One process of each folder, for all games that are played in this process; a fork starts its own."""
    return Checkout(Path(folder))


class Checkout:
    """Another folder's Branchline, set up by its own `./play` or `./test`."""

    def __init__(self, folder: Path) -> None:
        from branchline.refusal import Refused

        python = folder / ".venv" / "bin" / "python"
        if not python.exists():
            raise Refused("players", f"{folder} is no checkout that is ready: run its ./play or ./test once.")
        self.folder = folder
        self.process = subprocess.Popen(
            [str(python.absolute()), "-P", __file__],
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: Mapping[str, Any]) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the player of {self.folder} has gone")
        answer = json.loads(line)
        if "trouble" in answer:
            raise RuntimeError(f"in {self.folder}: {answer['trouble']}")
        return str(answer["move"])


# -- the far side ------------------------------------------------------------------------------


class Sitting:
    """One seat of one game: the position as far as it was told, and who thinks about it."""

    def __init__(self, question: dict[str, Any]) -> None:
        from branchline.games import find
        from branchline.kernel.chance import Seed
        from branchline.players import player
        from branchline.position import Position

        record = question["record"]
        game = find(record["game"])
        if hasattr(game, "of_version"):
            game = game.of_version(record["version"])
        elif game.version != record["version"]:
            raise ValueError(f"version {record['version']} of the rules is not known there")
        known = game.resolve(record["seats"], {})  # a later commit may have more options
        options = {name: value for name, value in record["options"].items() if name in known}
        seed = Seed(str(question["seed"]))
        self.position = Position(game, record["seats"], game.resolve(record["seats"], options), seed)
        self.player = player(question["player"], seed=question["seed"], **question["settings"])

    def choose(self, record: dict[str, Any]) -> str:
        from branchline.record import follow

        for n in range(self.position.n, len(record["moves"])):
            follow(self.position, record["moves"][n], n + 1)
        return self.player.choose(self.position)


def serve() -> None:
    """A question a line, an answer a line. What somebody prints goes elsewhere."""
    answers, sys.stdout = sys.stdout, sys.stderr
    sittings: dict[int, Sitting] = {}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            number = question["sitting"]
            if number not in sittings:
                for oldest in sorted(sittings)[: len(sittings) + 1 - SITTINGS]:
                    del sittings[oldest]
                sittings[number] = Sitting(question)
            answer = {"move": sittings[number].choose(question["record"])}
        except Exception as error:  # whatever happens there is told here
            answer = {"trouble": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve()
