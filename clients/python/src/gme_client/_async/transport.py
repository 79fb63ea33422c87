from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import httpx2

from gme_client._core.errors import ApiConnectionError, ApiError, MediaEngineError
from gme_client._core.problem import to_api_error
from gme_client._core.requests import OutgoingRequest
from gme_client._core.retry import is_transient, retry_delay
from gme_client._core.settings import Settings, check_credential

from . import platform

_connect_seconds = 20.0


class Transport:
    """Sends requests with the credential, and again after passing failures."""

    def __init__(self, settings: Settings, http: httpx2.AsyncClient) -> None:
        self._settings = settings
        self._http = http

    async def send(self, request: OutgoingRequest) -> httpx2.Response:
        """Returns a response whose body is read. Raises ApiError and ApiConnectionError."""
        failures = 0
        is_renewed = False
        while True:
            try:
                async with self._attempt(request, expired=is_renewed) as response:
                    await response.aread()
                    return response
            except MediaEngineError as error:
                if self._may_renew(request, error) and not is_renewed:
                    is_renewed = True
                    continue
                delay = retry_delay(error, failures)
                is_last = not request.may_repeat or failures >= request.retries_max
                if is_last or delay is None or not is_transient(error):
                    raise
                failures += 1
            await platform.sleep(delay)

    @asynccontextmanager
    async def stream(self, request: OutgoingRequest) -> AsyncGenerator[httpx2.Response, None]:
        """Opens a response without reading its body, in one attempt after at most one renewal of the credential."""
        is_renewed = False
        while True:
            is_open = False
            try:
                async with self._attempt(request, expired=is_renewed) as response:
                    is_open = True
                    yield response
                    return
            except ApiError as error:
                if is_open or is_renewed or not self._may_renew(request, error):
                    raise
                is_renewed = True

    def _may_renew(self, request: OutgoingRequest, error: MediaEngineError) -> bool:
        """A refused credential has had no effect, so every method may be repeated."""
        is_refused = isinstance(error, ApiError) and error.status == 401
        return is_refused and not request.is_public and self._settings.access_token is not None

    @asynccontextmanager
    async def _attempt(
        self, request: OutgoingRequest, *, expired: bool
    ) -> AsyncGenerator[httpx2.Response, None]:
        credential = {} if request.is_public else await self._credential(expired)
        fields, files = (None, None) if request.form is None else request.form()
        timeout = httpx2.Timeout(request.timeout_seconds, connect=_connect_seconds)
        try:
            async with self._http.stream(
                request.method,
                self._settings.base_url + request.path,
                headers={**request.headers, **credential},
                content=request.content,
                data=fields,
                files=files,
                timeout=timeout,
                # A redirect would carry the credential to another server.
                follow_redirects=False,
            ) as response:
                if 300 <= response.status_code < 400 and response.status_code != 304:
                    if not request.may_redirect:
                        raise MediaEngineError(
                            "The server redirects. Set base_url to the URL of the engine itself."
                        )
                elif response.status_code >= 400:
                    await response.aread()
                    raise to_api_error(response.status_code, response.headers, response.text)
                yield response
        except (httpx2.TransportError, httpx2.StreamError, httpx2.DecodingError) as error:
            raise ApiConnectionError(
                "The engine could not be reached, or its response broke off."
            ) from error
        finally:
            for _, file in (files or {}).values():
                if not isinstance(file, bytes):
                    file.close()

    async def _credential(self, expired: bool) -> dict[str, str]:
        if self._settings.access_token is not None:
            token = await platform.resolve(self._settings.access_token(expired=expired))
            return {"authorization": f"Bearer {check_credential(token, 'access token')}"}
        key = self._settings.api_key
        return {} if key is None else {"x-api-key": key}
