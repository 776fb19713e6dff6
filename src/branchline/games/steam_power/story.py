"""Steam Power's log: what happened, as a seat may read it, and why the Automa did it."""

from dataclasses import replace

from branchline.game import Line, Step
from branchline.games.steam_power import automaton, codes, deck, delivery, rules, track
from branchline.games.steam_power.deck import BONUS_TRACK, COLOURS, LEAST_PRESENT, MOST, UNCONNECTED, VICTORY_CITY
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.moves import (
    Begin,
    Begins,
    Build,
    Contracts,
    Corner,
    Draw,
    Fulfil,
    HeadFor,
    Lay,
    Money,
    Placement,
    Remove,
    Replace,
    Skip,
    Stop,
    Take,
    TakeFrom,
    Taken,
    Train,
)
from branchline.games.steam_power.notation import BONUS_NAME, COMPANY, CORNER, Notation
from branchline.games.steam_power.rules import SteamPower
from branchline.kernel.state import CHANCE
from branchline.moves import Move
from branchline.words import listed

DIRECTION = (
    "top to bottom, then left to right",
    "top to bottom, then right to left",
    "bottom to top, then right to left",
    "bottom to top, then left to right",
)


def tell(
    notation: Notation, begun: SteamPower, before: SteamPower, move: Move, after: SteamPower, seat: int | None
) -> Line | None:
    return Story(notation, begun, before, move, after, seat).line()


class Story:
    """One move, told to one seat."""

    def __init__(
        self, notation: Notation, begun: SteamPower, before: SteamPower, move: Move, after: SteamPower, seat: int | None
    ) -> None:
        self.notation = notation
        self.begun = begun  # before the first of the decisions that the action is made of
        self.before = before
        self.move = move
        self.after = after
        self.seat = seat
        self.company = int(before.company)
        # 11 Alone with five railways it is a railway that acts.
        acting = COMPANY[self.company].title() if before.solo and self.company >= 0 else ""
        self.who = acting or f"{{seat:{before.purse(before.company)}}}"

    def line(self) -> Line | None:
        """What the move did, and what the rules did after it before anybody is asked again."""
        line = self.told()
        effects = self.without_contracts() + self.shuffled()
        if not effects:
            return line
        steps = (*(line.steps if line else ()), *self.cited(effects))
        said = " ".join(step.text for step in effects if step.rule != "10.2")
        if line is None:
            return Line(said, steps=steps)
        return replace(line, effect=f"{line.effect} {said}".strip(), steps=steps, quiet=False)

    def told(self) -> Line | None:
        if self.before.to_act == CHANCE:
            return self.chance()
        if self.before.to_act >= self.before.players:
            return self.automa()
        line = self.player()
        return replace(line, heading=f"Round {self.before.round}") if line and self.opens_round() else line

    def opens_round(self) -> bool:
        b = self.before
        return not b.solo and b.company == b.starter and b.phase == codes.ACTION and b.actions == rules.ACTIONS

    # -- players -------------------------------------------------------------------------

    def player(self) -> Line | None:
        match self.move:
            case Begin(city=city):
                return Line(f"{self.who} begins at {self.notation.city(city)}.", part="before")
            case Lay() | Replace() | Remove():
                return replace(self.placement(), part="before" if self.goes_on() else "")
            case Stop():
                return Line(f"{self.who} leaves it at one tile.")
            case Skip():
                return None
            case Build():
                return self.factory(self.move)
            case Contracts():
                return Line(f"{self.who} takes contracts.")
            case Money():
                return Line(f"{self.who} takes ${rules.FROM_THE_BANK} from the bank.")
            case TakeFrom(seat=seat):
                return Line(f"{self.who} asks {{seat:{seat}}} for a contract.", part="after")
        return self.fulfilment()

    def goes_on(self) -> bool:
        """4.1 Another placement of the same action may follow."""
        before, after = self.before, self.after
        return (after.phase, after.turn, after.to_act) == (codes.LAYING, before.turn, before.to_act)

    def placement(self) -> Line:
        """A tile laid, replaced or removed."""
        line = self.tile()
        broken = self.broken_paths()
        return replace(line, effect=f"{line.effect} {broken}".strip()) if broken else line

    def tile(self) -> Line:
        notation, before, after = self.notation, self.before, self.after
        match self.move:
            case Lay(hex=hex, rail=rail):
                what = "a crossing" if before.track.rail[hex * 2] != NONE else f"a {notation.shape(rail)}"
                purse = before.purse(self.company)
                spent = int(before.money[purse] - after.money[purse])
                effect = f"{f'−${spent}. ' if spent else ''}{self.link_effect()}"
                return Line(f"{self.who} lays {what} on {notation.map.names[hex]}.", effect)
            case Replace(hex=hex, rail=rail):
                by = f"the tile on {notation.map.names[hex]} by a {notation.shape(rail)}"
                return Line(f"{self.who} replaces {by}.", self.link_effect())
        end = notation.map.names[track.end_hex(before, self.company)]
        return Line(f"{self.who} removes the tile on {end}.", self.link_effect())

    def broken_paths(self) -> str:
        """10.7 The Automas whose coins this placement has taken away."""
        return " ".join(
            f"{{seat:{company}}}'s coins"
            f"{' and incomplete link' if company == self.company or track.has_open_end(self.before, company) else ''}"
            " are removed."
            for company in range(self.before.players, self.before.seats)
            if self.is_broken(company)
        )

    def is_broken(self, company: int) -> bool:
        """An Automa's coins were to last longer; its own tile takes the place of one."""
        index = company - int(self.before.players)
        own = 1 if company == self.company else 0
        return self.before.automas.coin_count[index] > own and self.after.automas.coin_count[index] == 0

    def link_effect(self) -> str:
        """Complete, open, or gone."""
        notation, before, after = self.notation, self.before, self.after
        if self.company >= before.players and not before.solo and self.is_broken(self.company):
            return ""
        if track.has_open_end(after, self.company):
            ahead = notation.map.names[after.track.facing[self.company] // 6]
            return f"Incomplete, open to {ahead}."
        new = [
            node
            for node in range(after.land.nodes)
            if after.track.joins[self.company * after.land.nodes + node]
            & ~before.track.joins[self.company * after.land.nodes + node]
        ]
        if len(new) >= 2:
            return f"Link {notation.node(new[0])} to {notation.node(new[-1])}."
        return (
            "The link is complete."
            if after.track.trains[self.company] <= before.track.trains[self.company]
            else "Train back."
        )

    def factory(self, build: Build) -> Line:
        good = self.notation.parts.goods[self.before.cities.colour[build.city]]
        text = f"{self.who} builds a factory in {self.notation.city(build.city)}."
        return Line(text, f"{build.goods} {{piece:{good}}} {good} goods placed.")

    def fulfilment(self) -> Line | None:
        before, after = self.before, self.after
        card = self.move.card if isinstance(self.move, Fulfil) else int(before.contract)
        seat = int(before.to_act)
        name, pictures = self.notation.contract(card).name, self.notation.pictures(card)
        if after.contracts.fulfilled[seat] & after.land.bit[card]:
            return Line(f"{self.who} fulfils {pictures} {name}.", self.payments(seat, card))
        if isinstance(self.move, Take):
            good = self.notation.parts.goods[before.cities.colour[self.move.city]]
            where, payees = self.notation.city(self.move.city), listed(self.notation.payees(before, self.move.paid))
            how = f"paying {payees}" if payees else "free"
            return Line(f"{self.who} takes {{piece:{good}}} {good} from {where}, {how}.", part="before")
        return Line(f"{self.who} shows {pictures} {name} and chooses its sources.", part="before")

    def payments(self, seat: int, card: int) -> str:
        """Who was paid since the contract was shown, what was earned, which cities are flipped."""
        before, after, contract = self.begun, self.after, self.notation.contract(card)
        others = [
            f"{{seat:{other}}} ${after.money[other] - before.money[other]}"
            for other in range(before.seats)
            if other != seat and after.money[other] > before.money[other]
        ]
        cost = int(before.money[seat] + contract.money - after.money[seat])
        bank = cost - sum(int(after.money[s] - before.money[s]) for s in range(before.seats) if s != seat)
        if bank > 0:
            others.append(f"the bank ${bank}")
        told = [f"Pays {listed(others)}." if others else "Pays nothing."]
        if contract.money:
            told.append(f"Gains ${contract.money}.")
        told.append(f"{contract.points} VP.")
        flipped = [
            self.notation.city(c)
            for c in range(after.land.cities)
            if after.factories.flipped(c) and not before.factories.flipped(c)
        ]
        if flipped:
            told.append(f"{listed(flipped)} {'is' if len(flipped) == 1 else 'are'} flipped.")
        return " ".join(told)

    # -- chance --------------------------------------------------------------------------

    def chance(self) -> Line | None:
        before, notation = self.before, self.notation
        match self.move:
            case Begins(seat=seat):
                return Line(f"{{seat:{seat}}} begins.")
            case Corner(good=colour):
                good = notation.parts.goods[colour]
                return Line(f"{{piece:{good}}} {good.title()} goes to the {CORNER[before.done]} corner.", quiet=True)
            case Train(company=company):
                heading = (
                    f"Round {before.round}" if sum(before.train_bag) == deck.COMPANIES * rules.TRAINS_IN_BAG else ""
                )
                return Line(f"A {COMPANY[company]} train: {COMPANY[company].title()} acts.", heading=heading)
            case Draw() if before.phase == codes.REVEAL:
                return self.turned_up(self.move.card)
            case Draw() | Taken():
                return self.drawn(self.move)
        return self.cities_drawn() if self.after.phase != codes.TILES else None

    def cities_drawn(self) -> Line:
        colours = [*self.notation.parts.goods, "purple"]
        spare = [f"{int(n)} {colour}" for colour, n in zip(colours, self.after.cities.beside_map, strict=True) if n]
        left = f"Beside the map: {listed(spare)}." if spare else "No tile is left over."
        return Line("The cities are drawn.", left, heading="Set-up")

    def drawn(self, move: Draw | Taken) -> Line | None:
        """A card for somebody's hand."""
        before, notation = self.before, self.notation
        seen = notation.sees(before, move, self.seat)
        what = f"{notation.pictures(move.card)} {notation.contract(move.card).name}" if seen else "a contract"
        if before.phase == codes.DEAL:
            return Line(f"{{seat:{notation.dealt_to(before)}}} is dealt {what}.", quiet=True) if seen else None
        taker = f"{{seat:{before.drawer()}}}"
        if isinstance(move, Taken):
            return Line(f"{taker} takes {what} from {{seat:{before.done}}}.", part="after")
        return Line(f"{taker} draws {what}.", part="after", quiet=not seen)

    # -- the Automa ----------------------------------------------------------------------

    def without_contracts(self) -> list[Step]:
        """10.3 The Automas for which no contract was left: the one that acts may lack its second, and who sits
        behind may have passed a whole turn."""
        before = self.before
        ended = int(self.after.turn - before.turn)
        steps = []
        if ended and before.to_act >= before.players and before.automas.cards:
            steps.append(self.missing(self.company, int(before.automas.cards)))
        for n in range(1, ended):
            seat = (self.company + n) % int(before.seats)
            steps += [self.marker_moves(seat, int(before.automas.marker + n) % len(CORNER)), self.missing(seat, 2)]
        return steps

    def missing(self, seat: int, cards: int) -> Step:
        what = "No contract is" if cards == 2 else "No second contract is"
        return Step(f"{what} left for {{seat:{seat}}}: it takes ${rules.FROM_THE_BANK * cards}.", "10.3")

    def shuffled(self) -> list[Step]:
        """10.3 The Automa whose discards have become the deck."""
        return [
            Step(f"{{seat:{self.before.players + index}}} shuffles its discarded contracts into a new deck.", "10.3")
            for index in range(self.before.automas.count)
            if self.before.automas.discards[index] and not self.after.automas.discards[index]
        ]

    def marker_moves(self, seat: int, corner: int) -> Step:
        """10.2 With this an Automa's turn begins."""
        where = f"the marker moves to the {CORNER[corner]} corner"
        return Step(f"{{seat:{seat}}}: {where}. Ties: {DIRECTION[corner]}.", "10.2", at=(f"corner {corner}",))

    def turned_up(self, card: int) -> Line:
        """10.3 The marker, and the card."""
        before, notation = self.before, self.notation
        steps = []
        if before.automas.cards == 2:
            steps.append(self.marker_moves(self.company, int(before.automas.marker)))
        which = "first" if before.automas.cards == 2 else "second"
        steps.append(Step(f"The {which} contract is {notation.pictures(card)} {notation.contract(card).name}.", "10.3"))
        return Line(
            f"{{seat:{before.company}}} turns up {notation.pictures(card)} {notation.contract(card).name}.",
            steps=self.cited(steps),
        )

    def cited(self, steps: list[Step]) -> tuple[Step, ...]:
        return tuple(replace(step, rule=f"steam-power {step.rule}") for step in steps)

    def automa(self) -> Line:
        before, move = self.before, self.move
        if isinstance(move, Fulfil):
            return self.automa_fulfils()
        steps = self.why_not_fulfilled() if before.phase == codes.AUTOMA else []
        match move:
            case Placement():
                return self.automa_lays(steps)
            case HeadFor():
                return self.automa_heads(steps)
            case Build():
                return self.automa_builds(move, steps)
            case Money():
                steps.append(Step("It can neither lay track nor build a factory, so it takes money.", "10.4"))
                return Line(f"{self.who} takes ${rules.FROM_THE_BANK} from the bank.", steps=self.cited(steps))
        bonus = BONUS_NAME[self.notation.contract(before.contract).bonus]
        money = int(before.numbers.compensation)
        steps.append(Step(f"It can't use {bonus}, so it gains ${money} instead.", "10.4"))
        return Line(f"{self.who} gains ${money} instead of {bonus}.", steps=self.cited(steps))

    def why_not_fulfilled(self) -> list[Step]:
        """10.4 The contract is used as an action."""
        before = self.before
        cost = int(delivery.least_cost(before, self.company, before.contract))
        money = int(before.money[self.company])
        why = f"The goods cost ${cost} and it has ${money}: not fulfilled."
        if before.track.network[self.company] == 0:
            why = "It has no completed link, so it uses the contract as an action."
        return [Step(why, "10.4"), *self.by_icon()]

    def by_icon(self) -> list[Step]:
        """10.4 What the contract means as an action, and the other thing if that is impossible."""
        before = self.before
        bonus = self.notation.contract(before.contract).bonus
        sign = "No bonus" if bonus == "none" else f"The icon {BONUS_NAME[bonus]}"
        asks_for_track = before.numbers.icon[before.deck.bonus[before.contract]] == BONUS_TRACK
        act = "lay track" if asks_for_track else "build a factory"
        steps = [ours(f"{sign} means: {act}", ".", "10.4")]
        if asks_for_track and isinstance(self.move, Build):
            steps.append(Step("No track can be laid, so it builds a factory.", "10.4"))
        if not asks_for_track and isinstance(self.move, Placement | HeadFor):
            steps.append(Step("No factory can be built, so it lays track.", "10.4"))
        return steps

    def automa_lays(self, steps: list[Step]) -> Line:
        """10.6 A tile in place of a coin; 10.7 other paths may end with it."""
        line, tile = self.placement(), self.tile()
        why = "It follows the coins, so that the rails connect as many cities as possible."
        steps.append(Step(f"{why} {tile.effect}".strip(), "10.6", at=self.laid_at()))
        if self.broken_paths():
            steps.append(Step(self.broken_paths(), "10.7"))
        return replace(line, steps=self.cited(steps))

    def laid_at(self) -> tuple[str, ...]:
        """The hex of a tile."""
        hex = getattr(self.move, "hex", None)
        return (self.notation.map.names[hex],) if hex is not None else ()

    def hexes_of(self, *cities: int) -> tuple[str, ...]:
        """Where cities lie."""
        return tuple(self.notation.map.names[self.before.land.city_hex[city]] for city in cities)

    def automa_fulfils(self) -> Line:
        before = self.before
        card = int(before.contract)
        cost = int(delivery.least_cost(before, self.company, card))
        paid = self.payments(self.company, card)
        steps = [
            Step(f"The goods cost ${cost} at least and it has ${before.money[self.company]}: fulfilled. {paid}", "10.4")
        ]
        name, pictures = self.notation.contract(card).name, self.notation.pictures(card)
        return Line(f"{self.who} fulfils {pictures} {name}.", paid, self.cited(steps))

    def automa_heads(self, steps: list[Step]) -> Line:
        """10.5, 10.6 Target and path."""
        before, notation = self.before, self.notation
        plan = automaton.plan(before, self.company)
        assert plan is not None
        if plan.start != NONE:
            good = notation.parts.goods[before.automas.corner[before.automas.marker]]
            steps.append(
                Step(
                    f"Its first track starts at {notation.node(plan.start)}: {{piece:{good}}} lies at the marker.",
                    "10.8",
                    at=self.hexes_of(*(c for c in range(before.land.cities) if before.land.node[c] == plan.start)),
                )
            )
        goods = [notation.parts.goods[before.deck.goods[before.contract * MOST + n]] for n in range(plan.good + 1)]
        for good in dict.fromkeys(goods[int(before.automas.good) : -1]):
            steps.append(Step(f"{{piece:{good}}} finds no city; the next good counts.", "10.5"))
        good = goods[-1]
        city = notation.city(plan.city)
        sought = ours(f"{{piece:{good}}} asks for {self.sought(int(plan.seek))}", f". {city} is the closest.", "10.5")
        steps.append(replace(sought, at=self.hexes_of(plan.city)))
        hexes = tuple(notation.map.names[hex] for hex in plan.hexes)
        path = ", ".join(hexes)
        steps.append(Step(f"Fewest tiles, then cost: {plan.tiles} for ${plan.cost}, over {path}.", "10.6", at=hexes))
        return Line(f"{self.who} heads for {city}.", f"Coins on {path}.", self.cited(steps))

    def sought(self, seek: int) -> str:
        if seek == LEAST_PRESENT:
            count = automaton.present(self.before, automaton.extended_network(self.before, self.company))
            fewest = [self.notation.parts.goods[c] for c in range(COLOURS) if count[c] == min(count)]
            pictures = listed([f"{{piece:{good}}}" for good in fewest], "or")
            return f"a city of the good least present in its extended network, {pictures}"
        if seek == VICTORY_CITY:
            return "a Victory Point city"
        return "an unconnected city" if seek == UNCONNECTED else "a city of another network"

    def automa_builds(self, build: Build, steps: list[Step]) -> Line:
        line = self.factory(build)
        near = automaton.extended_network(self.before, self.company)
        count = automaton.present(self.before, near)
        city = build.city
        good = self.notation.parts.goods[self.before.cities.colour[city]]
        inside = near & self.before.land.bit[self.before.land.node[city]]
        where = "in its extended network" if inside else "in another network, as there is no room in its own"
        colour = self.before.cities.colour[city]
        least = f"{{piece:{good}}} is least present ({count[colour]})"
        if count[colour] > min(count):
            least = f"Of the goods with a free city, {least}"
        steps.append(Step(f"{least}; the closest city {where}.", "10.9", at=self.hexes_of(city)))
        return Line(line.text, line.effect, self.cited(steps))


def ours(begin: str, end: str, rule: str) -> Step:
    """A step that rests on our reading of a sign that is lost; the words that say so stand in the middle."""
    return Step(f"{begin} (our reading){end}", rule, f"{begin}{end}")
