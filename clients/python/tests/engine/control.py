import time
from collections.abc import Callable
from typing import Any, Self

import httpx2

PATIENCE_SECONDS = 60


class Control:
    """The engine, its provider and the proxy in front of it, which test/engine/python-client.long.test.ts has started."""

    def __init__(self, url: str) -> None:
        # A restart of the API takes seconds.
        self._http = httpx2.Client(base_url=url, timeout=120)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def _call(self, action: str, body: object = None) -> Any:
        response = self._http.post(f"/{action}", json=body)
        response.raise_for_status()
        return response.json()

    def provide(self, kind: str, **behaviour: object) -> None:
        """Sets what the provider does with generations from now on, such as `instant`, `held` or `fails`."""
        self._call("provide", {"kind": kind, **behaviour})

    def release(self) -> None:
        """Completes every held generation."""
        self._call("release")

    def fail(self, *faults: object) -> None:
        """Sets the faults of the next requests through the proxy; later requests pass. Forgets former requests."""
        self._call("fail", faults)

    @property
    def requests(self) -> list[Any]:
        """Requests through the proxy since the last call of `fail`."""
        return self._call("requests")

    def count_jobs(self) -> int:
        return self._call("jobs")

    def count_submissions(self) -> int:
        return self._call("submissions")

    def restart_api(self) -> None:
        """Kills the API without warning, and starts it again."""
        self._call("restart-api")

    def await_submission(self, before: int) -> None:
        """Returns once the provider has another generation."""
        wait_until(lambda: self.count_submissions() > before)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "The condition did not come true."
        time.sleep(0.05)
