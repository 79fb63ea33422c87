from . import models
from ._async.client import AsyncMediaEngine
from ._async.jobs import AsyncJobHandle
from ._async.outputs import AsyncCompletedJob, AsyncJob, AsyncOutputFile
from ._core.errors import (
    ApiConnectionError,
    ApiError,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    JobCanceledError,
    JobEndedError,
    JobFailedError,
    MediaEngineError,
    NeedsInputError,
    NotFoundError,
    PaymentError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    StreamTimeoutError,
    WaitTimeoutError,
)
from ._core.jobs import FileInput, RunRequest, UploadSource
from ._core.requests import RequestOptions
from ._core.sse import StreamMessage
from ._sync.client import MediaEngine
from ._sync.jobs import JobHandle
from ._sync.outputs import CompletedJob, Job, OutputFile
from ._version import version as __version__

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "AsyncCompletedJob",
    "AsyncJob",
    "AsyncJobHandle",
    "AsyncMediaEngine",
    "AsyncOutputFile",
    "AuthenticationError",
    "CompletedJob",
    "ConflictError",
    "FileInput",
    "InvalidRequestError",
    "Job",
    "JobCanceledError",
    "JobEndedError",
    "JobFailedError",
    "JobHandle",
    "MediaEngine",
    "MediaEngineError",
    "NeedsInputError",
    "NotFoundError",
    "OutputFile",
    "PaymentError",
    "PermissionDeniedError",
    "RateLimitError",
    "RequestOptions",
    "RunRequest",
    "ServerError",
    "StreamMessage",
    "StreamTimeoutError",
    "UploadSource",
    "WaitTimeoutError",
    "__version__",
    "models",
]
