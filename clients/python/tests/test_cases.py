"""Tables of cases that the tests of the TypeScript client read as well, so that both clients behave alike."""

import json
from pathlib import Path
from typing import Any

import pytest

from gme_client._core import errors
from gme_client._core.problem import to_api_error
from gme_client._core.retry import is_repeatable, is_transient, retry_delay
from gme_client._core.sse import MessageParser
from gme_client.webhooks import WebhookVerificationError, verify

CASES = Path(__file__).parents[2] / "cases"
# Names that Python has already.
RENAMED = {"PermissionError": "PermissionDeniedError"}


def read_cases(name: str) -> Any:
    return json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))


RETRIES = read_cases("retry")


@pytest.mark.parametrize("case", read_cases("errors"), ids=lambda case: case["name"])
def test_error(case: Any) -> None:
    error = to_api_error(case["status"], case["headers"], case["body"])
    expected: dict[str, Any] = dict(case["expected"])
    name = str(expected.pop("class"))
    assert type(error) is getattr(errors, RENAMED.get(name, name))
    assert error.status == case["status"]
    assert {
        "code": error.code,
        "detail": error.detail,
        "requestId": error.request_id,
        "retryable": error.retryable,
        "retryAfterSeconds": error.retry_after_seconds,
        "issues": error.issues,
        "details": error.details,
    } == expected


@pytest.mark.parametrize("case", RETRIES["repeatable"])
def test_repeatable(case: Any) -> None:
    found = is_repeatable(
        case["method"],
        has_idempotency_key=case["hasIdempotencyKey"],
        is_conditional=case["isConditional"],
    )
    assert found is case["expected"]


@pytest.mark.parametrize("case", RETRIES["transient"])
def test_transient(case: Any) -> None:
    error = to_api_error(case["status"], {}, json.dumps(case["body"]))
    assert is_transient(error) is case["expected"]


@pytest.mark.parametrize("case", RETRIES["delays"])
def test_delay(case: Any) -> None:
    problem = {"retryAfterSeconds": case["retryAfterSeconds"]}
    error = to_api_error(503, {}, json.dumps(problem))
    seconds = retry_delay(error, case["failures"], case["random"])
    expected = case["expectedMs"]
    assert seconds == (None if expected is None else expected / 1_000)


@pytest.mark.parametrize("case", read_cases("stream"), ids=lambda case: case["name"])
def test_stream(case: Any) -> None:
    parser = MessageParser()
    messages = [message for piece in case["pieces"] for message in parser.push(piece)]
    assert [vars(message) for message in messages] == case["messages"]
    assert parser.last_event_id == case["lastEventId"]
    assert parser.retry_ms == case["retryMs"]


@pytest.mark.parametrize("case", read_cases("webhooks"), ids=lambda case: case["name"])
def test_webhook(case: Any) -> None:
    def verified() -> Any:
        return verify(case["body"], case["headers"], case["secrets"], now=case["now"])

    if case["isAccepted"]:
        assert verified().type == "credits.low"
    else:
        with pytest.raises(WebhookVerificationError):
            verified()
