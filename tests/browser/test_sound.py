"""The small sounds, rendered and measured: to be heard, never too loud, without a click, at their pitch."""

import math
from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.test_table import start

pytestmark = pytest.mark.browser

RENDER = """async (name) => { const at = document.querySelector("script[type=module]").src;
const { sound } = await import(new URL("sound.js", at)), air = new OfflineAudioContext(1, 2 * 22050, 22050);
sound(air, name, 0.1); return [...(await air.startRendering()).getChannelData(0)]; }"""

RATE = 22050
HEARD = {"place": (260, 0.15), "coins": (1319, 0.35), "turn": (587, 0.6), "victory": (523, 1.5)}
"""The first pitch in hertz, and how long it is heard at most, in seconds."""


def strength(samples: list[float], pitch: float) -> float:
    """How much of a pitch there is, by one bin of a Fourier transform."""
    turns = [2 * math.pi * pitch * n / RATE for n in range(len(samples))]
    cosine = sum(one * math.cos(turn) for one, turn in zip(samples, turns, strict=True))
    sine = sum(one * math.sin(turn) for one, turn in zip(samples, turns, strict=True))
    return math.hypot(cosine, sine)


def test_sounds_are_heard_and_hurt_nobody(desk: Page, server: Server) -> None:
    start(desk, server)
    for name, (pitch, longest) in HEARD.items():
        wave = desk.evaluate(RENDER, name)
        assert max(map(abs, wave[: int(0.1 * RATE)])) == 0, f"{name} begins when it is to"
        assert 0.08 < max(map(abs, wave)) < 0.5, f"{name} is heard, and not clipped"
        heard = [n for n, one in enumerate(wave) if abs(one) > 0.004]
        assert 0.03 < (heard[-1] - heard[0]) / RATE < longest, name
        assert max(abs(b - a) for a, b in pairwise(wave)) < 0.2, f"{name} clicks"
        first = wave[int(0.1 * RATE) : int(0.16 * RATE)]
        others = [strength(first, pitch * factor) for factor in (0.75, 1.33)]
        assert strength(first, pitch) > 2 * max(others), f"{name} is in tune"
