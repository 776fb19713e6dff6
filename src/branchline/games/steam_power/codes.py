"""Moves and chance outcomes as codes, and which of them comes next."""

from typing import Final

from mypy_extensions import i64

# Moves of players and Automas.
LAY: Final[i64] = 0  # + hex * PAIRS + pair
REPLACE: Final[i64] = 4000  # + hex * PAIRS + pair
REMOVE: Final[i64] = 8000
BEGIN: Final[i64] = 8100  # + city: where the first track starts
STOP: Final[i64] = 8200
BUILD: Final[i64] = 8300  # + city * 16 + goods
FULFIL: Final[i64] = 9000  # + card
DELIVER: Final[i64] = 9100
CONTRACTS: Final[i64] = 9101
MONEY: Final[i64] = 9102
SKIP: Final[i64] = 9103
FROM: Final[i64] = 9110  # + seat: whose contract to take
COMPENSATION: Final[i64] = 9120  # an Automa's money for a bonus that it can't use
HEAD_FOR: Final[i64] = 9200  # + city: an Automa lays a coin path
# Chance.
TILE: Final[i64] = 9300  # + colour of the next city
STARTS: Final[i64] = 9310  # + seat that begins
CORNER: Final[i64] = 9320  # + colour of the good in the next corner
DRAW: Final[i64] = 9400  # + card
TAKEN: Final[i64] = 9500  # + card, out of somebody's hand
TRAIN: Final[i64] = 9600  # + company
TAKE: Final[i64] = 1000000  # + (way of paying * 64 + city): one good from there

# What is to happen next.
TILES: Final[i64] = 0
STARTER: Final[i64] = 1
GOODS_IN_CORNERS: Final[i64] = 2
DEAL: Final[i64] = 3
TRAIN_BAG: Final[i64] = 4
ACTION: Final[i64] = 5
FIRST_TILE: Final[i64] = 6  # the first track's city is chosen
LAYING: Final[i64] = 7  # a second placement, or stop
DELIVERY: Final[i64] = 8
BONUS: Final[i64] = 9
DRAWING: Final[i64] = 10
WHOSE: Final[i64] = 11  # choose whose contract to take
TAKING: Final[i64] = 12
REVEAL: Final[i64] = 13  # an Automa's contract is turned up
AUTOMA: Final[i64] = 14  # it fulfils it or acts by it
AUTOMA_LAYING: Final[i64] = 15
AUTOMA_BONUS: Final[i64] = 16
