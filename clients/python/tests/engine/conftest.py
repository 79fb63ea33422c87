import os
from collections.abc import Generator

import pytest

from gme_client import MediaEngine

from .control import Control


@pytest.fixture(scope="session")
def started() -> Generator[Control, None, None]:
    url = os.environ.get("GME_TEST_CONTROL")
    if url is None:
        pytest.fail("These tests need an engine: run `npx vitest run python-client`.")
    with Control(url) as control:
        yield control


@pytest.fixture(autouse=True)
def control(started: Control) -> Generator[Control, None, None]:
    started.provide("instant")
    started.fail()
    yield started
    started.provide("instant")
    started.fail()


@pytest.fixture
def engine() -> Generator[MediaEngine, None, None]:
    """Client through the proxy, which `control.fail` disturbs."""
    with MediaEngine(retries_max=30) as client:
        yield client
