"""The numbers that the estimate of Steam Power rests on, in points: set by play, not by theory."""

from typing import final


@final
class Constants:
    def __init__(self) -> None:
        # Money: a dollar while there is something to buy, and after; how many dollars there is something to buy for.
        self.dollar = 0.32
        self.last_dollar = 0.2
        self.useful = 4.0
        self.useful_an_action = 1.2

        # Actions and cards.
        self.an_action = 1.7  # that need not be spent
        self.a_bonus = 1.3
        self.a_card = 1.5  # a contract not yet drawn
        self.a_card_held = 0.17  # less for each in hand
        self.horizon = 8.0  # actions to come from which on all counts in full

        # Contracts in hand: the best first, each later one for less; less for what is short of its price.
        self.in_hand = 0.8
        self.least = 0.25
        self.later = 0.86
        self.short = 0.85
        self.short_a_dollar = 0.06

        # Track: a city in one's network, those beyond eight, a link that others pay for, and how near an open end is.
        self.a_city = 0.55
        self.a_further_city = 0.1
        self.a_link = 0.25
        self.end = 0.62
        self.end_a_hex = 0.2

        # Factories: how likely one is emptied, and what its goods bring.
        self.flips = 0.25
        self.flips_in_time = 0.75
        self.flips_a_good = 0.1
        self.a_good = 0.1

        # How promising moves look.
        self.take_cards = 1.7
        self.take_cards_held = 0.25
        self.take_money = 1.1
        self.take_money_held = 0.1
        self.fulfil = 1.0
        self.factory_near = 1.4  # where one's links lead
        self.factory = 0.4
        self.way_done = 1.6  # a tile that reaches a new city
        self.way_near = 1.1
        self.way_nearby = 0.6
