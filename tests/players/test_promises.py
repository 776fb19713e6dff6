"""What a position promises to those who think: that it moves as a player would expect."""

from typing import Any, cast

import branchline
from branchline.games.mini_express.constants import Constants as ExpressConstants
from branchline.games.mini_express.outlook import Outlook
from branchline.games.mini_rails.constants import Constants as RailsConstants
from branchline.games.mini_rails.prospects import Prospects
from branchline.games.mini_rails.rules import MiniRails

LONGEST = 15


def early(seed: int = 3) -> Any:
    """Mini Express after the shares of the start were chosen, and some turns."""
    position = branchline.game("mini-express").start(seats=4, seed=seed)
    while position.n < 60:
        position.play(branchline.player("greedy", seed=1).choose(position))
    return position.state


def outlook_of(state: Any, left: float) -> Outlook:
    found = Outlook(ExpressConstants())
    found.look(state, left)
    return found


def test_a_lead_in_influence_lasts_less_the_more_is_to_come() -> None:
    chances = [float(outlook_of(early(), left).chance_above(3, 0)) for left in (0.0, 0.3, 0.9)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.95


def test_who_holds_more_of_a_company_is_expected_to_go_on_for_it() -> None:
    outlook = outlook_of(early(), 0.5)
    assert outlook.chance_above(0, 2) > outlook.chance_above(0, 0) > outlook.chance_above(0, -2)


def test_a_company_grows_until_the_end_and_not_beyond_the_chart() -> None:
    state = early()
    now, then = (outlook_of(state, left).length for left in (0.0, 0.8))
    assert [float(one) for one in now] == [float(one) for one in state.assets.length]
    assert all(a < b <= LONGEST for a, b in zip(now, then, strict=True) if a < LONGEST)


def test_at_the_end_a_share_of_who_leads_alone_is_worth_what_the_chart_shows() -> None:
    leaders = 0
    for state in map(early, range(3, 9)):
        outlook = outlook_of(state, 0.0)
        for seat in range(4):
            for company in range(4):
                own = int(state.influence[seat * 4 + company])
                others = [int(state.influence[other * 4 + company]) for other in range(4) if other != seat]
                if own > max(others) + 1:
                    leaders += 1
                    shown = int(state.box.chart[int(state.assets.length[company]) * 3])
                    assert abs(float(outlook.worth(state, seat, company)) - shown) < 0.1
    assert leaders


def stocks_late() -> tuple[Any, Prospects]:
    """Mini Rails in its fourth round, and what may come of the stocks."""
    position = branchline.game("mini-rails").start(seats=4, seed=2)
    while position.state.round < 4:
        position.play(branchline.player("greedy", seed=1).choose(position))
    found, state = Prospects(RailsConstants()), cast(MiniRails, position.state)
    found.look(state)
    return state, found


def held(state: Any) -> list[tuple[int, int]]:
    """Seats and companies of the stocks there are."""
    return sorted({(k // 6, int(company)) for k, company in enumerate(state.stocks.of) if company >= 0})


def test_a_stock_is_worth_more_the_higher_it_stands() -> None:
    state, prospects = stocks_late()
    for seat, company in held(state):
        worths = [float(prospects.worth(seat, company, at)) for at in range(-10, 11)]
        assert worths == sorted(worths)


def test_a_stock_of_a_taxed_company_is_never_worth_less_than_nothing() -> None:
    state, prospects = stocks_late()
    taxed = [(seat, company) for seat, company in held(state) if state.stocks.is_taxed(company)]
    assert taxed
    for seat, company in taxed:
        assert prospects.paid[company] == 1.0
        assert all(prospects.worth(seat, company, at) >= 0.0 for at in range(-10, 11))


def test_a_company_with_discs_to_come_may_be_taxed_and_one_without_any_may_not() -> None:
    state, prospects = stocks_late()
    for company in range(6):
        if not state.stocks.is_taxed(company):
            to_come = int(state.discs.bag[company]) + sum(int(one) == company for one in state.market)
            assert (float(prospects.paid[company]) > 0.0) == (to_come > 0)
            assert float(prospects.paid[company]) < 1.0
