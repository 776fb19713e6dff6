"""Mini Rails in words: moves as text, views, log lines and reasons."""

import re
from collections.abc import Mapping
from functools import cached_property
from typing import cast

from branchline.game import About, Game, Json, Line, Offer, Point, Stake, Value
from branchline.games.mini_rails import board as drawing
from branchline.games.mini_rails import rules
from branchline.games.mini_rails.components import Components, Side, load
from branchline.games.mini_rails.estimate import MiniRailsEstimate
from branchline.games.mini_rails.rules import MiniRails
from branchline.kernel.estimate import Estimate
from branchline.kernel.state import OVER, State
from branchline.refusal import Refused
from branchline.words import plural, signed


class MiniRailsGame(Game):
    name = "mini-rails"
    title = "Mini Rails"
    seats = range(3, 6)
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

    # -- words for moves ---------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        state = cast(MiniRails, state)
        companies = self.parts.companies
        if move >= rules.DRAW:
            return f"draw {companies[move - rules.DRAW]}"
        if move >= rules.TILE:
            tile, rest = divmod(move - rules.TILE, 12)
            return f"tile {tile + 1}{'ab'[rest // 6]} turned {rest % 6}"
        if move >= rules.COLOUR:
            return f"frame {companies[move - rules.COLOUR]}"
        if move >= rules.SIDE:
            return f"frame side {'ab'[move - rules.SIDE]}"
        if move == rules.LAY_FRAME:
            return "lay frame"
        if move >= rules.LAY:
            return f"lay {self.side(state).names[move - rules.LAY]}"
        verb, space = ("build", move - rules.BUILD) if move >= rules.BUILD else ("buy", move - rules.BUY)
        return f"{verb} {companies[state.market[space]]} {space + 1}"

    def side(self, state: MiniRails) -> Side:
        return self.parts.sides[state.side]

    def refuse(self, state: State, text: str) -> Refused:
        state = cast(MiniRails, state)
        if re.fullmatch(r"lay( .*)?", text):
            return self.refuse_lay(state, text[4:])
        if match := re.fullmatch(r"(buy|build)(?: (\D*?))? ?(\d+)?", text):
            return self.refuse_take(state, match[1], (match[2] or "").strip(), match[3])
        return Refused("mini-rails 3.1", f"{text!r} is no move: buy or build a disc of the market, then lay it.")

    def refuse_lay(self, state: MiniRails, where: str) -> Refused:
        """Why the disc in hand can't go there."""
        if state.phase != rules.SITE:
            return Refused("mini-rails 3.2", "First take a disc of the market to build with.")
        company = self.parts.companies[state.hand].title()
        if not where:
            return Refused("mini-rails 3.3", f"Name the hex for the {company} disc as well, by its letter and number.")
        if where == "frame":
            return Refused("mini-rails 3.5", f"{company} still has a hex to build on, so its frame is no choice.")
        side = self.side(state)
        if where not in side.names:
            return Refused("mini-rails 3.3", f"There is no hex {where!r} on the map.")
        there = state.disc[side.names.index(where)]
        if there >= 0:
            owner = self.parts.companies[there].title()
            return Refused("mini-rails 3.3", f"Hex {where} is taken: a {owner} disc lies there.")
        if not state.sites(state.hand):
            return Refused("mini-rails 3.5", f"{company} is blocked in: its disc must go on the frame.")
        return Refused("mini-rails 3.3", f"{company} can't be built on {where}: no {company} disc lies beside it.")

    def refuse_take(self, state: MiniRails, verb: str, company: str, number: str | None) -> Refused:
        """Why this disc can't be taken for this action."""
        if state.phase == rules.SITE:
            hand = self.parts.companies[state.hand].title()
            return Refused("mini-rails 3.2", f"A {hand} disc is in your hand: lay it first.")
        tile = rules.BUY_TILE if verb == "buy" else rules.BUILD_TILE
        if not state.action_tiles[state.to_act] & tile:
            done, left = ("bought", "build") if verb == "buy" else ("built", "buy")
            return Refused("mini-rails 3.1", f"You have {done} in this round already: this turn you {left}.")
        companies = self.parts.companies
        if company and company not in companies:
            return Refused("mini-rails 3.2", f"There is no company {company!r}: there are {', '.join(companies)}.")
        if number is None:
            return self.refuse_without_space(state, verb, company)
        space = int(number)
        if not 1 <= space <= state.spaces():
            return Refused("mini-rails 3.2", f"The market has the spaces 1 to {state.spaces()}.")
        held = state.market[space - 1]
        if held >= rules.MARKER:
            return Refused("mini-rails 3.2", f"Space {space} of the market holds a marker, no disc.")
        if not company:
            return Refused("mini-rails 3.2", f"Name the company as well: {verb} {companies[held]} {space}.")
        return Refused("mini-rails 3.2", f"Space {space} of the market holds a {companies[held].title()} disc.")

    def refuse_without_space(self, state: MiniRails, verb: str, company: str) -> Refused:
        """Where the discs of the company lie, or all of them."""
        discs = [
            (self.parts.companies[held], space + 1)
            for space in range(state.spaces())
            if (held := state.market[space]) < rules.MARKER
        ]
        fitting = [space for name, space in discs if name == company]
        if company and not fitting:
            return Refused("mini-rails 3.2", f"There is no {company.title()} disc in the market.")
        name, space = next((name, space) for name, space in discs if name == (company or name))
        return Refused("mini-rails 3.2", f"Name the company and the space: {verb} {name} {space}, for one.")

    def estimate(self) -> Estimate:
        return MiniRailsEstimate()

    # -- words for positions -----------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(MiniRails, state)
        if state.round == 0:
            return "Setting up"
        if state.to_act == OVER:
            return f"{rules.ROUNDS} rounds"
        turn = min(state.done + 1, 2 * state.players)
        return f"Round {state.round} of {rules.ROUNDS} · turn {turn} of {2 * state.players}"

    def prompt(self, state: State) -> str:
        state = cast(MiniRails, state)
        if state.phase == rules.SITE:
            company = self.parts.companies[state.hand]
            count = len(state.legal())
            if not state.sites(state.hand):
                return f"{{piece:{company}}} {company.title()} is blocked in: lay the disc on its frame."
            which = "the one lit hex" if count == 1 else f"one of the {count} lit hexes"
            return f"Build {{piece:{company}}} {company.title()}: choose {which}."
        tiles = state.action_tiles[state.to_act]
        if tiles == rules.BUY_TILE:
            return "Buy a stock: take a disc of the market."
        if tiles == rules.BUILD_TILE:
            return "Build a track: take a disc of the market."
        return "Take a disc: buy it as a stock or build with it."

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

    def offer(self, state: State, move: int) -> Offer:
        state = cast(MiniRails, state)
        text = self.text(state, move)
        companies = self.parts.companies
        if state.phase == rules.ACTION:
            building = move >= rules.BUILD
            space = move - (rules.BUILD if building else rules.BUY)
            name = companies[state.market[space]]
            taxed = "taxed already" if state.is_taxed(state.market[space]) else "not taxed yet"
            held = sum(1 for k in range(state.players * rules.ROUNDS) if state.stock_of[k] == state.market[space])
            holding = f"{plural(held, 'stock')} on the profit boards" if held else "Nobody holds any"
            notes = [f"{name.title()} is {taxed}. {holding}."]
            if building:
                notes.append(self.building_notes(state, state.market[space]))
            if state.round < rules.ROUNDS:
                notes.append(f"Your marker: {self.place_to_come(state, space)} in the next round.")
            return Offer(
                text,
                f"{{piece:{name}}} {name.title()} from space {space + 1}",
                group="Build" if building else "Buy",
                title=f"{'Build' if building else 'Buy'} {name.title()} from space {space + 1}",
                notes=tuple(notes),
            )
        hand = state.hand
        spots = -1 if move == rules.LAY_FRAME else int(state.value[move - rules.LAY])
        after = state.copy()
        after.play(move)
        stakes = tuple(self.stake(state, after, hand, seat) for seat in range(state.players))
        place = self.place(state, move)
        name = companies[hand].title()
        return Offer(
            text,
            f"{place} {signed(spots)}",
            value=stakes[state.to_act].change,
            title=f"{name} on {place}",
            delta=signed(spots),
            stakes=stakes,
        )

    def place_to_come(self, state: MiniRails, space: int) -> str:
        """4.2 The market's markers become the order: one disc stays, and may lie to the left."""
        left = sum(1 for other in range(space) if state.market[other] < rules.MARKER)
        discs = sum(1 for other in range(state.spaces()) if state.market[other] < rules.MARKER)
        if left == 0:
            return f"place {space + 1}"
        if left == discs - 1:  # all that stay lie to the left, the last one too
            return f"place {space}"
        return f"place {space} or {space + 1}"

    def building_notes(self, state: MiniRails, company: int) -> str:
        sites = state.sites(company)
        values = sorted(int(state.value[i]) for i in range(rules.HEXES) if sites & state.lands[state.side].bit[i])
        if not values:
            return f"It is blocked in: the disc goes on the frame, {signed(-1)}."
        if len(values) == 1:
            return f"One hex, {signed(values[0])}."
        return f"{len(values)} hexes from {signed(values[0])} to {signed(values[-1])}."

    def stake(self, before: MiniRails, after: MiniRails, company: int, seat: int) -> Stake:
        """How far this seat's stocks of the company move."""
        held = [k for k in range(seat * rules.ROUNDS, (seat + 1) * rules.ROUNDS) if before.stock_of[k] == company]
        if not held:
            return Stake("±0", "no stock")
        change = sum(int(after.stock_at[k] - before.stock_at[k]) for k in held)
        return Stake(signed(change) if change else "±0", plural(len(held), "stock"))

    def place(self, state: MiniRails, move: int) -> str:
        """Where a disc is laid: "Farmland f3", "its frame"."""
        if move == rules.LAY_FRAME:
            return "its frame"
        parts = self.parts
        terrain = parts.titles[parts.terrain[int(state.value[move - rules.LAY])]]
        return f"{terrain} {self.side(state).names[move - rules.LAY]}"

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        before, after = cast(MiniRails, before), cast(MiniRails, after)
        companies = self.parts.companies
        if move >= rules.DRAW:
            if after.phase != rules.ACTION:
                return None
            drawn = ", ".join(f"{{piece:{companies[c]}}} {companies[c].title()}" for c in after.market)
            return Line(f"The market: {drawn}.", heading=f"Round {after.round}")
        if move >= rules.SIDE:
            if after.round == 0:
                return None
            return Line(f"The map is laid on frame side {'AB'[after.side]}.", heading="Set-up")
        if move >= rules.BUILD and move < rules.LAY:
            return None  # the build is told when the disc is laid
        who = f"{{seat:{before.to_act}}}"
        if move < rules.BUILD:
            name = companies[before.market[move]]
            line = Line(f"{who} buys a {{piece:{name}}} {name.title()} stock from space {move + 1}.")
        else:
            line = self.tell_build(before, move, after, who)
        if before.done + 1 == 2 * before.players:
            name = companies[after.taxed[before.round - 1]]
            line = Line(line.text, f"{line.effect} {{piece:{name}}} {name.title()} is taxed.".strip())
        return line

    def tell_build(self, before: MiniRails, move: int, after: MiniRails, who: str) -> Line:
        name = self.parts.companies[before.hand]
        moved = [self.stake(before, after, before.hand, seat) for seat in range(before.players)]
        told = [f"{{seat:{seat}}} {stake.change}" for seat, stake in enumerate(moved) if stake.note != "no stock"]
        spots = -1 if move == rules.LAY_FRAME else int(before.value[move - rules.LAY])
        effect = f"{name.title()} {signed(spots)}: {', '.join(told) if told else 'nobody holds any'}."
        return Line(f"{who} builds {{piece:{name}}} {name.title()} on {self.place(before, move)}.", effect)

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

    def board(self, view: Json) -> str:
        return drawing.board(view, self.parts)

    def sprite(self) -> str:
        return drawing.sprite(self.parts)

    def icon(self, piece: str) -> str:
        return f'<svg class="stock inline" aria-hidden="true"><use href="#stock-{piece}"/></svg>'


GAME = MiniRailsGame
