"""A game as JSON: written whole or as one seat may read it, and read back move by move."""

import hashlib
import json
from collections.abc import Callable, Iterable
from os import PathLike

from branchline.game import Game, Json
from branchline.kernel.chance import Seed
from branchline.kernel.state import CHANCE
from branchline.position import Position
from branchline.refusal import Refused

FORMAT = 1


def write(position: Position, seat: int | str | None = "all") -> Json:
    """The record of a position; for a seat, a running game is written without its secrets."""
    game = position.game
    whole = seat == "all" or position.over
    moves = []
    for _, event, before, _ in position.walk():
        if whole:
            text = game.text(before, event.move)
        else:
            assert not isinstance(seat, str)
            text = game.seen(before, event.move, seat)
        moves.append(["chance" if event.by == CHANCE else event.by, text])
    return {
        "branchline": FORMAT,
        "game": game.name,
        "version": game.version,
        "seats": position.players,
        "options": dict(position.options),
        "moves": moves,
        **({} if whole else {"redacted": True}),
    }


def read(record: object, find: Callable[[str], Game], seed: str | None = None) -> Position:
    """The position that a record leads to. Refuses a record that was not made by these rules."""
    if isinstance(record, (str, bytes, PathLike)):
        raise Refused("record", "A record is what json.load reads from its file, not the file's name or text.")
    if not isinstance(record, dict) or record.get("branchline") != FORMAT:
        raise Refused("record", "This is not a Branchline record.")
    if record.get("redacted"):
        raise Refused("record", "This record lacks what its reader was not to know; it can't be replayed.")
    try:
        game = find(str(record.get("game"))).of_version(record.get("version"))
    except Refused as refused:
        raise refused if refused.rule != "version" else Refused("record", refused.reason) from None
    seats, options, moves = record.get("seats"), record.get("options", {}), record.get("moves")
    if not isinstance(seats, int) or not isinstance(options, dict) or not isinstance(moves, list):
        raise Refused("record", "The record lacks its seats, options or moves.")
    position = Position(game, seats, game.resolve(seats, options), Seed(seed or ""))
    for n, entry in enumerate(moves, 1):
        follow(position, entry, n)
    return position


def follow(position: Position, entry: object, n: int) -> None:
    """Play entry n of a record: the right one has to be to act, and the move has to be legal."""
    if not isinstance(entry, (list, tuple)) or len(entry) != 2 or not isinstance(entry[1], str):
        raise Refused("record", f"Entry {n} of the record is not a pair of who and what.")
    by, text = entry
    due: object = "chance" if position.state.to_act == CHANCE else int(position.state.to_act)
    if position.over:
        raise Refused("record", f"Entry {n} of the record comes after the end of the game.")
    if by != due:
        raise Refused("record", f"Entry {n} of the record is by {by}, but {due} was to act.")
    state = position.state
    if due == "chance" or state.to_act < position.players:
        for code in state.legal():
            if position.game.text(state, int(code)) == text:
                return position.push(int(code))
        raise Refused("record", f"Entry {n} of the record, {text[:80]!r}, was not possible there.")
    code = int(state.automaton())
    if position.game.text(state, code) != text:
        raise Refused("record", f"Entry {n}: the automaton would not have played {text[:80]!r} by these rules.")
    return position.push(code)


def canonical(record: Json) -> str:
    """A record as one line of text, the same on every machine."""
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(records: Iterable[Json]) -> str:
    """A hash over records, in their order."""
    total = hashlib.sha256()
    for record in records:
        total.update(canonical(record).encode())
    return total.hexdigest()
