"""Waiting and interruption of the asynchronous client. `_sync/platform.py` has the same names."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, TypeVar, cast

Result = TypeVar("Result")
Item = TypeVar("Item")

Interruption = asyncio.CancelledError
sleep = asyncio.sleep

# Tasks that continue after their caller was canceled: the event loop holds only weak references.
_unfinished: set[asyncio.Task[Any]] = set()


async def resolve(value: Result | Awaitable[Result]) -> Result:
    if isinstance(value, Awaitable):
        return await cast("Awaitable[Result]", value)
    return value


async def run_blocking(function: Callable[[], Result]) -> Result:
    return await asyncio.to_thread(function)


async def finish(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs to its end even if the calling task is canceled once more."""
    task = asyncio.ensure_future(work)
    _unfinished.add(task)
    task.add_done_callback(_unfinished.discard)
    return await asyncio.shield(task)


async def map_concurrently(
    function: Callable[[Item], Awaitable[Result]], items: Sequence[Item], *, at_once: int
) -> list[Result]:
    """The first error ends the others. A task group would wrap the error in an ExceptionGroup."""
    results: list[Result] = []
    for start in range(0, len(items), at_once):
        tasks = [asyncio.ensure_future(function(item)) for item in items[start : start + at_once]]
        try:
            results.extend(await asyncio.gather(*tasks))
        finally:
            for task in tasks:
                task.cancel()
    return results


def monotonic() -> float:
    return time.monotonic()
