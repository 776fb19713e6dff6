"""The numbers that the estimate of Express 01 rests on, in points unless they say otherwise: set by hand."""

from typing import final


@final
class Constants:
    def __init__(self) -> None:
        # Rounds that a game usually takes.
        self.rounds_short = 8.0
        self.rounds_long = 16.0

        # Income.
        self.runs_a_round = 0.5  # how often a player's turn is a run
        self.own_part = 0.5  # cards that who runs takes beyond its part of a small bonus
        self.waits = 0.5  # rounds more for who has still to move in this one
        self.near = 0.6  # what a station that track already leads to adds to a route
        self.boredom = 3.0  # how much more that counts for each round at a standstill: somebody has to begin

        # What one has.
        self.single = 0.35  # a base card without its partner
        self.half_card = 0.4  # a paid half that is not used yet
        self.growth = 0.12  # stations that a share's company may still win, for each round left
        self.need = 0.45  # for each card that is missing to those that one wants to keep in hand
        self.stuck = 1.0  # the same for a seat that has no train to bring new ones
        self.early = 0.15  # for each position further in front
        self.locomotive = 1.0  # while it will move on before its points count: what it pays

        # For who looks one move ahead.
        self.a_base_card = 0.4  # beyond its points: a network brings what it does not see
        self.drain = 0.5  # the same for decks that are about to run out
