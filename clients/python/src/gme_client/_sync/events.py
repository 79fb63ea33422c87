# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 3a4bf0a9ef014732db69c048e6f34b561f2e7167f95859eabc55a7fa24ef1f0e
# content: f649be6d6e41bce751c0b22b5839d3625cceaf2d77c4ebb9083158364123b93b
import codecs
import random
from collections.abc import Generator, Callable
from contextlib import AbstractContextManager

import httpx2

from gme_client._core.errors import (
    ApiConnectionError,
    ApiError,
    MediaEngineError,
    StreamTimeoutError,
)
from gme_client._core.retry import is_transient
from gme_client._core.sse import MessageParser, StreamMessage

from . import platform

# The engine sends at least a comment every 15 seconds.
SILENCE_MAX_SECONDS = 30.0
_retry_default_ms = 2_000
_retry_max_ms = 30_000
# Pause after a connection without a byte.
_pause_min_seconds = 0.5

# Opens the stream after a position, with a limit of the silence in seconds.
Open = Callable[[str | None, float], AbstractContextManager[httpx2.Response]]


def follow_events(
    open_stream: Open,
    *,
    last_event_id: str | None,
    give_up_after: float,
    on_activity: Callable[[str | None], None] | None,
    timeout: float | None,
) -> Generator[StreamMessage, None]:
    """
    Yields the messages of a stream and reconnects with the last position, until the server reports the end with 204.
    Raises permanent errors, such as that of a revoked credential, and StreamTimeoutError after the time.
    """
    started_at = platform.monotonic()

    def remaining() -> float:
        if timeout is None:
            return SILENCE_MAX_SECONDS
        seconds = started_at + timeout - platform.monotonic()
        if seconds <= 0:
            raise StreamTimeoutError(f"The stream has not ended after {timeout} seconds.")
        return min(seconds, SILENCE_MAX_SECONDS)

    position = last_event_id
    retry_ms = _retry_default_ms
    failures = 0
    connected_at = platform.monotonic()
    while True:
        pause = _pause_min_seconds
        failure: MediaEngineError = ApiConnectionError("The stream ends without a byte.")
        try:
            with open_stream(position, remaining()) as response:
                if response.status_code == 204:
                    return
                parser = MessageParser()
                decoder = codecs.getincrementaldecoder("utf-8")("replace")
                for chunk in response.iter_bytes():
                    connected_at = platform.monotonic()
                    failures = 0
                    pause = 0.0
                    messages = parser.push(decoder.decode(chunk))
                    if parser.retry_ms is not None:
                        retry_ms = min(parser.retry_ms, _retry_max_ms)
                    for message in messages:
                        position = position if message.id is None else message.id
                        yield message
                    if parser.last_event_id is not None:
                        position = parser.last_event_id
                    if on_activity is not None:
                        on_activity(position)
                    remaining()
                pause = max(pause, retry_ms / 1_000)
        except MediaEngineError as error:
            if not is_transient(error):
                raise
            failure = error
            if pause == 0:
                # The connection broke after it had sent something.
                pause = retry_ms / 1_000
            else:
                failures += 1
                longest = min(_retry_max_ms, retry_ms * 2 ** min(failures, 10)) / 1_000
                asked = error.retry_after_seconds if isinstance(error, ApiError) else None
                pause = (asked or 0) + random.random() * longest
        pause = min(pause, remaining())
        if platform.monotonic() - connected_at > give_up_after:
            raise failure
        platform.sleep(pause)
