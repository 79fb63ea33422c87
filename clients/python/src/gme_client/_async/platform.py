"""Waiting and interruption of the asynchronous client. `_sync/platform.py` has the same names."""

import asyncio
import inspect
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from gme_client._core.errors import TimeLimitError

Result = TypeVar("Result")
Item = TypeVar("Item")

Interruption = asyncio.CancelledError
sleep = asyncio.sleep

# Tasks that continue after their caller was canceled: the event loop holds only weak references.
_unfinished: set[asyncio.Task[Any]] = set()


async def resolve(value: Result | Awaitable[Result]) -> Result:
    return await value if inspect.isawaitable(value) else value


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
    results: list[Result] = []
    for start in range(0, len(items), at_once):
        tasks: list[asyncio.Task[Result]] = []
        async with asyncio.TaskGroup() as group:
            for item in items[start : start + at_once]:
                tasks.append(group.create_task(_run(function, item)))
        results.extend(task.result() for task in tasks)
    return results


async def _run(function: Callable[[Item], Awaitable[Result]], item: Item) -> Result:
    return await function(item)


@asynccontextmanager
async def limit_time(seconds: float) -> AsyncGenerator[Callable[[], None], None]:
    """Raises TimeLimitError after the time. Yields a check, which the synchronous client needs."""
    try:
        async with asyncio.timeout(max(0, seconds)) as limit:
            yield lambda: None
    except TimeoutError as error:
        if limit.expired():
            raise TimeLimitError from error
        raise


def monotonic() -> float:
    return time.monotonic()
