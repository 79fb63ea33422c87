"""Waiting and interruption of the synchronous client. `_async/platform.py` has the same names."""

import inspect
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

Result = TypeVar("Result")
Item = TypeVar("Item")

Interruption = KeyboardInterrupt
sleep = time.sleep


def resolve(value: Result | Awaitable[Result]) -> Result:
    if inspect.isawaitable(value):
        if inspect.iscoroutine(value):
            value.close()
        raise TypeError("access_token is asynchronous: use AsyncMediaEngine.")
    return value


def run_blocking(function: Callable[[], Result]) -> Result:
    return function()


def finish(result: Result) -> Result:
    return result


def map_concurrently(
    function: Callable[[Item], Result],
    items: Sequence[Item],
    *,
    at_once: int,  # noqa: ARG001 -- of the asynchronous client
) -> list[Result]:
    """One after the other: Ctrl-C does not reach a thread, which would continue its upload."""
    return [function(item) for item in items]


def monotonic() -> float:
    return time.monotonic()
