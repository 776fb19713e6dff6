"""Worlds that a viewer can't tell from the true one: what is hidden from their eyes is dealt anew."""

from branchline.game import Game
from branchline.kernel.chance import Rng
from branchline.kernel.state import State
from branchline.position import Event, Position


def leaks(position: Position, viewer: int | None, since: int, rng: Rng) -> list[str]:
    """What this viewer (None: a spectator) is shown otherwise in another world: parts of the view, and lines
    of the log after event `since`. Nothing, if nothing leaks."""
    other = world(position, viewer, since, rng)
    true, guess = position.view(viewer), other.view(viewer)
    found = [part for part in true if part != "table" and true[part] != guess[part]]
    found += [f"table: {part}" for part in true["table"] if true["table"][part] != guess["table"][part]]
    lines, guesses = position.log(viewer, since), other.log(viewer, since)
    found += [f"log: {line['text']}" for line in lines if line not in guesses]
    found += [f"log: {line['text']}" for line in guesses if line not in lines]
    if not found and position.svg(viewer) != other.svg(viewer):
        found.append("svg")
    return found


def world(position: Position, viewer: int | None, since: int, rng: Rng) -> Position:
    """Another world for this viewer, now and at each event after `since`. A spectator knows no more than any
    seat does: their world is one of a seat drawn by lot."""
    seat = int(rng.below(position.players)) if viewer is None else viewer
    other = position.copy()
    other.state.redeal(seat, rng)
    for n in range(since, position.n):
        event = position.events[n]
        before = event.before.copy()
        before.redeal(seat, rng)
        other.events[n] = Event(event.by, alike(position.game, event, before, viewer, rng), before)
    return other


def alike(game: Game, event: Event, before: State, viewer: int | None, rng: Rng) -> int:
    """A move of the other world that reads for the viewer as the true one does."""
    if event.by >= before.players:
        return event.move  # an automaton has no choice
    read = game.seen(event.before, event.move, viewer)
    moves = [int(move) for move in before.legal() if game.seen(before, int(move), viewer) == read]
    return moves[rng.below(len(moves))] if moves else event.move
