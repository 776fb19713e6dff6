"""Waiting: what a page says while something at its table waits for its turn to think."""

from collections.abc import Sequence
from typing import Final

from branchline.game import Json
from branchline.table.turns import Ask, Wait

SENTENCES: Final = {
    Ask.MOVE: "waits for its turn to think: {long}.",
    Ask.HINT: "Others are thought for first: {long}.",
    Ask.ANALYSIS: "Other games are looked at first: {long}.",
}


def told(waits: Sequence[Wait]) -> dict[str, str]:
    """By what is thought about: how long it still waits, in words."""
    return {str(wait.ask): SENTENCES[wait.ask].format(long=how_long(wait.seconds)) for wait in waits}


def how_long(seconds: int) -> str:
    return f"about {seconds} seconds" if seconds <= 90 else f"about {-(-seconds // 60)} minutes"


def news(said: dict[str, str]) -> Json:
    return {"kind": "thinking", "waits": said}
