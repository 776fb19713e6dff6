"""Leftovers: what refers to itself, as a table that nobody looks at any more, is looked for by Python now and then.
With hundreds of tables that takes a quarter of a second in which nobody is answered, so a server does it seldom. To
look at what is new takes less, but what a table keeps of its last moves is found in use every time: that is done
less often, too."""

import asyncio
import gc
from typing import Final

EVERY: Final = 120.0
"""Seconds between two looks at all that there is."""

NEW: Final = 20_000
"""Things that have come since the last look at what is new, before Python looks there again."""

NEVER: Final = 1_000_000_000
"""Looks at what is new before Python would look at everything by itself."""


async def clear_away() -> None:
    """For as long as the server runs."""
    usual = gc.get_threshold()
    gc.set_threshold(NEW, usual[1], NEVER)
    try:
        while True:
            await asyncio.sleep(EVERY)
            gc.collect()
    finally:
        gc.set_threshold(*usual)
