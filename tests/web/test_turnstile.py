"""A crowd is told a few at a time, and whoever asks for something else is answered between them."""

import asyncio
import itertools

from branchline.web.sockets import SLICE, Turnstile


async def crowd(turnstile: Turnstile, passed: list[int], size: int) -> list[asyncio.Task[None]]:
    async def one(number: int) -> None:
        await turnstile.through()
        passed.append(number)

    return [asyncio.create_task(one(number)) for number in range(size)]


def test_no_more_than_a_slice_passes_in_a_round_and_in_the_order_of_coming() -> None:
    async def run() -> None:
        passed: list[int] = []
        tasks = await crowd(Turnstile(), passed, 5 * SLICE)
        seen = 0
        while len(passed) < 5 * SLICE:
            await asyncio.sleep(0)
            assert len(passed) - seen <= SLICE
            seen = len(passed)
        assert passed == sorted(passed)
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_of_those_who_play_one_is_told_in_a_round() -> None:
    async def run() -> None:
        passed: list[int] = []
        tasks = await crowd(Turnstile(slice=1), passed, 5)
        told = []
        while len(passed) < 5:
            await asyncio.sleep(0)
            told.append(len(passed))
        assert max(after - before for before, after in itertools.pairwise([0, *told])) == 1
        await asyncio.gather(*tasks)

    asyncio.run(run())


def test_who_has_gone_keeps_nobody_waiting() -> None:
    async def run() -> None:
        passed: list[int] = []
        tasks = await crowd(Turnstile(), passed, 4 * SLICE)
        await asyncio.sleep(0)
        for task in tasks[SLICE : 3 * SLICE]:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert passed == [*range(SLICE), *range(3 * SLICE, 4 * SLICE)]

    asyncio.run(run())


def test_after_a_crowd_the_next_one_goes_through_at_once() -> None:
    async def run() -> None:
        turnstile, passed = Turnstile(), list[int]()
        await asyncio.gather(*await crowd(turnstile, passed, 2 * SLICE))
        await asyncio.wait_for(turnstile.through(), 10)
        assert len(passed) == 2 * SLICE

    asyncio.run(run())
