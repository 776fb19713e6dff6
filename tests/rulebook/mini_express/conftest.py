"""The tables of Mini Express that several tests begin with."""

import pytest

from tests.rulebook.mini_express.table import Sit, Table


@pytest.fixture
def table() -> Sit:
    return Table


@pytest.fixture
def leon(table: Sit) -> Table:
    """Build Example 2: Gray from Wilmington to Atlanta, Brown and Orange north of it."""
    t = table(4)
    t.track("gray", "Wilmington", (7, -2), (6, -2), "Atlanta")
    t.track("brown", (5, -3))
    t.track("orange", (5, -4), "Detroit")
    t.tracks(gray=4, brown=2, orange=1)
    t.demand("Detroit", "white", "orange")
    return t
