from collections.abc import Mapping
from typing import Any, cast

from gme_client import models


class MediaEngineError(Exception):
    """Base of all errors of this client."""


class ApiError(MediaEngineError):
    """Error response of the API. `code` is stable; the message may change."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.detail = _text(problem.get("detail")) or f"The server responded with status {status}."
        # `unknown` when the response came from something else than the engine.
        self.code = _text(problem.get("code")) or "unknown"
        # Every problem of an invalid request, with `pointer`, `code` and `message`.
        self.issues: list[dict[str, str]] = _issues(problem.get("errors"))
        self.request_id = _text(problem.get("requestId"))
        # True when the same request may succeed later without a change.
        self.retryable = problem.get("retryable") is True
        self.retry_after_seconds = _seconds(problem.get("retryAfterSeconds"))
        details: Any = problem.get("details")
        self.details: dict[str, Any] = details if isinstance(details, dict) else {}
        super().__init__(self.detail)

    def __str__(self) -> str:
        problems = "".join(
            f"\n  {issue.get('pointer', '')}: {issue.get('message', '')}" for issue in self.issues
        )
        return f"{self.detail} ({self.status} {self.code}){problems}"

    def __reduce__(self) -> tuple[Any, ...]:
        problem = {
            "detail": self.detail,
            "code": self.code,
            "errors": self.issues,
            "requestId": self.request_id,
            "retryable": self.retryable,
            "retryAfterSeconds": self.retry_after_seconds,
            "details": self.details,
        }
        return type(self), (self.status, problem)


class AuthenticationError(ApiError):
    """401: the credential is missing, wrong or expired."""


class PaymentError(ApiError):
    """402: credits, a budget or a payment are missing."""


class PermissionDeniedError(ApiError):
    """403: the credential lacks a permission."""


class NotFoundError(ApiError):
    """404 or 410."""


class ConflictError(ApiError):
    """409 or 412: the resource is in another state. Fetch the resource again."""


class RateLimitError(ApiError):
    """429."""


class ServerError(ApiError):
    """5xx."""


class InvalidRequestError(ApiError):
    """Any other 4xx: `issues` lists the problems of the request."""


class ApiConnectionError(MediaEngineError):
    """No complete response arrived. `__cause__` has the reason."""


class WaitTimeoutError(MediaEngineError, TimeoutError):
    """The job did not end within the time. It continues: `engine.jobs.attach(job_id)` waits again."""

    def __init__(self, job_id: str) -> None:
        super().__init__(f"The job has not ended yet and continues: {job_id}.")
        self.job_id = job_id

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.job_id,)


class StreamTimeoutError(MediaEngineError, TimeoutError):
    """An event stream did not end within the time."""


class JobEndedError(MediaEngineError):
    """A job ended without a result; nothing is charged."""

    def __init__(self, job: models.Job, reason: str) -> None:
        super().__init__(f"{reason} ({job.job_id})")
        self.job = job
        self.job_id = job.job_id
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.job, self.reason)


class JobFailedError(JobEndedError):
    """`job.error` has the code, and what to do."""


class JobCanceledError(JobEndedError):
    """The job was canceled."""


class NeedsInputError(JobEndedError):
    """`job.question` has the options; each carries the request that answers the question."""


_classes: dict[int, type[ApiError]] = {
    401: AuthenticationError,
    402: PaymentError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    410: NotFoundError,
    412: ConflictError,
    429: RateLimitError,
}


def class_of(status: int) -> type[ApiError]:
    if status >= 500:
        return ServerError
    return _classes.get(status, InvalidRequestError)


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _seconds(value: object) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _issues(value: Any) -> list[dict[str, str]]:
    if not isinstance(value, list):
        return []
    return [issue for issue in cast(list[Any], value) if isinstance(issue, dict)]
