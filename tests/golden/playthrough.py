"""A game written down as text: every move, what was legal, the scores, and counts of the tree.

Write anew what rules have changed on purpose: python -m tests.golden.playthrough
"""

import hashlib
import json
import re
from pathlib import Path

from branchline.games import find
from branchline.kernel.chance import Seed
from branchline.kernel.state import OVER, State
from branchline.position import Position

HERE = Path(__file__).parent


def perft(state: State, depth: int) -> int:
    """How many ways lead depth steps further; chance and automatons are steps like any other."""
    if depth == 0 or state.to_act == OVER:
        return 1
    moves = [state.automaton()] if state.to_act >= state.players else list(state.legal())
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        total += perft(after, depth - 1)
    return total


def write(header: str) -> str:
    """The playthrough that a header line asks for: `mini-rails seats=4 seed=7 option=value`."""
    name, *pairs = header.split()
    settings = dict(pair.split("=", 1) for pair in pairs)
    seats, seed = int(settings.pop("seats")), settings.pop("seed")
    position = find(name).start(seats=seats, seed=seed, **settings)
    lines = [header, ""]
    told = 0
    while True:
        for _, event, before, _ in position.walk(told):
            by = "chance" if event.by < 0 else f"seat {event.by}"
            lines.append(f"{by}: {position.game.text(before, event.move)}")
        told = position.n
        if position.over:
            break
        lines.append(f"  legal {len(position.legal())} {fingerprint(' | '.join(position.legal()))}")
        if told % 40 < 2:
            lines.append(f"  scores {position.scores()}")
            lines.append(f"  perft {perft(position.state, 1)} {perft(position.state, 2)}")
            lines.append(f"  view {fingerprint(json.dumps(position.view(position.to_act)['table'], sort_keys=True))}")
        moves = position.state.legal()
        position.play_code(int(moves[Seed(f"golden:{seed}").at(position.n).below(len(moves))]))
    return "\n".join([*lines, "", *end(position), ""])


def end(position: Position) -> list[str]:
    return [f"scores {position.scores()}", f"winners {position.winners()}", *position.story()[-3:]]


def fingerprint(text: str) -> str:
    return hashlib.sha256(re.sub(r"\s+", " ", text).encode()).hexdigest()[:12]


def files() -> list[Path]:
    return sorted(HERE.glob("*/*.txt"))


if __name__ == "__main__":
    for path in files():
        header = path.read_text("utf-8").splitlines()[0]
        path.write_text(write(header), "utf-8")
        print(path.relative_to(HERE))
