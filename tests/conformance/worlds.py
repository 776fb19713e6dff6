"""Worlds that a viewer can't tell from the true one: what is hidden from their eyes is dealt anew."""

from itertools import pairwise

from branchline.game import Game
from branchline.kernel.chance import Rng
from branchline.kernel.state import State
from branchline.position import Event, Position, Step


def leaks(position: Position, viewer: int | None, since: int, rng: Rng) -> list[str]:
    """What this viewer (None: a spectator) is shown otherwise in another world: parts of the view, and lines
    of the log after event `since`. Nothing, if nothing leaks."""
    seat = int(rng.below(position.players)) if viewer is None else viewer  # a spectator knows no more than any seat
    since, other = position.opened(since), position.copy()
    other.state.redeal(seat, rng)
    true, guess = position.view(viewer), other.view(viewer)
    found = [part for part in true if part != "table" and true[part] != guess[part]]
    found += [f"table: {part}" for part in true["table"] if true["table"][part] != guess["table"][part]]
    lines = position.log(viewer, since)
    guesses = [
        told.json() for told in position.tell(another_past(position, viewer, seat, since, other.state, rng), viewer)
    ]
    found += [f"log: {line['text']}" for line in lines if line not in guesses]
    found += [f"log: {line['text']}" for line in guesses if line not in lines]
    if not found and position.svg(viewer) != other.svg(viewer):
        found.append("svg")
    return found


def another_past(position: Position, viewer: int | None, seat: int, since: int, now: State, rng: Rng) -> list[Step]:
    """The events after `since` in worlds that this seat can't tell from the true one, each dealt for itself."""
    steps = []
    for n, event, before, _ in position.walk(since):
        world = before.copy()
        world.redeal(seat, rng)
        move = alike(position.game, event, before, world, viewer, rng)
        steps.append(Step(n, Event(event.by, move), world, now))
    return [step._replace(after=following.before) for step, following in pairwise(steps)] + steps[-1:]


def alike(game: Game, event: Event, before: State, world: State, viewer: int | None, rng: Rng) -> int:
    """A move of the other world that reads for the viewer as the true one does."""
    if event.by >= before.players:
        return event.move  # an automaton has no choice
    read = game.seen(before, event.move, viewer)
    moves = [int(move) for move in world.legal() if game.seen(world, int(move), viewer) == read]
    return moves[rng.below(len(moves))] if moves else event.move
