"""What a table page shows beside the board."""

from branchline.game import Line
from branchline.position import Told
from branchline.table.log import Log
from branchline.web.table_page import timeline


def test_stations_that_stand_close_have_no_number() -> None:
    """Rounds 2 and 3 are one move apart, round 4 is far: over each other nobody could read them."""
    headings = {1: "Round 1", 40: "Round 2", 42: "Round 3", 80: "Round 4"}
    story = Log(Told(n, None, Line("A move.", heading=headings.get(n, ""))) for n in range(1, 101))
    assert [(stop.label, stop.near) for stop in timeline(story, (), None).stops] == [
        ("1", False),
        ("2", False),
        ("3", True),
        ("4", False),
    ]
