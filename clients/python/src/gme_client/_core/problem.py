import json
import math
from collections.abc import Mapping
from typing import Any, cast

from .errors import ApiError, class_of


def to_api_error(status: int, headers: Mapping[str, str], text: str) -> ApiError:
    """Reads an error response of the engine, or of a proxy in front of it."""
    problem: dict[str, Any] = {}
    retry_after = _number(headers.get("retry-after"))
    if retry_after is not None:
        problem["retryAfterSeconds"] = retry_after
    if "x-request-id" in headers:
        problem["requestId"] = headers["x-request-id"]
    return class_of(status)(status, problem | _parse(text))


def _parse(text: str) -> dict[str, Any]:
    try:
        value: Any = json.loads(text)
    except ValueError:
        return {}
    return cast(dict[str, Any], value) if isinstance(value, dict) else {}


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if math.isfinite(number) and number >= 0 else None
