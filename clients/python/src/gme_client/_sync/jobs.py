# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 396f54ba336080c2c7a396a21363c1c3abb576eabc1c1b517b9075b345694a2f
# content: faa0eb0ba0bc102ac137d639f9b33b53868f3f09b8a69cc5d4c0c48a054d999e
import math
from collections.abc import Generator, Callable
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gme_client import models
from gme_client._core.errors import ApiError, MediaEngineError, StreamTimeoutError, WaitTimeoutError
from gme_client._core.jobs import (
    CLEAN_UP_SECONDS,
    WAIT_DEFAULT_SECONDS,
    WAIT_PAUSE_SECONDS,
    WAIT_REQUEST_SECONDS_MAX,
    is_final,
    is_final_event,
    raise_for_end,
)
from gme_client._core.parse import parse
from gme_client._core.requests import RequestOptions, new_key
from gme_client._core.retry import is_transient

from . import platform
from .outputs import (
    CompletedJob,
    Job,
    OutputFile,
    to_completed_job,
    to_job,
    to_output,
)

if TYPE_CHECKING:
    from .client import MediaEngine

OnProgress = Callable[[models.JobEvent], None]


class JobHandle:
    """One job, named by its id."""

    def __init__(self, engine: "MediaEngine", job_id: str) -> None:
        self._engine = engine
        self.job_id = job_id

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.job_id!r})"

    def wait(
        self, *, timeout: float = WAIT_DEFAULT_SECONDS, on_progress: OnProgress | None = None
    ) -> Job:
        """
        Waits for the result. Raises JobFailedError, JobCanceledError and NeedsInputError for other ends, and
        WaitTimeoutError after the time; the job then continues. `on_progress` receives each event; without it, the
        client sends one request a minute and opens no stream.
        """
        deadline = platform.monotonic() + timeout
        if on_progress is not None:
            with closing(self.events(timeout=timeout, give_up_after=timeout)) as events:
                for event in events:
                    on_progress(event)
        while True:
            remaining = deadline - platform.monotonic()
            if remaining <= 0:
                raise WaitTimeoutError(self.job_id)
            wait_seconds = min(WAIT_REQUEST_SECONDS_MAX, math.ceil(remaining))
            started_at = platform.monotonic()
            pause = WAIT_PAUSE_SECONDS
            try:
                job = self._get(RequestOptions(wait_seconds=wait_seconds))
                if is_final(job.status):
                    raise_for_end(job)
                    return job
            except MediaEngineError as error:
                # The wait continues while the server is unavailable, until its limit.
                if not is_transient(error):
                    raise
                if isinstance(error, ApiError) and error.retry_after_seconds is not None:
                    pause = error.retry_after_seconds
            now = platform.monotonic()
            if now - started_at < WAIT_PAUSE_SECONDS:
                platform.sleep(min(pause, max(0.0, deadline - now)))

    def events(
        self,
        *,
        after: int = 0,
        give_up_after: float = WAIT_DEFAULT_SECONDS,
        on_activity: Callable[[str | None], None] | None = None,
        timeout: float | None = None,
    ) -> Generator[models.JobEvent, None]:
        """
        Yields the events of the job after a sequence number, each once and in order, until its end. Stopping the loop
        does not cancel the job. Raises WaitTimeoutError after the time, at the next event or heartbeat of the server.
        """
        sequence = after
        path = f"/v1/jobs/{quote(self.job_id, safe='')}/events"
        messages = self._engine.events(
            path,
            last_event_id=str(after),
            give_up_after=give_up_after,
            on_activity=on_activity,
            timeout=timeout,
        )
        try:
            with closing(messages):
                for message in messages:
                    event = parse(models.JobEvent, message.data)
                    if event.sequence <= sequence:
                        continue
                    sequence = event.sequence
                    yield event
                    if is_final_event(event.type):
                        return
        except StreamTimeoutError:
            raise WaitTimeoutError(self.job_id) from None

    def cancel(self) -> Job:
        """Requests the cancellation, and returns the job. A job that has ended is returned as it is."""
        return self._cancel(RequestOptions(is_repeatable=True))

    def refresh(self) -> Job:
        """Returns the current state."""
        return self._get(RequestOptions())

    def outputs(self) -> list[OutputFile]:
        """Returns the files that exist so far, with fresh URLs."""
        listed = self._engine.request("listJobOutputs", path={"jobId": self.job_id})
        return [to_output(self._engine, self.job_id, output) for output in listed["data"]]

    def _get(self, options: RequestOptions) -> Job:
        path = {"jobId": self.job_id}
        return to_job(
            self._engine, self._engine.request("getJob", path=path, options=options)
        )

    def _cancel(self, options: RequestOptions) -> Job:
        path = {"jobId": self.job_id}
        try:
            data = self._engine.request("cancelJob", path=path, options=options)
        except ApiError as error:
            if error.code == "job_already_final":
                return self.refresh()
            raise
        return to_job(self._engine, data)


def create_job(
    engine: "MediaEngine",
    body: dict[str, Any],
    *,
    idempotency_key: str | None,
    is_canceled_on_interruption: bool,
    wait_seconds: int | None = None,
) -> Any:
    """
    Creates a job and returns the response. A caller that is interrupted while the request is open leaves no job behind:
    the same key returns the id of a job that the engine may have accepted.
    """
    operation_id = "createChatJob" if "message" in body else "createGeneration"
    key = idempotency_key or new_key()
    options = RequestOptions(idempotency_key=key, wait_seconds=wait_seconds)
    try:
        return engine.request(operation_id, body=body, options=options)
    except platform.Interruption as interruption:
        if is_canceled_on_interruption:
            platform.finish(_cancel_order(engine, operation_id, body, key, interruption))
        raise


def cancel_after_interruption(
    engine: "MediaEngine", job_id: str, interruption: BaseException
) -> None:
    """Adds the outcome to the interruption, which continues: its type cannot carry the id of the job."""
    options = RequestOptions(is_repeatable=True, timeout_seconds=CLEAN_UP_SECONDS)
    try:
        JobHandle(engine, job_id)._cancel(options)  # pyright: ignore[reportPrivateUsage]
        interruption.add_note(f"The job was canceled: {job_id}.")
    except MediaEngineError as error:
        interruption.add_note(f"The job could not be canceled and continues: {job_id} ({error}).")


def _cancel_order(
    engine: "MediaEngine",
    operation_id: str,
    body: dict[str, Any],
    key: str,
    interruption: BaseException,
) -> None:
    options = RequestOptions(idempotency_key=key, timeout_seconds=CLEAN_UP_SECONDS)
    try:
        accepted = engine.request(operation_id, body=body, options=options)
    except MediaEngineError as error:
        interruption.add_note(f"A job may have been created and may continue ({error}).")
        return
    cancel_after_interruption(engine, accepted["jobId"], interruption)


def run_job(
    engine: "MediaEngine",
    body: dict[str, Any],
    *,
    idempotency_key: str | None,
    timeout: float,
    on_progress: OnProgress | None,
    is_canceled_on_interruption: bool,
) -> CompletedJob:
    started_at = platform.monotonic()
    wait_seconds = None
    if on_progress is None:
        wait_seconds = min(WAIT_REQUEST_SECONDS_MAX, max(1, math.ceil(timeout)))
    accepted = create_job(
        engine,
        body,
        idempotency_key=idempotency_key,
        is_canceled_on_interruption=is_canceled_on_interruption,
        wait_seconds=wait_seconds,
    )
    # The response is the whole job when it ended within the wait.
    if "outputs" in accepted and is_final(accepted["status"]):
        job = to_job(engine, accepted)
        raise_for_end(job)
        return to_completed_job(engine, job)
    handle = JobHandle(engine, accepted["jobId"])
    remaining = timeout - (platform.monotonic() - started_at)
    try:
        job = handle.wait(timeout=remaining, on_progress=on_progress)
    except platform.Interruption as interruption:
        if is_canceled_on_interruption:
            platform.finish(cancel_after_interruption(engine, handle.job_id, interruption))
        raise
    return to_completed_job(engine, job)
