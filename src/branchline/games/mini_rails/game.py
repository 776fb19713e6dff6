"""Mini Rails for the rest of the house: its facts, views and scores; the words have rooms of their own."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Line, Offer, Point, Scene, Value
from branchline.games.mini_rails import board as drawing
from branchline.games.mini_rails import notation, offers, refusals, rules, story
from branchline.games.mini_rails import view as sight
from branchline.games.mini_rails.components import Components, Side, load
from branchline.games.mini_rails.estimate import MiniRailsEstimate
from branchline.games.mini_rails.inputs import MiniRailsInputs
from branchline.games.mini_rails.moves import MOVES
from branchline.games.mini_rails.panels import Panels, panels
from branchline.games.mini_rails.reasons import REASONS
from branchline.games.mini_rails.rules import MiniRails
from branchline.games.mini_rails.stocks import ROUNDS
from branchline.games.mini_rails.view import MiniRailsView, Stock
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import Inputs
from branchline.kernel.state import OVER, State
from branchline.moves import Move
from branchline.refusal import Refused
from branchline.words import signed


class MiniRailsGame(Game):
    name = "mini-rails"
    title = "Mini Rails"
    newest = 2  # 1: the first seat began
    seats = range(3, 6)
    vocabulary = MOVES
    styles = {"builder": ("build",), "trader": ("buy",)}
    leans = 0.15  # each is done once a round, and to buy first is worth that much
    reasons = REASONS
    chapters = {"buy": "3.2", "build": "3.2", "lay": "3.3"}
    pictures = {name: f"{name.title()}, a company" for name in ("red", "white", "tan", "blue", "yellow", "gray")}
    about = About(
        line="Two actions a round, one stock to buy, one track to build. Every hex helps somebody else as well.",
        text="Six companies, six rounds. Each round you buy one stock and build one track, in either order. "
        "White spots lift every stock of that company, red spots sink it, whoever holds them. "
        "The disc left over is taxed, and that decides whose profits are real.",
        players="3–5",
        minutes="45–60 min",
        reconstructed="Map tiles 1b to 3b and 4 to 7, side B of the frame and the single starting hex are our "
        "reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack)

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        parts = self.parts
        start_hexes, in_bag = parts.setup[seats]
        starter = rules.NOBODY if self.version >= 2 else 0
        return rules.new(seats, [side.land for side in parts.sides], parts.faces, start_hexes, in_bag, starter)

    def starter(self, state: State) -> int | None:
        began = int(cast(MiniRails, state).starter)
        return began if began >= 0 else None

    def side(self, state: MiniRails) -> Side:
        return self.parts.sides[state.map.side]

    # -- the rooms of words --------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        return notation.text(self, cast(MiniRails, state), MOVES.decode(move))

    def read(self, state: State, text: str) -> Move:
        return notation.read(self, cast(MiniRails, state), text)

    def asked(self, state: State, verb: str, at: str) -> Move:
        return notation.asked(self, cast(MiniRails, state), verb, at)

    def refuse(self, state: State, move: Move) -> Refused:
        return refusals.refuse(self, cast(MiniRails, state), move)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(MiniRails, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(MiniRails, state), MOVES.decode(move))

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(MiniRails, before), MOVES.decode(move), cast(MiniRails, after))

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(MiniRails, state)
        if state.round == 0:
            return "Setting up"
        if state.to_act == OVER:
            return f"{ROUNDS} rounds"
        if state.phase == rules.DRAW_PHASE:
            return f"Before round {state.round} of {ROUNDS}"
        turn = min(state.done + 1, 2 * state.players)
        return f"Round {state.round} of {ROUNDS} · turn {turn} of {2 * state.players}"

    def view(self, state: State, seat: int | None) -> MiniRailsView:
        return sight.view(self.parts, cast(MiniRails, state))

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(MiniRails, state)
        companies = self.parts.companies
        return [[point(stock) for stock in sight.stocks(companies, state, seat)] for seat in range(state.players)]

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(MiniRails, state)
        count = {}
        for code, name in enumerate(self.parts.companies):
            spread = [state.discs.at, state.market, state.stocks.of, state.stocks.taxed]
            lying = sum(1 for places in spread for held in places if held == code)
            count[name] = lying + int(state.discs.bag[code]) + int(state.discs.on_frame[code]) + (state.hand == code)
        if state.phase >= rules.ACTION and state.to_act != OVER:
            waiting = len(state.order) - state.done - (state.phase == rules.SITE)
            count["markers"] = waiting + sum(1 for held in state.market if held >= rules.MARKER)
        else:
            count["markers"] = len(state.order)
        if state.round == 0:  # the starting discs are still in the box
            for name in self.parts.companies:
                count[name] += int(state.start_hexes)
        return count

    # -- the folder ----------------------------------------------------------------------

    def estimate(self) -> Estimate:
        return MiniRailsEstimate()

    def inputs(self, seats: int) -> Inputs:
        return MiniRailsInputs(seats)

    def layers(self, scene: Scene[MiniRailsView]) -> Sequence[str]:
        return drawing.layers(scene, self.parts)

    def panels(self, scene: Scene[MiniRailsView]) -> Panels:
        return panels(scene, self.parts)

    def sprite(self) -> str:
        return drawing.sprite(self.parts)

    def icon(self, piece: str) -> str:
        return f'<svg class="stock inline" aria-hidden="true"><use href="#stock-{piece}"/></svg>'


def point(stock: Stock) -> Point:
    """5 What a stock counts at the end."""
    at, name = stock.at, stock.company.title()
    if stock.counts:
        return Point(at, f"{name} at {signed(at)}", "mini-rails 5.3", name)
    if at < 0:
        return Point(0, f"{name} at {signed(at)}, void: {name} has paid tax", "mini-rails 5.1", name)
    return Point(0, f"{name} at {signed(at)}, void: {name} has paid no tax", "mini-rails 5.2", name)


GAME = MiniRailsGame
