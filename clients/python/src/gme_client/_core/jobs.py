import os
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, NotRequired, TypeAlias, TypedDict

from gme_client import models

from .errors import JobCanceledError, JobFailedError, NeedsInputError
from .names import to_camel_case

WAIT_DEFAULT_SECONDS = 900.0
# Longest wait of one request.
WAIT_REQUEST_SECONDS_MAX = 60
# Pause after a response that came earlier than asked, as of a server without a free place for waiting requests.
WAIT_PAUSE_SECONDS = 2.0
# Limit of each request that cancels a job after an interruption.
CLEAN_UP_SECONDS = 30.0

_final_statuses = ("completed", "failed", "canceled", "needs_input")
_final_types = tuple(f"job.{status}" for status in _final_statuses)

# A path, the contents, or a file that was opened in binary mode.
UploadSource: TypeAlias = os.PathLike[str] | bytes | BinaryIO
Object: TypeAlias = Mapping[str, Any]


class FileInput(TypedDict):
    """File that is uploaded before the request is sent."""

    kind: models.InputKind
    file: UploadSource
    name: NotRequired[str]


class RunRequest(TypedDict, total=False):
    """
    A message, or a structured request with a capability. The names are those of the API, in snake case; mappings are
    sent as they are.
    """

    message: str
    parse_intent: bool
    conversation_id: str
    capability: models.Capability | str
    prompt: str
    inputs: Sequence[models.Input | FileInput | Object]
    model: str
    provider: str
    parameters: models.GenerationParameters | Object
    routing: models.RoutingPreferences | Object
    max_credits: int
    estimate_id: str
    metadata: Mapping[str, str]
    webhook_url: str


def to_job_body(request: RunRequest) -> dict[str, Any]:
    """Body of `createChatJob` or `createGeneration`, without fields that are None."""
    return {to_camel_case(name): value for name, value in request.items() if value is not None}


def is_final(status: str) -> bool:
    return status in _final_statuses


def is_final_event(event_type: str) -> bool:
    return event_type in _final_types


def raise_for_end(job: models.Job) -> None:
    """Raises the error of every end but `completed`."""
    if job.status == "failed":
        raise JobFailedError(job, job.error.message if job.error else "The job failed.")
    if job.status == "canceled":
        raise JobCanceledError(job, "The job was canceled.")
    if job.status == "needs_input":
        raise NeedsInputError(job, job.question.text if job.question else "The job has a question.")
