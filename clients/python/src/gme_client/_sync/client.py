# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 2a2cdcdd299d81106fe64ea8f61ca3351bb2fe7760eaca23ec635be4923d779b
# content: a638db5c6c81a5f9af0f918d01936c26b09e0913cfa671ea524ea5b446109817
from collections.abc import Generator, Callable, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Literal, Self, Unpack

import httpx2

from gme_client._core.errors import ApiConnectionError, MediaEngineError
from gme_client._core.jobs import WAIT_DEFAULT_SECONDS, RunRequest, to_job_body
from gme_client._core.requests import (
    Form,
    OutgoingRequest,
    RequestOptions,
    check_path,
    to_operation_request,
    to_request,
)
from gme_client._core.settings import AccessToken, to_settings
from gme_client._core.sse import StreamMessage
from gme_client._version import version

from .events import follow_events
from .jobs import JobHandle, OnProgress, create_job, run_job
from .outputs import CompletedJob
from .resources import Resources
from .transport import Transport
from .uploads import upload_inputs

_NO_OPTIONS = RequestOptions()


class MediaEngine(Resources):
    """
    Client of one engine with one credential.

    :param base_url: URL of the engine, such as `https://media.example.com`; else the variable `GME_BASE_URL`.
    :param api_key: API key of a program; else the variable `GME_API_KEY`.
    :param access_token: function that returns the access token of a signed-in person, in place of a key.
    :param retries_max: repetitions of a request that failed for a passing reason.
    :param timeout: seconds of silence of the server, in addition to the time for which a request waits.
    :param http: client that sends the requests, for proxies, certificates and tests. The caller closes it.
    """

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        access_token: AccessToken | None = None,
        retries_max: int = 3,
        timeout: float = 60.0,
        http: httpx2.Client | None = None,
    ) -> None:
        self._settings = to_settings(
            base_url=base_url,
            api_key=api_key,
            access_token=access_token,
            retries_max=retries_max,
            timeout_seconds=timeout,
        )
        # Each waiting request holds a connection.
        limits = httpx2.Limits(max_connections=1_000, max_keepalive_connections=100)
        headers = {"user-agent": f"gme-client-python/{version}"}
        self._is_http_owned = http is None
        self._http = http or httpx2.Client(headers=headers, limits=limits)
        self._transport = Transport(self._settings, self._http)
        super().__init__(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(base_url={self._settings.base_url!r})"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        if self._is_http_owned:
            self._http.close()

    def submit(
        self,
        *,
        idempotency_key: str | None = None,
        on_interruption: Literal["cancel", "leave"] = "cancel",
        **request: Unpack[RunRequest],
    ) -> JobHandle:
        """Creates a job and returns once the engine has stored it."""
        accepted = create_job(
            self,
            upload_inputs(self, to_job_body(request)),
            idempotency_key=idempotency_key,
            is_canceled_on_interruption=on_interruption == "cancel",
        )
        return JobHandle(self, accepted["jobId"])

    def run(
        self,
        *,
        idempotency_key: str | None = None,
        timeout: float = WAIT_DEFAULT_SECONDS,
        on_progress: OnProgress | None = None,
        on_interruption: Literal["cancel", "leave"] = "cancel",
        **request: Unpack[RunRequest],
    ) -> CompletedJob:
        """
        Creates a job and waits for its result. Raises the errors of `JobHandle.wait`. An interruption (Ctrl-C, or
        the cancellation of the task) cancels the job and continues; `on_interruption="leave"` leaves the job.
        """
        return run_job(
            self,
            upload_inputs(self, to_job_body(request)),
            idempotency_key=idempotency_key,
            timeout=timeout,
            on_progress=on_progress,
            is_canceled_on_interruption=on_interruption == "cancel",
        )

    def request(
        self,
        operation_id: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        form: Callable[[], Form] | None = None,
        options: RequestOptions = _NO_OPTIONS,
    ) -> Any:
        """Sends the request of an operation and returns its JSON; None if the response is empty."""
        response = self.send(
            operation_id, path=path, query=query, body=body, form=form, options=options
        )
        if response.status_code == 204:
            return None
        if not response.is_success:
            raise ApiConnectionError(f"Unexpected status {response.status_code}.")
        try:
            return response.json()
        except ValueError as error:
            raise MediaEngineError("The response is not JSON. Read it with `send`.") from error

    def send(
        self,
        operation_id: str,
        *,
        path: Mapping[str, str] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        form: Callable[[], Form] | None = None,
        options: RequestOptions = _NO_OPTIONS,
    ) -> httpx2.Response:
        """Like `request`, but returns the response, whose headers have ETag, rate limits and the request id."""
        return self._transport.send(
            self._to_request(operation_id, path, query, options, body=body, form=form)
        )

    def fetch(
        self,
        path: str,
        *,
        method: str = "GET",
        body: object = None,
        options: RequestOptions = _NO_OPTIONS,
    ) -> httpx2.Response:
        """Sends a request to any path of the engine with the credential and the retries of this client."""
        return self._transport.send(
            to_request(
                method,
                path,
                body=body,
                options=options,
                retries_max=self._settings.retries_max,
                timeout_seconds=self._settings.timeout_seconds,
            )
        )

    def events(
        self,
        path: str,
        *,
        last_event_id: str | None = None,
        give_up_after: float = WAIT_DEFAULT_SECONDS,
        on_activity: Callable[[str | None], None] | None = None,
        timeout: float | None = None,
    ) -> Generator[StreamMessage, None]:
        """
        Follows an event stream of the engine: each message once, in order, over any number of connections. Raises
        StreamTimeoutError after the time, at the next message or heartbeat of the server.
        """
        check_path(path)

        @contextmanager
        def open_stream(
            position: str | None, silence_max: float
        ) -> Generator[httpx2.Response, None]:
            headers = {"accept": "text/event-stream"}
            if position is not None:
                headers["last-event-id"] = position
            options = RequestOptions(headers=headers)
            request = to_request(
                "GET", path, options=options, retries_max=0, timeout_seconds=silence_max
            )
            with self._transport.stream(request) as response:
                media_type = response.headers.get("content-type", "")
                if response.status_code != 204 and not media_type.startswith("text/event-stream"):
                    raise MediaEngineError(f'Expected an event stream, received "{media_type}".')
                yield response

        return follow_events(
            open_stream,
            last_event_id=last_event_id,
            give_up_after=give_up_after,
            on_activity=on_activity,
            timeout=timeout,
        )

    @contextmanager
    def open_stream(
        self, operation_id: str, path: Mapping[str, str], options: RequestOptions = _NO_OPTIONS
    ) -> Generator[httpx2.Response, None]:
        """Opens the response of an operation, whose body is read as it arrives. One attempt, without retries."""
        request = self._to_request(operation_id, path, None, options)
        with self._transport.stream(request) as response:
            yield response

    def _to_request(
        self,
        operation_id: str,
        path: Mapping[str, str] | None,
        query: Mapping[str, object] | None,
        options: RequestOptions,
        *,
        body: object = None,
        form: Callable[[], Form] | None = None,
    ) -> OutgoingRequest:
        return to_operation_request(
            operation_id,
            path=path or {},
            query=query or {},
            body=body,
            form=form,
            options=options,
            retries_max=self._settings.retries_max,
            timeout_seconds=self._settings.timeout_seconds,
        )
