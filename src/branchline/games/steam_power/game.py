"""Steam Power for the rest of the house: its facts, views and scores; the words have rooms of their own."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import cast

from branchline.game import About, Game, Line, Offer, Option, Point, Scene, Value
from branchline.games.steam_power import board as drawing
from branchline.games.steam_power import codes, contracts, deck, offers, refusals, rules, scoring, story, track
from branchline.games.steam_power import view as sight
from branchline.games.steam_power.components import Components, load
from branchline.games.steam_power.deck import PURPLE
from branchline.games.steam_power.estimate import SteamPowerEstimate
from branchline.games.steam_power.inputs import SteamPowerInputs
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.moves import MOVES
from branchline.games.steam_power.notation import COMPANY, Notation
from branchline.games.steam_power.panels import Panels, panels
from branchline.games.steam_power.reasons import REASONS
from branchline.games.steam_power.rules import SteamPower
from branchline.games.steam_power.view import SteamPowerView, cards
from branchline.kernel.estimate import Estimate
from branchline.kernel.net import Inputs
from branchline.kernel.state import OVER, State
from branchline.moves import Move
from branchline.refusal import Refused
from branchline.words import plural

DIFFICULTIES = ("very-easy", "easy", "normal", "hard", "very-hard")


class SteamPowerGame(Game):
    name = "steam-power"
    title = "Steam Power"
    newest = 2  # 1: pointy-top maps, and an Automa that broke some ties by edges and seats
    seats = range(1, 6)
    vocabulary = MOVES
    has_secrets = True
    open_board = True
    levels = (25, 45, 80, 1200)
    styles = {
        "builder": ("lay", "replace", "begin", "build"),
        "trader": ("contracts", "fulfil", "deliver"),
    }
    learned_apart = ("automas", "difficulty")
    reasons = REASONS
    chapters = {
        "lay": "4.1",
        "replace": "4.5",
        "remove": "4.5",
        "begin": "4.2",
        "stop": "4.1",
        "build": "5.1",
        "fulfil": "3.2",
        "deliver": "6.4",
        "take": "6.4",
        "contracts": "3.2",
        "from": "8.2",
        "money": "3.2",
        "skip": "7",
    }
    pictures = {good: f"{good.title()} goods" for good in ("orange", "black", "gray", "white")}
    options = {
        "map": Option(
            ("us-midwest", "north-east"),
            "us-midwest",
            "Which map to play on. Both are our reconstruction.",
            {"us-midwest": "US Midwest", "north-east": "North-East USA"},
        ),
        "automas": Option(
            (0, 1, 2, 3, 4),
            0,
            "Automas are companies that play by the rules of the box, without thinking. One player without any runs "
            "all five companies: the basic solo game.",
        ),
        "difficulty": Option(
            DIFFICULTIES,
            "normal",
            "How strong the Automas are: the money that one gets instead of a bonus that it can't use.",
            {
                "very-easy": "very easy, $0",
                "easy": "easy, $2",
                "normal": "normal, $5",
                "hard": "hard, $10",
                "very-hard": "very hard, $15",
            },
        ),
    }
    about = About(
        line="Lay track, open factories, carry goods over everybody's lines and be paid for yours.",
        text="Two actions a turn: lay track, build a factory, fulfil a contract, draw contracts or take money. "
        "Goods travel over any completed link, but foreign factories and links cost $1 each, paid to their owners. "
        "Contracts bring points, money and bonus actions; emptied factories and purple cities bring points too. "
        "Play with up to five, against the Automa, or run all five companies alone.",
        players="1–5",
        minutes="60–90 min",
        reconstructed="Both maps, 46 of the 48 contracts and parts of the other two, and what the Automa's action "
        "icons and four of its symbols mean are our reconstruction.",
    )

    # -- before the game ---------------------------------------------------------------

    @cached_property
    def parts(self) -> Components:
        return load(self.pack)

    def defaults(self, seats: int) -> dict[str, Value]:
        return {**super().defaults(seats), "automas": 1 if seats == 1 else 0}

    def check(self, seats: int, options: Mapping[str, Value]) -> None:
        automas = int(options["automas"])
        if seats + automas > 5:
            many = f"{plural(seats, 'player')} and {plural(automas, 'Automa')}"
            raise Refused("steam-power 10.11", f"{many} are more than the five companies of the box.")
        if str(options["map"]) not in self.parts.maps:
            raise Refused("options", f"This pack has no map {options['map']!r}: {', '.join(self.parts.maps)}.")
        if str(options["difficulty"]) not in self.parts.compensation:
            raise Refused("options", f"This pack has no difficulty {options['difficulty']!r}.")

    def begin(self, seats: int, options: Mapping[str, Value]) -> State:
        parts = self.parts
        automas = int(options["automas"])
        return rules.new(
            seats,
            automas,
            parts.maps[str(options["map"])].land,
            parts.deck,
            parts.numbers(seats + automas, str(options["difficulty"])),
            parts.city_tiles,
            parts.track_tiles,
            parts.goods_each,
            self.version,
        )

    def starter(self, state: State) -> int | None:
        return int(cast(SteamPower, state).starter)

    def has_winner(self, seats: int, options: Mapping[str, Value]) -> bool:
        """11.3 Basic solo is about one's own record."""
        return seats + int(options["automas"]) > 1 or self.version == 1

    def idle(self, seats: int, options: Mapping[str, Value]) -> Mapping[str, str]:
        return {} if options["automas"] else {"difficulty": "Without an Automa it changes nothing."}

    def weights_file(self, seats: int, options: Mapping[str, Value]) -> Path:
        """Without an Automa its difficulty makes no difference."""
        chosen = self.resolve(seats, options)
        if not chosen["automas"]:
            chosen["difficulty"] = self.options["difficulty"].default
        return super().weights_file(seats, chosen)

    def seat_names(self, state: State) -> list[str]:
        names = [f"Seat {seat + 1}" for seat in range(state.players)]
        automas = state.seats - state.players
        return names + (["Automa"] if automas == 1 else [f"Automa {n + 1}" for n in range(automas)])

    def notation(self, state: SteamPower) -> Notation:
        """The names of the map that is played on."""
        one = next(one for one in self.parts.maps.values() if one.land is state.land)
        return Notation(self.parts, one)

    # -- the rooms of words --------------------------------------------------------------

    def text(self, state: State, move: int) -> str:
        state = cast(SteamPower, state)
        return self.notation(state).text(state, MOVES.decode(move))

    def seen(self, state: State, move: int, seat: int | None) -> str:
        state = cast(SteamPower, state)
        return self.notation(state).seen(state, MOVES.decode(move), seat)

    def read(self, state: State, text: str) -> Move:
        state = cast(SteamPower, state)
        return self.notation(state).read(state, text)

    def asked(self, state: State, verb: str, at: str) -> Move:
        return self.notation(cast(SteamPower, state)).asked(verb, at)

    def refuse(self, state: State, move: Move) -> Refused:
        state = cast(SteamPower, state)
        return refusals.refuse(self.notation(state), state, move)

    def refuse_text(self, state: State, text: str) -> Refused:
        state = cast(SteamPower, state)
        return refusals.refuse_text(self.notation(state), state, text)

    def prompt(self, state: State) -> str:
        return offers.prompt(self, cast(SteamPower, state))

    def offer(self, state: State, move: int) -> Offer:
        return offers.offer(self, cast(SteamPower, state), MOVES.decode(move))

    def tell(self, before: State, move: int, after: State, seat: int | None) -> Line | None:
        before, after = cast(SteamPower, before), cast(SteamPower, after)
        return self.tell_action(before, before, move, after, seat)

    def opens(self, state: State) -> bool:
        """6.3 What a delivery cost is told when its last good has come."""
        return bool(cast(SteamPower, state).phase != codes.DELIVERY)

    def tell_action(self, begun: State, before: State, move: int, after: State, seat: int | None) -> Line | None:
        begun, before, after = cast(SteamPower, begun), cast(SteamPower, before), cast(SteamPower, after)
        return story.tell(self.notation(before), begun, before, MOVES.decode(move), after, seat)

    # -- the view ------------------------------------------------------------------------

    def where(self, state: State) -> str:
        state = cast(SteamPower, state)
        if state.round == 0:
            return "Setting up"
        if state.solo:
            acted = deck.COMPANIES * rules.TRAINS_IN_BAG - sum(state.train_bag)
            return f"Round {state.round} of {rules.SOLO_ROUNDS} · action {max(1, acted)} of 10"
        most = max(state.contracts.count)
        if state.to_act == OVER:
            return f"{state.round} rounds · {most} contracts"
        last = " · last round" if state.ending else ""
        return f"Round {state.round} · {most} of {state.numbers.ends_at} contracts{last}"

    def view(self, state: State, seat: int | None) -> SteamPowerView:
        return sight.view(self, cast(SteamPower, state), seat)

    def own_view(self, state: State, seat: int, open_to_all: SteamPowerView) -> SteamPowerView:
        return sight.own_view(self, cast(SteamPower, state), seat, open_to_all)

    # -- scores --------------------------------------------------------------------------

    def breakdown(self, state: State) -> list[list[Point]]:
        state = cast(SteamPower, state)
        notation = self.notation(state)
        return [self.points(state, notation, seat) for seat in range(state.seats)]

    def points(self, state: SteamPower, notation: Notation, seat: int) -> list[Point]:
        money = int(state.money[seat])
        found = [Point(money // 5, f"${money}, a point for every $5", "steam-power 9.2", "money")]
        for card in cards(state, state.contracts.fulfilled[seat]):
            contract = notation.contract(card)
            found.append(Point(contract.points, f"Contract {contract.name}", "steam-power 9.3", contract.name))
        for city in range(state.land.cities):
            name = notation.city(city)
            if state.cities.colour[city] == PURPLE:
                worth = int(scoring.victory_city(state, city))
                sharing = int(scoring.connected(state, city))
                if state.solo and sharing:
                    companies = "1 company" if sharing == 1 else f"{sharing} companies"
                    found.append(Point(worth, f"{name}, {companies} connected", "steam-power 11.3", name))
                elif not state.solo and state.track.network[seat] & state.land.bit[state.land.node[city]]:
                    shared = f", shared by {sharing}" if sharing > 1 else ""
                    found.append(Point(worth, f"{name}{shared}", "steam-power 9.5", name))
            elif state.factories.flipped(city) and state.purse(state.factories.owner[city]) == seat:
                worth = int(scoring.flipped_city(state, city))
                found.append(Point(worth, f"{name} flipped", "steam-power 9.4", name))
        return found

    # -- for the conformance suite -------------------------------------------------------

    def pieces(self, state: State) -> dict[str, int]:
        state = cast(SteamPower, state)
        count: dict[str, int] = {}
        for colour, good in enumerate(self.parts.goods):
            lying = sum(
                int(state.factories.goods[c]) for c in range(state.land.cities) if state.cities.colour[c] == colour
            )
            count[f"{good} goods"] = (
                lying + int(state.factories.stock[colour]) + sum(1 for c in state.automas.corner if c == colour)
            )
        for kind, name in enumerate(("straight or curve", "tight or crossing", "crossing curves")):
            laid = sum(1 for hex in range(state.land.hexes) if track.tile_kind(state, hex) == kind)
            count[f"{name} tiles"] = laid + int(state.track.tiles[kind])
        for company in range(state.companies):
            links = {int(link) for link in state.track.link if link != NONE and link // deck.LINKS == company}
            built = sum(1 for owner in state.factories.owner if owner == company)
            count[f"{COMPANY[company]} trains"] = len(links) + int(state.track.trains[company])
            count[f"{COMPANY[company]} factories"] = built + int(state.factories.left[company])
        held = int(state.contracts.pool)
        for known in (*state.contracts.hand, *state.contracts.fulfilled, *state.automas.discards):
            held |= int(known)
        active = state.contract != NONE and not held & state.land.bit[state.contract]
        count["contracts"] = held.bit_count() + int(active)
        tiles = sum(1 for colour in state.cities.colour if colour != NONE) + sum(state.cities.beside_map)
        count["city tiles"] = tiles + (sum(state.cities.bag))
        return count

    def secrets(self, state: State, seat: int | None) -> list[str]:
        state = cast(SteamPower, state)
        if state.to_act == OVER:
            return []
        watcher = state.seats if seat is None else seat
        hidden = contracts.unknown_hands(state, watcher)
        return [self.parts.contracts[card].name for card in cards(state, hidden)]

    # -- the folder ----------------------------------------------------------------------

    def estimate(self) -> Estimate:
        return SteamPowerEstimate()

    def inputs(self, seats: int) -> Inputs:
        return SteamPowerInputs(seats)

    def layers(self, scene: Scene[SteamPowerView]) -> Sequence[str]:
        return drawing.layers(scene, self.parts)

    def panels(self, scene: Scene[SteamPowerView]) -> Panels:
        return panels(scene)

    def sprite(self) -> str:
        return drawing.sprite()

    def icon(self, piece: str) -> str:
        return f'<svg class="good inline" role="img" aria-label="{piece}"><use href="#cube-{piece}"/></svg>'


GAME = SteamPowerGame
