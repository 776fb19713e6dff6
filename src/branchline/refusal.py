"""Refused: why something is not allowed, with the rule it rests on."""

import re
from collections.abc import Sequence


class Refused(Exception):
    """The one way to say no, in the library, in the API and on the page.

    `rule` is a section of a game's RULES.md ("mini-rails 3.2") or of the house ("record",
    "options"); `reason` is one sentence for people. Where it speaks of a seat it is given as
    `{seat:1}`, counted from 0: "seat 2" to who knows no names, see `naming`.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.reason = said(sentence, ())
        self.sentence = sentence

    def naming(self, names: Sequence[str]) -> "Refused":
        """The same for people at a table, who know each other by name."""
        return Refused(self.rule, said(self.sentence, names))

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def said(sentence: str, names: Sequence[str]) -> str:
    """A sentence with the names of its seats; with their numbers, where there are none."""

    def name(slot: re.Match[str]) -> str:
        seat = int(slot[1])
        return names[seat] if seat < len(names) else f"{'Seat' if slot.start() == 0 else 'seat'} {seat + 1}"

    return re.sub(r"\{seat:(\d+)\}", name, sentence)
