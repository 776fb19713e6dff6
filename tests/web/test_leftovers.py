"""What refers to itself is cleared away now and then, and not while people play."""

import asyncio
import gc
import weakref

import pytest

from branchline.web import leftovers

pytestmark = pytest.mark.anyio


class Knot:
    def __init__(self) -> None:
        self.itself = self


async def test_a_server_clears_away_by_itself_and_python_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "EVERY", 0.0)
    usual, knot = gc.get_threshold(), weakref.ref(Knot())
    clearing = asyncio.create_task(leftovers.clear_away())
    await asyncio.sleep(0)
    assert gc.get_threshold() == (leftovers.NEW, usual[1], leftovers.NEVER)
    while knot() is not None:
        await asyncio.sleep(0)
    clearing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await clearing
    assert gc.get_threshold() == usual
