"""6.3, 6.4 What a delivery would cost, good by good: where from, over which links, and who is paid."""

from dataclasses import dataclass

from branchline.games.steam_power import delivery
from branchline.games.steam_power.deck import COLOURS
from branchline.games.steam_power.land import NONE
from branchline.games.steam_power.links import Link
from branchline.games.steam_power.notation import Notation
from branchline.games.steam_power.refusals import ENOUGH
from branchline.games.steam_power.rules import SteamPower

Pay = tuple[int | None, int]  # a seat, or None for the bank, and what it gets


@dataclass(frozen=True)
class Item:
    """One good: from a city, or None for the bank."""

    good: str
    city: str | None
    price: int
    pays: tuple[Pay, ...]
    links: tuple[int, ...]  # over which it travels, from its city on


@dataclass(frozen=True)
class Quote:
    items: tuple[Item, ...]
    pays: tuple[Pay, ...]
    total: int
    flips: tuple[str, ...]  # cities that are flipped by it


def proposal(notation: Notation, state: SteamPower, links: list[Link]) -> Quote:
    """The cheapest delivery of what is still needed."""
    goods = [good for colour, good in enumerate(notation.parts.goods) for _ in range(state.need[colour])]
    return quote(notation, state.copy(), goods, links)


def of_contract(notation: Notation, state: SteamPower, company: int, card: int, links: list[Link]) -> Quote:
    """The cheapest delivery of a contract's goods to this company."""
    twin = state.copy()
    twin.company = company
    for colour in range(COLOURS):
        twin.need[colour] = state.deck.need[card * COLOURS + colour]
    return quote(notation, twin, notation.contract(card).goods, links)


def quote(notation: Notation, twin: SteamPower, goods: list[str], links: list[Link]) -> Quote:
    """Plays on the copy it is given."""
    company = twin.company
    twin.money[twin.purse(company)] = ENOUGH
    items: list[Item] = []
    pays: dict[int | None, int] = {}
    flips: list[str] = []
    for good in goods:
        city = int(delivery.proposed_source(twin, company, notation.parts.goods.index(good)))
        if city == NONE:
            items.append(Item(good, None, int(delivery.FROM_BANK), (), ()))
            pays[None] = pays.get(None, 0) + int(delivery.FROM_BANK)
            continue
        paid = int(delivery.proposed_way(twin, company, city))
        shares = notation.pays(twin, paid)
        route = route_of(twin, city, paid, links)
        items.append(Item(good, notation.city(city), int(delivery.spent(paid)), tuple(shares.items()), route))
        for seat, n in shares.items():
            pays[seat] = pays.get(seat, 0) + n
        delivery.take(twin, company, city, paid)
        if twin.factories.goods[city] == 0:
            flips.append(notation.city(city))
    return Quote(tuple(items), tuple(pays.items()), sum(item.price for item in items), tuple(flips))


def route_of(state: SteamPower, city: int, paid: int, links: list[Link]) -> tuple[int, ...]:
    """The links over which a good travels for this payment, from its city on."""
    fare = delivery.fares(state, state.company)
    ways = delivery.ways_from(state, state.company, city, delivery.spent(paid), fare)
    step = next((int(k) for k in ways.arrived if ways.paid[k] == paid), NONE)
    found = []
    while step != NONE and ways.whence[step] != NONE:
        groups = {int(ways.at[step]), int(ways.at[ways.whence[step]])}
        owner = int(ways.owner[step])
        found.append(
            next(link.id for link in links if link.complete and link.company == owner and set(link.groups) == groups)
        )
        step = int(ways.whence[step])
    return tuple(found[::-1])
