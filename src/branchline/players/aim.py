"""Aim: in a sentence of its own what a player is after, out of what everybody can see.

Where nothing is hidden it is what the player means to do next, from the line that it thought of. Where hands are hidden
a plan would tell what lies in one, and so it is only what the turn does on the table.
"""

from collections.abc import Sequence

from branchline.game import Reason, plain
from branchline.kernel.state import State
from branchline.players.hint import in_words
from branchline.position import Position


def aim(position: Position, line: Sequence[int], names: Sequence[str]) -> str:
    """What the seat to act is after with these moves, the first its own; nothing, where there is nothing to say."""
    said = "" if position.game.has_secrets else plan(position, line, names)
    return said or gain(position, line, names)


def plan(position: Position, line: Sequence[int], names: Sequence[str]) -> str:
    """What the seat means to do in its next turn, if the line goes as far without chance."""
    state = position.state.copy()
    seat, turn = state.to_act, state.turn
    for code in line:
        if code not in list(state.legal()):
            break
        if state.to_act == seat and state.turn != turn:
            return f"Next I would like this: {in_words(position.game, state, code, names)}."
        state.play(code)
    return ""


def gain(position: Position, line: Sequence[int], names: Sequence[str]) -> str:
    """The most that this turn does for the seat or against another one, of what everybody sees."""
    before, seat = position.state, int(position.state.to_act)
    after = turn_after(before, line)
    found = []
    for reason in position.game.reasons.values():
        if reason.hidden:
            continue
        for other in range(int(before.seats)):
            more = change(reason, position, before, after, other)
            if other == seat and reason.mine and more > 0:
                found.append((reason.worth * more, reason.said_by_mover))
            elif other != seat and reason.theirs and more < 0:
                against = reason.theirs.replace("{seat}", f"{{seat:{other}}}")
                found.append((-reason.worth * more / float(before.seats - 1), against))
    words = plain(max(found)[1], names) if found else ""
    return f"{words[0].upper()}{words[1:]}." if words else ""


def turn_after(before: State, line: Sequence[int]) -> State:
    """What the decisions of this turn leave."""
    state = before.copy()
    for code in line:
        if (state.to_act, state.turn) != (before.to_act, before.turn) or code not in list(state.legal()):
            break
        state.play(code)
    return state


def change(reason: Reason, position: Position, before: State, after: State, seat: int) -> float:
    measure = reason.measure
    return measure(position.game, after, seat) - measure(position.game, before, seat)
