"""How one hex of the map lies from another, in words."""

from branchline.kernel.grid import FLAT, Cell

WINDS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
BETWEEN = ("north-north-east", "east", "south-south-east", "south-south-west", "west", "north-north-west")


def steps(here: Cell, there: Cell) -> tuple[int, int, int]:
    """A shortest way: so many steps towards one wind, which is the last number, so many towards the next."""
    right, down = there[0] - here[0], there[1] - here[1]
    for wind, (dq, dr) in enumerate(FLAT):
        eq, er = FLAT[(wind + 1) % 6]
        ahead, aside = right * er - down * eq, down * dq - right * dr  # two winds that follow make a unit
        if ahead > 0 and aside >= 0:
            return ahead, aside, wind
    return 0, 0, 0


def distance(here: Cell, there: Cell) -> int:
    ahead, aside, _ = steps(here, there)
    return ahead + aside


def bearing(here: Cell, there: Cell) -> str:
    """ "north", "2 south-west", "east", "2 north and 1 north-east"; "" for the hex itself."""
    ahead, aside, wind = steps(here, there)
    if not ahead:
        return ""
    if ahead == aside == 1:
        return BETWEEN[wind]
    if not aside:
        return WINDS[wind] if ahead == 1 else f"{ahead} {WINDS[wind]}"
    return f"{ahead} {WINDS[wind]} and {aside} {WINDS[(wind + 1) % 6]}"
