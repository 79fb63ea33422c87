import random

from .errors import ApiConnectionError, ApiError

_delay_min_seconds = 0.5
_delay_max_seconds = 8.0
# A server that asks for a longer pause gets no repetition: the caller decides.
_retry_after_max_seconds = 60


def is_repeatable(method: str, *, has_idempotency_key: bool, is_conditional: bool) -> bool:
    """Returns True if a second execution of a request has no second effect."""
    if method == "POST":
        return has_idempotency_key
    return method != "PUT" or is_conditional


def is_transient(error: BaseException) -> bool:
    """Returns True for broken connections, and for responses that invite a repetition."""
    if not isinstance(error, ApiError):
        return isinstance(error, ApiConnectionError)
    return (
        error.retryable
        or error.code == "idempotency_in_flight"
        or error.status in (408, 429, 502, 503, 504)
    )


def retry_delay(
    error: BaseException, failures: int, random_share: float | None = None
) -> float | None:
    """Seconds before a repetition, with full jitter; None if the server asks for too long a pause."""
    asked = error.retry_after_seconds if isinstance(error, ApiError) else None
    if asked is not None and asked > _retry_after_max_seconds:
        return None
    share = random.random() if random_share is None else random_share
    # The exponent is limited: the power of a long series of failures would exceed a float.
    longest = min(_delay_max_seconds, _delay_min_seconds * 2 ** min(failures, 10))
    return (asked or 0) + share * longest
