"""Placements and costs read off the view by plain looking: slow, and with nothing of the rules' tables."""

from itertools import combinations
from typing import Any

EDGES = {"pointy": ("e", "se", "sw", "w", "nw", "ne"), "flat": ("n", "ne", "se", "s", "sw", "nw")}
PRICE = {"plains": 0, "hills": 2, "mountains": 4}
Rail = tuple[str, ...]
Payment = tuple[int, ...]  # who gets a dollar, again and again


def is_part(one: Payment, other: Payment) -> bool:
    """Nobody gets more in the one, and somebody less."""
    return one != other and all(one.count(owner) <= other.count(owner) for owner in one)


class Reading:
    """What the active company may do, from what lies on the table."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.table = table
        self.edges = EDGES[table["layout"]]
        self.hexes = {hex["name"]: hex for hex in table["hexes"]}
        self.cities = {city["hex"]: city for city in table["cities"]}
        self.company = table["active"]
        self.money = table["companies"][self.company]["money"]
        self.trains = table["companies"][self.company]["trains"]
        self.open = {link["company"]: link for link in table["links"] if not link["complete"]}
        self.network: set[int] = set()
        for link in table["links"]:
            if link["complete"] and link["company"] == self.company:
                self.network |= set(link["groups"])

    @property
    def has_track(self) -> bool:
        return bool(self.network) or self.company in self.open

    def across(self, edge: str) -> str:
        return self.edges[(self.edges.index(edge) + 3) % 6]

    def stock_of(self, rails: list[Rail]) -> int | None:
        """Which stock has a tile with these rails: 0, 1, 2; None: no tile shows them."""
        spans = []
        for one, two in rails:
            steps = abs(self.edges.index(one) - self.edges.index(two))
            spans.append(min(steps, 6 - steps))
        if len(rails) == 1:
            return 1 if spans == [1] else 0
        if 1 in spans or set(rails[0]) & set(rails[1]):
            return None
        if spans == [3, 3]:
            return 1
        bent = [(rail, other) for rail, other in (rails, rails[::-1]) if self.across(rail[0]) != rail[1]]
        return 2 if all(self.middle(rail) in other for rail, other in bent) else None

    def middle(self, rail: Rail) -> str:
        """The edge that a curve bends round."""
        one, two = sorted(self.edges.index(edge) for edge in rail)
        return self.edges[one + 1 if two - one == 2 else (two + 1) % 6]

    def beside(self, hex: str, edge: str) -> str | None:
        column, row = ord(hex[0]), int(hex[1:])
        if self.table["layout"] == "flat":
            low = (column - ord("a")) % 2  # every second column is half a hex lower
            right = {"e": 1, "w": -1}.get(edge[-1], 0)
            down = (low - (edge[0] == "n")) if right else {"n": -1, "s": 1}[edge]
        else:
            odd = (row - 1) % 2  # every second row is half a hex further right
            down = {"s": 1, "n": -1}.get(edge[0], 0)
            right = (odd - (edge[-1] == "w")) if down else {"e": 1, "w": -1}[edge]
        there = f"{chr(column + right)}{row + down}"
        return there if there in self.hexes else None

    def group(self, hex: str, edge: str) -> int | None:
        there = self.beside(hex, edge)
        return self.cities[there]["group"] if there in self.cities else None

    def ahead(self, company: int) -> tuple[str | None, str]:
        """Where an open end leads: the hex and its edge."""
        last = self.open[company]["rails"][-1]
        return self.beside(last["hex"], last["to"]), self.across(last["to"])

    def may_lie(self, hex: str, rail: Rail) -> bool:
        """4.1, 4.4 The rail stays on land and meets nobody else's open end."""
        for edge in rail:
            there = self.beside(hex, edge)
            if there is None or self.hexes[there]["terrain"] == "water":
                return False
            if any(self.ahead(other) == (hex, edge) for other in self.open if other != self.company):
                return False
        return True

    def starts(self, hex: str, rail: Rail, nodes: set[int] | None) -> bool:
        """4.2, 4.3 A first tile leads out of one of these groups (None: of any), and not back into it."""
        groups = [self.group(hex, edge) for edge in rail]
        ends = {group for group in groups if group is not None}
        return groups[0] != groups[1] and bool(ends if nodes is None else ends & nodes)

    def goes_on(self, rail: Rail, hex: str, entry: str, began_at: int) -> bool:
        """4.3, 4.4 The rail continues the link and does not lead back to where it began."""
        return entry in rail and all(self.group(hex, edge) != began_at for edge in rail if edge != entry)

    def lays(self, nodes: set[int]) -> set[str]:
        found = set()
        for hex, here in self.hexes.items():
            rails = [tuple(old["rail"].split("-")) for old in here["rails"]]
            if here["terrain"] not in PRICE or len(rails) == 2:
                continue
            if (2 if rails else PRICE[here["terrain"]]) > self.money:
                continue
            for rail in combinations(self.edges, 2):
                stock = self.stock_of([*rails, rail])
                if stock is None or self.table["tiles"][stock] == 0 or not self.may_lie(hex, rail):
                    continue
                if self.company in self.open:
                    ahead, entry = self.ahead(self.company)
                    began_at = self.open[self.company]["groups"][0]
                    fits = ahead == hex and self.goes_on(rail, hex, entry, began_at)
                else:
                    fits = self.trains > 0 and self.starts(hex, rail, nodes)
                if fits:
                    found.add(f"lay {hex} {'-'.join(rail)}")
        return found

    def changes(self) -> set[str]:
        """4.5 The last tile of the incomplete link removed or replaced."""
        if self.company not in self.open:
            return set()
        link = self.open[self.company]
        last = link["rails"][-1]
        hex, now = last["hex"], {last["from"], last["to"]}
        lying: list[Rail] = [tuple(old["rail"].split("-")) for old in self.hexes[hex]["rails"]]
        others = [old for old in self.hexes[hex]["rails"] if set(old["rail"].split("-")) != now]
        kept: list[Rail] = [tuple(old["rail"].split("-")) for old in others]
        dead = any(old["company"] is None for old in others)
        found = {f"remove {hex}"}
        for rail in combinations(self.edges, 2):
            tiles = [self.stock_of([rail])] if dead else []  # a dead rail need not stay
            tiles += [] if set(rail) == now else [self.stock_of([*kept, rail])]
            left = [kind for kind in tiles if kind is not None and (kind == self.stock_of(lying) or self.left(kind))]
            if not left or not self.may_lie(hex, rail):
                continue
            if len(link["rails"]) == 1:
                fits = self.starts(hex, rail, self.network or None)
            else:
                fits = self.goes_on(rail, hex, last["from"], link["groups"][0])
            if fits:
                found.add(f"replace {hex} {'-'.join(rail)}")
        return found

    def left(self, kind: int) -> bool:
        return bool(self.table["tiles"][kind])

    def placements(self) -> set[str]:
        """Everything that a placement of a company with track can be."""
        return self.lays(self.network) | self.changes()

    def roads(self, group: int) -> list[tuple[int, int]]:
        """The completed links at a group: where each leads, and whose it is."""
        links = [link for link in self.table["links"] if link["complete"] and group in link["groups"]]
        return [(other, link["company"]) for link in links for other in set(link["groups"]) - {group}]

    def fares(self) -> dict[int, int]:
        """6.3 The foreign links between each group and the company's network."""
        fare = dict.fromkeys(self.network, 0)
        reached = list(self.network)
        for group in reached:
            for other, _ in self.roads(group):
                if other not in fare:
                    fare[other] = fare[group] + 1
                    reached.append(other)
        return fare

    def prices(self, good: str, without: str = "") -> list[int]:
        """6.3 What the reachable goods of a colour cost, the cheapest first; one of a city's left out."""
        fare = self.fares()
        return sorted(
            fare[city["group"]] + (city["factory"] != self.company)
            for city in self.cities.values()
            if city["colour"] == good and city["group"] in fare
            for _ in range(city["goods"] - (city["name"] == without))
        )

    def cost(self, goods: list[str], without: str = "") -> int:
        """6.3, 6.5 The least that these goods cost."""
        total = 0
        for good in set(goods):
            prices = self.prices(good, without)[: goods.count(good)]
            total += sum(prices) + 5 * (goods.count(good) - len(prices))
        return total

    def ways(self, city: dict[str, Any], budget: int) -> set[Payment]:
        """6.4 Every way of paying for a good within the budget; none that is as dear as another for
        everybody and dearer for somebody."""
        first: Payment = tuple([city["factory"]] * (city["factory"] != self.company))
        under_way = {(city["group"], first)} if len(first) <= budget else set()
        arrived: set[Payment] = set()
        seen = set(under_way)
        while under_way:
            group, paid = under_way.pop()
            if group in self.network:
                arrived.add(paid)
                continue
            for other, owner in self.roads(group):
                step = (other, tuple(sorted((*paid, owner))))
                if len(paid) < budget and step not in seen:
                    seen.add(step)
                    under_way.add(step)
        return {way for way in arrived if not any(is_part(other, way) for other in arrived)}

    def deliveries(self, left: list[str]) -> set[str]:
        """6.4 One good of those left to deliver, from anywhere, if the others can still be paid."""
        found = set()
        for city in self.cities.values():
            good = city["colour"]
            if good not in left or not city["goods"]:
                continue
            others = list(left)
            others.remove(good)
            for way in self.ways(city, self.money - self.cost(others, without=city["name"])):
                pays = " ".join(f"{owner + 1}:${way.count(owner)}" for owner in sorted(set(way)))
                found.add(f"take {good} from {city['name'].lower()} {'paying ' + pays if pays else 'free'}")
        return found

    def factories(self) -> set[str]:
        """5.1, 5.2 Every empty city with goods in stock and anybody's link."""
        linked = {group for link in self.table["links"] if link["complete"] for group in link["groups"]}
        mine = self.table["companies"][self.company]["factories"]
        return {
            f"build {city['name'].lower()}"
            for city in self.cities.values()
            if mine and city["factory"] is None and city["group"] in linked and self.table["goods"].get(city["colour"])
        }

    def contracts(self) -> set[str]:
        """6.1, 6.2 The contracts that can be fulfilled."""
        hand = self.table["hands"]["0" if self.table["solo"] else str(self.company)]
        return {f"fulfil {card['name']}" for card in hand if self.network and self.cost(card["goods"]) <= self.money}
