"""Moves and chance outcomes as codes, and which of them comes next."""

from typing import Final

# Moves.
SHARE: Final = 0  # + company
PASS: Final = 7
PICK: Final = 10  # + company
SPLIT: Final = 20  # + company
PICK_SET: Final = 30  # + pair
GAIN: Final = 40  # + company, for a purple tile
HARBOR: Final = 50  # + harbor
WEST_SIDE: Final = 60  # + company
COAST: Final = 80  # + company * 4 + cubes
BUILD: Final = 100  # + company * 64 + city
BUILD_WEST: Final = 400  # + company * 64 + city
ROUTE: Final = 1000  # + the route's code
# Chance.
FIRST: Final = 1_000_000  # + seat
DEMAND: Final = 1_000_100  # + kind of tile, for the next city
GROUPING: Final = 1_000_200  # + which sets are laid out
TILE: Final = 1_000_300  # + kind of bot tile

# What is to happen next.
TILES: Final = 0
STARTING_PLAYER: Final = 1
LAY_OUT_SETS: Final = 2
DRAFT: Final = 3
DRAFT_SPLIT: Final = 4
BOT_SHARES: Final = 5
ACTION: Final = 6
CHOOSE_ROUTE: Final = 7
CHOOSE_INFLUENCE: Final = 8
CHOOSE_HARBOR: Final = 9
CHOOSE_WEST_SIDE: Final = 10
BOT_TILE: Final = 11
BOT_TILE_AGAIN: Final = 12
