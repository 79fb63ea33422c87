"""Waiting and interruption of the synchronous client. `_async/platform.py` has the same names."""

import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from gme_client._core.errors import TimeLimitError

Result = TypeVar("Result")
Item = TypeVar("Item")

Interruption = KeyboardInterrupt
sleep = time.sleep


def resolve(value: Result) -> Result:
    return value


def run_blocking(function: Callable[[], Result]) -> Result:
    return function()


def finish(result: Result) -> Result:
    return result


def map_concurrently(
    function: Callable[[Item], Result], items: Sequence[Item], *, at_once: int
) -> list[Result]:
    if len(items) <= 1:
        return [function(item) for item in items]
    with ThreadPoolExecutor(max_workers=at_once) as pool:
        return list(pool.map(function, items))


@contextmanager
def limit_time(seconds: float) -> Generator[Callable[[], None], None, None]:
    """Yields a check that raises TimeLimitError after the time. A blocked read ends at its own limit."""
    deadline = monotonic() + seconds

    def check() -> None:
        if monotonic() >= deadline:
            raise TimeLimitError

    yield check


def monotonic() -> float:
    return time.monotonic()
