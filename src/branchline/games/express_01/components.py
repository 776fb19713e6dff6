"""The cards of the box: components.toml, checked, and laid out as tables for the rules."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from branchline.games.express_01 import cards as printed
from branchline.games.express_01.cards import Box
from branchline.pack import Pack

KINDS = ("route", "through", "terminal", "capital")
EDGES = "NESW"
COLUMNS, ROWS = 5, 7
PILES = {
    "route": (("101-108", 24), ("121-145", 25), ("201-236", 36)),
    "through": (("501-512", 12), ("531-546", 16), ("561-565", 5)),
    "terminal": (("401-410", 10), ("431-436", 6), ("461-462", 2)),
    "capital": (("601-606", 6), ("630-635", 6), ("666", 1)),
}
MOST_SHARES = 40  # of a company; the search for routes counts moves in bits


@dataclass(frozen=True)
class Card:
    """An expansion card."""

    no: int
    kind: str
    stage: int
    rails: tuple[str, ...]  # a route: pairs of edges joined; a station: the edges with track
    copies: int
    share: str | None
    owner: str | None
    bonus: int
    next: tuple[int, ...]
    mark: str  # where it comes from: printed, derived, reconstructed

    def __hash__(self) -> int:
        return hash((self.no, self.kind))  # pictures are looked up by cards, all of them for every page

    def turned(self, turns: int) -> frozenset[str]:
        """The rails after quarter turns clockwise."""
        return turned(self.rails, turns)

    def edges(self, turns: int) -> frozenset[str]:
        return frozenset("".join(self.turned(turns)))

    @cached_property
    def turns(self) -> list[int]:
        """The quarter turns that give different pictures."""
        return [q for q in range(4) if all(self.turned(q) != self.turned(p) for p in range(q))]

    def keeps(self, turns: int, other: "Card", other_turns: int) -> bool:
        """Whether this card, so turned, has all track of the other."""
        return other.turned(other_turns) <= self.turned(turns)


@dataclass(frozen=True)
class Base:
    """A base card, which is also a cell of the board."""

    no: int
    kind: str
    name: str | None
    next: tuple[int, ...]
    mark: str

    @property
    def cell(self) -> int:
        return self.no - 1

    @property
    def inland(self) -> frozenset[str]:
        """The edges that are no border."""
        return frozenset(EDGES[side] for side in range(4) if neighbour(self.cell, side) is not None)

    @property
    def title(self) -> str:
        return self.name or str(self.no)


@dataclass(frozen=True)
class Components:
    companies: list[str]
    cards: list[Card]  # in the order of the rules' card codes
    base: list[Base]
    hand: int
    ends: dict[str, tuple[int, int]]  # short, long -> base cards, decks
    box: Box
    box_without_turning: Box  # the same with trains that turn round nowhere

    def card(self, no: int) -> Card:
        return self.cards[self.code(no)]

    def code(self, no: int) -> int:
        return self.codes[no]

    @cached_property
    def codes(self) -> dict[int, int]:
        return {card.no: code for code, card in enumerate(self.cards)}


@cache
def turned(rails: tuple[str, ...], turns: int) -> frozenset[str]:
    return frozenset(turn(rail, turns) for rail in rails)


def turn(rail: str, turns: int) -> str:
    return "".join(sorted((EDGES[(EDGES.index(edge) + turns) % 4] for edge in rail), key=EDGES.index))


def neighbour(cell: int, side: int) -> int | None:
    row, column = divmod(cell, COLUMNS)
    down, right = ((-1, 0), (0, 1), (1, 0), (0, -1))[side]
    if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
        return (row + down) * COLUMNS + column + right
    return None


def numbers(text: str) -> list[int]:
    """ "121-123 207" as a list."""
    found: list[int] = []
    for part in text.split():
        first, _, last = part.partition("-")
        found += range(int(first), int(last or first) + 1)
    return found


@cache
def load(path: Path) -> Components:
    pack = Pack(path)
    companies = [str(name) for name in pack.part("companies", "names")]
    pack.need(len(set(companies)) == printed.COMPANIES, "there are six different companies", "companies", "names")
    _check_piles(pack)
    cards = _cards(pack, companies)
    base = _base(pack, {card.no: card for card in cards})
    _check_successors(pack, cards)
    _check_reachable(pack, cards, base)
    ends = {}
    for length in ("short", "long"):
        ends[length] = (int(pack.part("play", length, "base_cards")), int(pack.part("play", length, "decks")))
        pack.need(0 < ends[length][0] <= 35 and 0 < ends[length][1] <= 12, f"no game ends so: {length}", "play", length)
    hand = int(pack.part("play", "hand"))
    pack.need(0 < hand <= 9, "the first hands, of four players, come out of 36 cards", "play", "hand")
    boxes = [_box(cards, base, companies, turning) for turning in (True, False)]
    return Components(companies, cards, base, hand, ends, *boxes)


def _numbers(pack: Pack, text: object, *keys: str | int) -> list[int]:
    try:
        return numbers(str(text))
    except ValueError:
        pack.fault(f"{text!r} is no list of numbers like '121-125 207'", *keys)


def _check_piles(pack: Pack) -> None:
    """The twelve decks as the rulebook lists them."""
    piles = pack.part("decks", "piles")
    expected = [(kind, stage + 1, *PILES[kind][stage]) for kind in KINDS for stage in range(3)]
    pack.need(len(piles) == len(expected), f"there are 12 decks, not {len(piles)}", "decks", "piles")
    for n, (pile, (kind, stage, listed, count)) in enumerate(zip(piles, expected)):
        found = (pile.get("kind"), pile.get("stage"), pile.get("numbers"), pile.get("cards"))
        as_printed = f"deck {n + 1} holds {count} {kind} cards of stage {stage}, numbers {listed}"
        pack.need(found == (kind, stage, listed, count), as_printed, "decks", "piles", n)


def _cards(pack: Pack, companies: list[str]) -> list[Card]:
    """All expansion cards in the order of the decks; each number once, copies as many as printed."""
    found: dict[int, Card] = {}
    for table in ("routes", "stations"):
        for n, entry in enumerate(pack.part(table, "cards")):
            card = _card(pack, table, n, entry, companies)
            pack.need(card.no not in found, f"number {card.no} stands here twice", table, "cards", n)
            found[card.no] = card
    ordered: list[Card] = []
    for kind in KINDS:
        for stage, (listed, count) in enumerate(PILES[kind], 1):
            deck = numbers(listed)
            where = ("routes" if kind == "route" else "stations", "cards")
            missing = [no for no in deck if no not in found]
            pack.need(not missing, f"card {missing[:1]} of the {kind} cards of stage {stage} is missing", *where)
            held = sum(found[no].copies for no in deck)
            pack.need(held == count, f"there are {count} {kind} cards of stage {stage}, not {held}", *where)
            ordered += [found[no] for no in deck]
    for company in companies:
        issue = sum(card.copies for card in ordered if card.share == company)
        pack.need(0 < issue <= MOST_SHARES, f"{company} has 1 to {MOST_SHARES} shares, not {issue}", "routes", "cards")
    return ordered


def _card(pack: Pack, table: str, n: int, entry: dict[str, object], companies: list[str]) -> Card:
    where = (table, "cards", n)
    no = entry.get("no")
    place = _place_of(no)
    if not isinstance(no, int) or place is None:
        pack.fault(f"{no!r} is no number of an expansion card", *where)
    kind, stage = place
    pack.need((kind == "route") == (table == "routes"), f"card {no} is no card of {table}", *where)
    text = str(entry.get("rails", ""))
    rails = tuple(text.split()) if kind == "route" else tuple(text)
    size = 2 if kind == "route" else 1
    good = all(len(set(rail)) == size == len(rail) and set(rail) <= set(EDGES) for rail in rails)
    pack.need(bool(rails) and good, f"card {no}: {text!r} is no track", *where)
    share, owner = entry.get("share"), entry.get("owner")
    pack.need((share in companies) == (kind == "route"), f"card {no}: every route is a share of a company", *where)
    pack.need(owner is None or owner in companies, f"card {no}: there is no company {owner!r}", *where)
    pack.need(kind != "route" or owner is None, f"card {no}: a route has no owner", *where)
    bonus, copies = entry.get("bonus", 0), entry.get("copies", 1)
    if not isinstance(bonus, int) or not isinstance(copies, int) or not 0 <= bonus <= 9 or not 1 <= copies <= 36:
        pack.fault(f"card {no}: bonus and copies are small numbers", *where)
    rails = tuple(turn(rail, 0) for rail in rails)
    nexts = tuple(_numbers(pack, entry.get("next", ""), *where))
    return Card(
        no,
        kind,
        stage,
        rails,
        copies,
        str(share) if share else None,
        str(owner) if owner else None,
        bonus,
        nexts,
        _mark(pack, table, entry),
    )


def _mark(pack: Pack, table: str, entry: dict[str, object]) -> str:
    """The mark of a card, or of the table in which it stands."""
    return str(entry.get("mark") or pack.part(table, "mark"))


def _place_of(no: object) -> tuple[str, int] | None:
    """Kind and stage of a number."""
    for kind in KINDS:
        for stage, (listed, _) in enumerate(PILES[kind], 1):
            if no in numbers(listed):
                return kind, stage
    return None


def _base(pack: Pack, cards: dict[int, Card]) -> list[Base]:
    base: list[Base] = []
    for n, entry in enumerate(pack.part("base", "cards")):
        where = ("base", "cards", n)
        no, kind, name = entry.get("no"), str(entry.get("kind")), entry.get("name")
        pack.need(no == n + 1, f"base card {n + 1} has its place here, not {no!r}", *where)
        pack.need(kind in KINDS, f"base card {no}: {kind!r} is no kind of card", *where)
        pack.need((kind == "route") == (name is None), f"base card {no}: stations have names, routes have none", *where)
        nexts = tuple(_numbers(pack, entry.get("next", ""), *where))
        card = Base(no, kind, str(name) if name else None, nexts, _mark(pack, "base", entry))
        for other in card.next:
            known = cards.get(other)
            if known is None:
                pack.fault(f"base card {no} lists {other}, which is no expansion card", *where)
            pack.need(
                known.stage == 1, f"base card {no} lists {other} of stage {known.stage}: a stage is skipped", *where
            )
            alike = (known.kind == "route") == (kind == "route")
            pack.need(alike, f"base card {no} is a {kind}, so {other} can't follow", *where)
            fits = any(known.edges(q) <= card.inland for q in known.turns)
            pack.need(fits, f"card {other} leads over the border of base card {no}, however it is turned", *where)
        pack.need(bool(card.next), f"base card {no} can never be expanded", *where)
        base.append(card)
    pack.need(len(base) == printed.CELLS, f"there are 35 base cards, not {len(base)}", "base", "cards")
    for no, name in ((9, "Berlin"), (13, "Hanover")):
        pack.need(base[no - 1].name == name, f"base card {no} is {name}", "base", "cards", no - 1)
    names = [card.name for card in base if card.name]
    pack.need(len(set(names)) == len(names), "two base cards have one name", "base", "cards")
    return base


def _check_successors(pack: Pack, cards: list[Card]) -> None:
    known = {card.no: card for card in cards}
    at = {"routes": 0, "stations": 0}
    lines = {entry["no"]: n for table in at for n, entry in enumerate(pack.part(table, "cards"))}
    for card in cards:
        where = ("routes" if card.kind == "route" else "stations", "cards", lines[card.no])
        for no in card.next:
            after = known.get(no)
            if after is None:
                pack.fault(f"card {card.no} lists {no}, which is no expansion card", *where)
            pack.need(
                after.stage == card.stage + 1,
                f"card {card.no} of stage {card.stage} lists {no} of stage {after.stage}",
                *where,
            )
            alike = (after.kind == "route") == (card.kind == "route")
            pack.need(alike, f"card {card.no} is a {card.kind}, so {no} can't follow", *where)
            keeps = any(after.keeps(q, card, 0) for q in after.turns)
            pack.need(keeps, f"card {no} keeps the track of {card.no} in no rotation", *where)


def _check_reachable(pack: Pack, cards: list[Card], base: list[Base]) -> None:
    """No card that can never be placed."""
    reached = {no for card in base for no in card.next}
    for stage in (1, 2, 3):
        for card in cards:
            if card.stage == stage:
                table = "routes" if card.kind == "route" else "stations"
                pack.need(card.no in reached, f"card {card.no} can never be placed: no card lists it", table, "cards")
                reached |= set(card.next)


def _mask(edges: Iterable[str]) -> int:
    return sum(2 ** EDGES.index(edge) for edge in edges)


def _exits(card: Card, turns: int, side: int, turning: bool) -> int:
    """Sides by which a train that came in over a side may leave: along the joints of a route,
    anywhere else through a station, anywhere out of a terminal, or nowhere if it may not turn round."""
    edge = EDGES[side]
    if edge not in card.edges(turns):
        return 0
    if card.kind == "terminal":
        return _mask(card.edges(turns)) if turning else 0
    if card.kind == "route":
        return _mask({other for rail in card.turned(turns) if edge in rail for other in rail} - {edge})
    return _mask(card.edges(turns) - {edge})


def _box(cards: list[Card], base: list[Base], companies: list[str], turning: bool) -> Box:
    code = {card.no: i for i, card in enumerate(cards)}
    lays = [(card, q) for card in cards for q in range(4)]

    def company(name: str | None) -> int:
        return companies.index(name) if name else printed.NOBODY

    after = [
        [code[no] * 4 + q for no in card.next for q in cards[code[no]].turns if cards[code[no]].keeps(q, card, turns)]
        for card, turns in lays
    ]
    first = [
        [code[no] * 4 + q for no in cell.next for q in cards[code[no]].turns if cards[code[no]].edges(q) <= cell.inland]
        for cell in base
    ]
    sizes = [count for kind in KINDS for _, count in PILES[kind]]
    beside = [neighbour(cell, side) for cell in range(len(base)) for side in range(4)]
    return Box(
        number=vec[i64]([card.no for card in cards]),
        deck_of=vec[i64]([KINDS.index(card.kind) * 3 + card.stage - 1 for card in cards]),
        copies=vec[i64]([card.copies for card in cards]),
        share=vec[i64]([company(card.share) for card in cards]),
        owner=vec[i64]([company(card.owner) for card in cards]),
        worth=vec[i64]([0 if card.kind == "route" else 1 + card.bonus for card in cards]),
        rails=vec[i64]([_mask(card.edges(q)) for card, q in lays]),
        exits=vec[i64]([_exits(card, q, side, turning) for card, q in lays for side in range(4)]),
        next_start=vec[i64](_starts(after)),
        next_lay=vec[i64]([lay for some in after for lay in some]),
        base_kind=vec[i64]([KINDS.index(card.kind) for card in base]),
        base_start=vec[i64](_starts(first)),
        base_lay=vec[i64]([lay for some in first for lay in some]),
        inland=vec[i64]([_mask(card.inland) for card in base]),
        beside=vec[i64]([printed.NOBODY if cell is None else cell for cell in beside]),
        deck_start=vec[i64]([sum(sizes[:deck]) for deck in range(len(sizes))]),
        deck_cards=vec[i64](_starts([numbers(listed) for kind in KINDS for listed, _ in PILES[kind]])),
        bit=vec[i64]([2**n for n in range(62)]),
    )


def _starts(lists: list[list[int]]) -> list[int]:
    starts = [0]
    for some in lists:
        starts.append(starts[-1] + len(some))
    return starts
