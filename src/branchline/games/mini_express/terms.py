"""The terms of a game: what the editions, the modes and the variants change. All differences stand here."""

from typing import Final, final

from mypy_extensions import i64

from branchline.kernel.part import Part

# Modes.
STANDARD: Final = 0
SOLO: Final = 1
WITH_BOT: Final = 2  # two players and a bot that plays by itself
EXPERT: Final = 3
DIRECTED: Final = 4  # prototype: two players who also act for a bot

# Drafts of the starting shares.
THERE_AND_BACK: Final = 0  # one each clockwise, one each back, no pair twice
SOLO_PAIR: Final = 1
EXPERT_SPLIT: Final = 2
SETS: Final = 3  # pairs laid out beforehand
ONE_EACH: Final = 4

# Bots.
NO_BOT: Final = 0
AI_BOT: Final = 1
BASIC_BOT: Final = 2  # prototype: plays by itself, for nobody
DIRECTED_BOT: Final = 3  # prototype: the active player acts for it

# Difficulties of the AI Bot; each keeps what the one before adds.
EASY: Final = 0
NORMAL: Final = 1
HARD: Final = 2
BOT_EXPERT: Final = 3
NIGHTMARE: Final = 4

TO_THE_BOT: Final = -1  # what becomes of starting shares that nobody chose


@final
class Terms(Part):
    def __init__(self, prototype: bool, mode: i64, players: i64) -> None:
        self.prototype = prototype
        self.mode = mode
        self.players = players
        two = mode in (EXPERT, DIRECTED, WITH_BOT)
        duel = mode in (SOLO, EXPERT)

        # variants, set afterwards
        self.golden_spike = False
        self.harbor = False
        self.west_coast = False
        self.difficulty: i64 = EASY
        self.water_joins = False  # version 1: the water line joins the coasts like track over land

        # the same in both editions
        self.actions: i64 = 2 if mode == EXPERT else 1
        self.piles: i64 = 1 if mode == EXPERT else 2  # depleted companies that end the game

        #                                   prototype                                  published
        self.supply: i64 = 19 if prototype else 20
        self.shares: i64 = prototype_shares(mode) if prototype else (5 if duel else 6)
        self.aside: i64 = prototype_aside(mode, players) if prototype else published_aside(mode, players)
        self.draft: i64 = prototype_draft(mode, players) if prototype else published_draft(mode)
        self.leftover: i64 = 0 if prototype else published_leftover(mode, players)
        self.bot: i64 = prototype_bot(mode) if prototype else published_bot(mode)
        # an empty supply takes the shares that are left out of the game
        self.depletes: bool = not prototype
        # no trains in supply and Tracks is an end as well as no shares
        self.trains_end: bool = prototype
        self.at_once: bool = two if prototype else mode == EXPERT  # the end is not put off to the round's end
        self.compensation: bool = not (prototype and two)
        self.rivals: bool = prototype and two  # marker sets of nobody at 4 and 8, ranked with the players
        self.least: i64 = 4 if prototype and two else 0  # influence at or below it scores nothing
        self.column: i64 = 1 if duel and not prototype else 0  # the chart's first column in use


def published_aside(mode: i64, players: i64) -> i64:
    """1.2 Shares of each company set aside for the draft."""
    return 3 if mode == STANDARD and players > 3 else 2


def published_draft(mode: i64) -> i64:
    if mode == SOLO:
        return SOLO_PAIR
    return EXPERT_SPLIT if mode == EXPERT else THERE_AND_BACK


def published_leftover(mode: i64, players: i64) -> i64:
    """1.7 Steps of track length for each starting share that nobody chose."""
    if mode == WITH_BOT:
        return TO_THE_BOT
    if mode != STANDARD:
        return 0
    return 1 if players == 4 else 2


def published_bot(mode: i64) -> i64:
    return AI_BOT if mode in (SOLO, WITH_BOT) else NO_BOT


def prototype_shares(mode: i64) -> i64:
    if mode == WITH_BOT:
        return 7
    return 5 if mode == EXPERT else 6


def prototype_aside(mode: i64, players: i64) -> i64:
    if mode != STANDARD or players == 3:
        return 1
    return 2 if players == 4 else 3


def prototype_draft(mode: i64, players: i64) -> i64:
    return SETS if mode == STANDARD and players > 3 else ONE_EACH


def prototype_bot(mode: i64) -> i64:
    if mode == WITH_BOT:
        return BASIC_BOT
    return DIRECTED_BOT if mode == DIRECTED else NO_BOT
