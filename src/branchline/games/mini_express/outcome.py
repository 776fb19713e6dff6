"""What a move leaves behind on the board and beside it, for the ghosts of what one points at."""

from collections.abc import Sequence
from dataclasses import dataclass

from branchline.games.mini_express import view
from branchline.games.mini_express.components import COMPANIES
from branchline.games.mini_express.rules import MiniExpress
from branchline.games.mini_express.sameness import brought


@dataclass(frozen=True)
class Held:
    """Shares of a seat as they would count."""

    seat: int
    company: str
    holding: view.Holding


@dataclass(frozen=True)
class Outcome:
    """What differs from now; where routes tie, by the first of them. `track` is new track: of routes that do not bring
    the same, all that may come."""

    track: tuple[view.Train, ...]
    tied: bool  # the route is to be chosen yet
    lengths: dict[str, int]
    tracks: dict[str, int]
    influence: dict[str, int]  # of the one who moves
    shares: tuple[Held, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What to show, by the names under which the page has it."""
        return (
            *(f"length-{company}-{length}" for company, length in self.lengths.items()),
            *(f"tracks-{company}-{count}" for company, count in self.tracks.items()),
            *(f"influence-{company}-{value}" for company, value in self.influence.items()),
            *(share_name(held) for held in self.shares),
        )


def share_name(held: Held) -> str:
    holding = held.holding
    return f"share-{held.seat}-{held.company}-{holding.count}-{holding.worth}-{holding.rank}"


def outcome(before: MiniExpress, afters: Sequence[MiniExpress]) -> Outcome:
    after = afters[0]
    assets, then, own = before.assets, after.assets, before.to_act * len(COMPANIES)
    companies = range(len(COMPANIES))
    tied = len(afters) > 1 and len({brought(one) for one in afters}) > 1
    return Outcome(
        track=tuple(laid(before, afters if tied else afters[:1])),
        tied=tied,
        lengths={COMPANIES[c]: int(then.length[c]) for c in companies if then.length[c] != assets.length[c]},
        tracks={COMPANIES[c]: int(then.tracks[c]) for c in companies if then.tracks[c] != assets.tracks[c]},
        influence={
            COMPANIES[c]: int(after.influence[own + c])
            for c in companies
            if after.influence[own + c] != before.influence[own + c]
        },
        shares=tuple(changed(before, after)),
    )


def laid(before: MiniExpress, afters: Sequence[MiniExpress]) -> list[view.Train]:
    """The trains that come onto the map, each once, but for those that start anew somewhere."""
    found: list[view.Train] = []
    for after in afters:
        new = view.trains(after, int(before.rails.trains))
        found += [train for train in new if train.from_ != train.to and train not in found]
    return found


def changed(before: MiniExpress, after: MiniExpress) -> list[Held]:
    """Holdings whose count, worth or rank is another one."""
    found = []
    for company, name in enumerate(COMPANIES):
        for seat in range(before.seats):
            place = seat * len(COMPANIES) + company
            counts = after.held[place] != before.held[place] or after.influence[place] != before.influence[place]
            same = after.worth(seat, company) == before.worth(seat, company)
            if same and not counts and after.rank(seat, company) == before.rank(seat, company):
                continue
            holding = view.holding(after, seat, company)
            if holding != view.holding(before, seat, company):
                found.append(Held(seat, name, holding))
    return found
