"""What a position promises to those who think: that it moves as a player would expect."""

from typing import Any

import branchline
from branchline.games.mini_express.outlook import Outlook

LONGEST = 15


def early() -> Any:
    """Mini Express after the shares of the start were chosen, and some turns."""
    position = branchline.game("mini-express").start(seats=4, seed=3)
    while position.n < 60:
        position.play(branchline.player("greedy", seed=1).choose(position))
    return position.state


def outlook_of(state: Any, left: float) -> Outlook:
    found = Outlook()
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
    state = early()
    outlook, leaders = outlook_of(state, 0.0), 0
    for seat in range(4):
        for company in range(4):
            own = int(state.influence[seat * 4 + company])
            others = [int(state.influence[other * 4 + company]) for other in range(4) if other != seat]
            if own > max(others) + 1:
                leaders += 1
                shown = int(state.box.chart[int(state.assets.length[company]) * 3])
                assert abs(float(outlook.worth(state, seat, company)) - shown) < 0.1
    assert leaders
