"""Refused: why something is not allowed, with the rule it rests on."""


class Refused(Exception):
    """The one way to say no, in the library, in the API and on the page.

    `rule` is a section of a game's RULES.md ("mini-rails 3.2") or of the house ("record",
    "options"); `reason` is one sentence for people, with the names at hand.
    """

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"
