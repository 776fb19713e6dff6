"""Mini Rails for the rest of the house: its facts, views and scores; the words have rooms of their own."""

from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Point, Value
from branchline.games.mini_rails import board as drawing
from branchline.games.mini_rails import notation, offers, refusals, rules, story
from branchline.games.mini_rails.components import Components, Side, load
from branchline.games.mini_rails.estimate import MiniRailsEstimate
from branchline.games.mini_rails.reasons import REASONS
from branchline.games.mini_rails.rules import MiniRails
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State
from branchline.refusal import Refused
from branchline.words import signed


class MiniRailsGame(Game):
    name = "mini-rails"
    title = "Mini Rails"
    seats = range(3, 6)
    reasons = REASONS
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
        return rules.new(seats, [side.land for side in parts.sides], parts.faces, start_hexes, in_bag)

    def side(self, state: MiniRails) -> Side:
        return self.parts.sides[state.side]

    # -- the rooms of words --------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        return notation.text(self, cast(MiniRails, state), move)

    def refuse(self, state: State, text: str) -> Refused:
        return refusals.refuse(self, cast(MiniRails, state), text)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(MiniRails, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(MiniRails, state), move)

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        return story.tell(self, cast(MiniRails, before), move, cast(MiniRails, after))

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(MiniRails, state)
        if state.round == 0:
            return "Setting up"
        if state.to_act == OVER:
            return f"{rules.ROUNDS} rounds"
        turn = min(state.done + 1, 2 * state.players)
        return f"Round {state.round} of {rules.ROUNDS} · turn {turn} of {2 * state.players}"

    def view(self, state: State, seat: int | None) -> Json:
        """Mini Rails has no secrets: everybody sees all of it."""
        state = cast(MiniRails, state)
        parts = self.parts
        companies = parts.companies
        side = parts.sides[state.side]

        def company(code: int) -> str | None:
            return companies[code] if code >= 0 else None

        return {
            "side": "ab"[state.side],
            "companies": companies,
            "hexes": [
                {
                    "name": side.names[i],
                    "value": int(state.value[i]),
                    "terrain": parts.terrain.get(int(state.value[i]), ""),
                    "disc": company(state.disc[i]),
                }
                for i in range(rules.HEXES)
            ],
            "frames": [
                {"company": company(state.frame[place]), "discs": self.on_frame(state, place)} for place in range(1, 7)
            ],
            "bag": {name: int(state.bag[i]) for i, name in enumerate(companies)},
            "market": [self.space(state, i) for i in range(state.spaces())],
            "order": [int(owner) for owner in state.order],
            "acted": int(state.done) if state.phase >= rules.ACTION else 0,
            "actions": [
                [name for name, bit in (("buy", rules.BUY_TILE), ("build", rules.BUILD_TILE)) if tiles & bit]
                for tiles in state.action_tiles
            ],
            "stocks": [self.stocks(state, owner) for owner in range(state.players)],
            "taxed": [companies[code] for code in state.taxed if code >= 0],
            "hand": company(state.hand),
        }

    def on_frame(self, state: MiniRails, place: int) -> int:
        return int(state.on_frame[state.frame[place]]) if state.frame[place] >= 0 else 0

    def space(self, state: MiniRails, space: int) -> Json:
        held = state.market[space]
        if held < 0:
            return {}
        if held >= rules.MARKER:
            return {"seat": int(held - rules.MARKER)}
        return {"company": self.parts.companies[held]}

    def stocks(self, state: MiniRails, seat: int) -> list[Json]:
        companies = self.parts.companies
        return [
            {
                "company": companies[state.stock_of[k]],
                "at": int(state.stock_at[k]),
                "counts": bool(state.counts(state.stock_of[k], state.stock_at[k])),
            }
            for k in range(seat * rules.ROUNDS, (seat + 1) * rules.ROUNDS)
            if state.stock_of[k] >= 0
        ]

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(MiniRails, state)
        return [[self.point(stock) for stock in self.stocks(state, seat)] for seat in range(state.players)]

    def point(self, stock: Json) -> Point:
        at, name = int(stock["at"]), str(stock["company"]).title()
        if stock["counts"]:
            return Point(at, f"{name} at {signed(at)}", "mini-rails 5.3")
        if at < 0:
            return Point(0, f"{name} at {signed(at)}, void: {name} has paid tax", "mini-rails 5.1")
        return Point(0, f"{name} at {signed(at)}, void: {name} has paid no tax", "mini-rails 5.2")

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(MiniRails, state)
        count = {}
        for code, name in enumerate(self.parts.companies):
            spread = [state.disc, state.market, state.stock_of, state.taxed]
            lying = sum(1 for places in spread for held in places if held == code)
            count[name] = lying + int(state.bag[code]) + int(state.on_frame[code]) + (state.hand == code)
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

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts)

    def sprite(self) -> str:
        return drawing.sprite(self.parts)

    def icon(self, piece: str) -> str:
        return f'<svg class="stock inline" aria-hidden="true"><use href="#stock-{piece}"/></svg>'


GAME = MiniRailsGame
