"""Hint: the best moves for whoever is to act, and in the game's words what speaks for each. A reason is what the
move itself does; or it says that it comes later in the turn, and the moves that it comes by are told with it."""

from collections.abc import Sequence
from typing import Final

from branchline.game import Game, Json, Reason, plain
from branchline.kernel.chance import Seed
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import CHANCE, OVER, State
from branchline.players.search import Search, Thought
from branchline.position import Position
from branchline.refusal import Refused
from branchline.words import gained

BESIDE: Final = 8
"""Moves that a move is compared with, to say what speaks for it."""

DECISIONS: Final = 12
"""How far a turn is played on for that, at the most."""

OTHER: Final = 5
"""How many times less a difference may be to be named instead of one that was named already."""

LATER: Final = "later in this turn: "
"""What comes by the moves that follow, which are told with it."""

AHEAD: Final = 2
"""Moves of the others that are told of the line, at the most."""

SLIGHT: Final = 0.05
"""A difference in points that is not worth a word."""


def hint(
    position: Position,
    seconds: float = 1.0,
    seed: int = 0,
    simulations: int = 0,
    moves: int = 3,
    names: Sequence[str] = (),
) -> list[Json]:
    """The best moves for the seat to act, from what it knows, the best first: each in words, with how often
    it was tried, what would follow in the same turn, and why; where that is how it comes out when it is played on,
    `goes_on` tells what the others would most likely answer, if nothing is hidden. `win`, its chance of winning,
    and the `error` of that are told where there is somebody to win against; `score`, the points to be expected at the
    end, where games of this kind were learned from."""
    if not isinstance(position, Position):
        raise Refused("players", f"A hint is given for a position, not for {position!r}.")
    found = Search(seed, seconds=seconds, simulations=simulations, tell=True)
    tried = [thought for thought in found.think(position) if thought.visits]
    seat, names = int(position.state.to_act), names or position.game.seat_names(position.state)
    estimate = found.estimate(position)
    alone, foretold = position.state.seats == 1, found.forecast(position).learned
    best = sorted(tried[:moves], key=lambda one: -one.win[seat]) if not alone else tried[:moves]
    reasons = Reasons(position, estimate, tried, names, foretold)
    told = []
    for thought in best:
        following, why = same_turn(position, reasons.line(thought), names), reasons.why(thought)
        told.append(
            {
                "move": position.game.text(position.state, thought.code),
                "said": in_words(position.game, position.state, thought.code, names),
                "then": [text for text, _ in following],
                "then_said": [words for _, words in following],
                **({} if alone else {"win": thought.win[seat], "error": thought.error[seat]}),
                **({"score": thought.score[seat]} if foretold else {}),
                "visits": thought.visits,
                "why": why,
                "goes_on": goes_on(position, thought, names) if thought.code in reasons.played_on else [],
            }
        )
    return told


def same_turn(position: Position, line: list[int], names: Sequence[str]) -> list[tuple[str, str]]:
    """The further decisions of this turn, as moves and in words; they rest on nothing hidden."""
    state = position.state.copy()
    found: list[tuple[str, str]] = []
    for number, code in enumerate(line):
        if code not in list(state.legal()):
            break
        if number:
            found.append((position.game.text(state, code), in_words(position.game, state, code, names)))
        state.play(code)
    return found


def goes_on(position: Position, thought: Thought, names: Sequence[str]) -> list[str]:
    """What the others were most often seen to do after this turn, up to the next draw. With hands hidden that would
    tell of cards that nobody knows."""
    if position.game.has_secrets:
        return []
    state, seat, turn = position.state.copy(), position.state.to_act, position.state.turn
    found: list[str] = []
    for code in thought.line:
        ours_again = state.to_act == seat and state.turn != turn
        if len(found) == AHEAD or ours_again or state.to_act == CHANCE or code not in list(state.legal()):
            break
        if state.to_act != seat:
            found.append(f"{names[state.to_act]}: {in_words(position.game, state, code, names)}")
        state.play(code)
    return found


def in_words(game: Game, state: State, code: int, names: Sequence[str]) -> str:
    """A move as people are offered it, with the names of the seats."""
    offer = game.offer(state, code)
    return plain(offer.title or offer.label, names)


class Reasons:
    """What speaks for moves of one position, each beside the others that were thought about."""

    def __init__(
        self, position: Position, estimate: Estimate, tried: list[Thought], names: Sequence[str], foretold: bool
    ) -> None:
        self.game, self.state, self.names = position.game, position.state, names
        self.seat = int(position.state.to_act)
        self.tried, self.foretold = tried, foretold
        self.said: set[str] = set()
        self.played_on: set[int] = set()  # moves whose reason is how they come out when they are played on
        self.known = position.state.copy()
        self.known.redeal(self.seat, Seed("hint").at(position.n))
        compared = tried[:BESIDE]
        self.lines = {one.code: whole_turn(self.known, one, estimate) for one in compared}
        words = position.game.reasons
        self.features = {one.code: self.features_after(one, estimate) for one in compared} if words else {}

    def line(self, thought: Thought) -> list[int]:
        """The turn that begins with the move."""
        return self.lines.get(thought.code, [thought.code])

    def after(self, thought: Thought, whole: bool) -> State:
        """What the move itself leaves, or the whole turn that begins with it."""
        state = self.known.copy()
        for code in self.line(thought) if whole else [thought.code]:
            state.play(code)
        return state

    def features_after(self, thought: Thought, estimate: Estimate) -> list[list[float]]:
        """Of each seat, when the turn that begins with this move is done."""
        flat = [float(one) for one in estimate.features(self.after(thought, whole=True))]
        size = len(flat) // int(self.state.seats)
        return [flat[one * size : (one + 1) * size] for one in range(int(self.state.seats))]

    def why(self, thought: Thought) -> str:
        """One sentence: what the move brings at once, and what it does better than the other moves."""
        parts = [self.points(thought), self.reason(thought)]
        said = "; ".join(part for part in parts if part)
        return f"{said[0].upper()}{said[1:]}."

    def points(self, thought: Thought) -> str:
        """What happens to the mover's score, by the move itself or later in the turn."""
        now = int(self.known.scores()[self.seat])
        at_once = int(self.after(thought, whole=False).scores()[self.seat]) - now
        if at_once:
            return f"{gained(at_once)} for you at once"
        later = int(self.after(thought, whole=True).scores()[self.seat]) - now
        return f"{LATER}{gained(later)} for you" if later else ""

    def reason(self, thought: Thought) -> str:
        """The greatest of the differences that speak for the move; for a further move another one, if there
        is one to speak of."""
        if wins := self.victory(thought):
            return wins
        if len(self.tried) == 1:
            return "nothing else is to be considered"
        found = sorted(self.by_features(thought), reverse=True)
        fresh = [words for worth, words in found if words not in self.said and worth * OTHER >= found[0][0]]
        points = [words for _, words in sorted(self.by_points(thought), reverse=True)]
        chance = self.by_chance(thought)
        chosen = [*fresh, *points, *(words for _, words in found), chance][0]
        self.said.add(chosen)
        if chosen in (*points, chance):
            self.played_on.add(thought.code)
        return plain(chosen, self.names)

    def victory(self, thought: Thought) -> str:
        """Whether the turn ends the game, and how."""
        for whole, when in ((False, ""), (True, LATER)):
            state = self.after(thought, whole)
            if state.to_act == OVER and state.seats > 1 and self.seat in list(state.winners()):
                return f"{when}it ends the game, and you win"
        return ""

    def by_features(self, thought: Thought) -> list[tuple[float, str]]:
        """What the move does for the mover and against the others, in the game's words: how much it matters says the
        estimate beside the other moves; told is only what the move, or the turn that begins with it, really does."""
        others = [one for one in self.tried[:BESIDE] if one is not thought]
        if thought.code not in self.features or not others:
            return []
        mine = self.features[thought.code]
        usual = [mean([self.features[one.code][seat] for one in others], others) for seat in range(len(mine))]
        found = []
        for k, name in enumerate(self.game.estimate().feature_names()):
            reason = self.game.reasons.get(name)
            if reason is None:
                continue
            for seat in range(len(mine)):
                more = reason.worth * (mine[seat][k] - usual[seat][k])
                worth = more if seat == self.seat else -more / (len(mine) - 1)
                words = reason.mine if seat == self.seat else reason.theirs.replace("{seat}", f"{{seat:{seat}}}")
                if words and worth > SLIGHT:
                    found += [(worth, f"{when}{words}") for when in self.when(thought, reason, seat)]
        return found

    def when(self, thought: Thought, reason: Reason, seat: int) -> list[str]:
        """Whether the reason holds: by the move itself, later in the turn, or not at all."""
        before = reason.measure(self.game, self.known, seat)
        for whole, when in ((False, ""), (True, LATER)):
            change = reason.measure(self.game, self.after(thought, whole), seat) - before
            if change > 0 if seat == self.seat else change < 0:
                return [when]
        return []

    def by_points(self, thought: Thought) -> list[tuple[float, str]]:
        """What you gain beside the mean of the other moves, and what the others lose."""
        if not self.foretold:
            return []
        others = [one for one in self.tried if one is not thought]
        usual = mean([other.score for other in others], others)
        found = []
        for seat, points in enumerate(thought.score):
            more = points - usual[seat]
            if seat == self.seat:
                found.append(
                    (more, f"played on, it brings you {more:.1f} points more than your other moves on average")
                )
            else:
                words = f"played on, it costs {{seat:{seat}}} {-more:.1f} points more than your other moves on average"
                found.append((-more, words))
        return [(worth, words) for worth, words in found if worth > SLIGHT]

    def by_chance(self, thought: Thought) -> str:
        """No difference that has a name: how it comes out when it is played on."""
        if thought is self.tried[0]:
            return "played on from here, it comes out best most often"
        return "played on from here, it comes out nearly as well as the best"


def whole_turn(known: State, thought: Thought, estimate: Estimate) -> list[int]:
    """The decisions of the turn that begins with this move: as the search went on, and then as it looks at a
    glance."""
    state = known.copy()
    seat, turn = state.to_act, state.turn
    line = list(thought.line or [thought.code])
    found: list[int] = []
    while len(found) < DECISIONS and state.to_act == seat and state.turn == turn:
        legal = [int(code) for code in state.legal()]
        code = line.pop(0) if line else -1
        if code not in legal:
            line, code = [], max(legal, key=lambda move: estimate.glance(state, move))
        state.play(code)
        found.append(code)
    return found


def mean(values: list[list[float]], tried: list[Thought]) -> list[float]:
    """Of each place, by how often the moves were tried."""
    visits = sum(thought.visits for thought in tried)
    return [
        sum(of_one[k] * thought.visits for of_one, thought in zip(values, tried, strict=True)) / visits
        for k in range(len(values[0]))
    ]
