import asyncio
import io
import json
import pickle
import random
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from gme_client import (
    AsyncMediaEngine,
    MediaEngine,
    MediaEngineError,
    RateLimitError,
    RequestOptions,
    RunRequest,
    WaitTimeoutError,
    models,
)
from gme_client._core.jobs import to_job_body
from gme_client._core.names import to_camel_case
from gme_client._core.parse import parse
from gme_client._core.problem import to_api_error
from gme_client._core.requests import fill_path, to_operation_request, to_search, to_wire
from gme_client._core.settings import check_base_url
from gme_client._core.sse import MessageParser
from gme_client._core.uploads import to_upload

DOCUMENT = Path(__file__).parents[3] / "docs" / "openapi.json"
SCHEMAS: Any = json.loads(DOCUMENT.read_text(encoding="utf-8"))["components"]["schemas"]


def request(operation_id: str, options: RequestOptions, **given: Any) -> Any:
    values: Any = {"path": {}, "query": {}, "body": None, "form": None, **given}
    return to_operation_request(
        operation_id, options=options, retries_max=3, timeout_seconds=60, **values
    )


def test_post_has_a_key_for_each_call_and_keeps_a_given_one() -> None:
    first, second = (request("createChatJob", RequestOptions()) for _ in range(2))
    assert first.headers["idempotency-key"] != second.headers["idempotency-key"]
    assert first.may_repeat
    given = request("createChatJob", RequestOptions(idempotency_key="order-1"))
    assert given.headers["idempotency-key"] == "order-1"


def test_post_without_a_key_and_put_without_an_etag_are_sent_once() -> None:
    assert not request("cancelJob", RequestOptions(), path={"jobId": "j"}).may_repeat
    update = {"path": {"keyId": "k"}}
    assert not request("updateApiKey", RequestOptions(), **update).may_repeat
    assert request("updateApiKey", RequestOptions(if_match='"1"'), **update).may_repeat


def test_waits_are_added_to_the_limit_of_a_request() -> None:
    waiting = request("createChatJob", RequestOptions(wait_seconds=60), body={})
    assert waiting.headers["prefer"] == "wait=60"
    assert waiting.timeout_seconds == 120


def test_unknown_operation_is_named() -> None:
    with pytest.raises(ValueError, match='There is no operation "makeFox"'):
        request("makeFox", RequestOptions())


@pytest.mark.parametrize("value", ["", ".", "..", None])
def test_path_parameters_cannot_name_another_path(value: Any) -> None:
    with pytest.raises(ValueError, match="jobId must be set to an id"):
        fill_path("/v1/jobs/{jobId}", {"jobId": value})


def test_path_parameters_are_encoded() -> None:
    assert fill_path("/v1/jobs/{jobId}", {"jobId": "a/../b?c#d"}) == "/v1/jobs/a%2F..%2Fb%3Fc%23d"


def test_query_has_the_form_of_the_api() -> None:
    query = {"limit": 2, "builtIn": True, "status": None, "metadata": {"metadata.project": "a b"}}
    assert to_search(query) == "?limit=2&builtIn=true&metadata.project=a+b"


def test_body_has_the_names_of_the_api_and_only_fields_that_were_set() -> None:
    body = to_job_body(
        {
            "prompt": "a red fox",
            "max_credits": 3,
            "parameters": models.GenerationParameters(aspect_ratio="16:9"),
            "routing": {"optimizeFor": "cost"},
        }
    )
    assert to_wire(body) == {
        "prompt": "a red fox",
        "maxCredits": 3,
        "parameters": {"aspectRatio": "16:9"},
        "routing": {"optimizeFor": "cost"},
    }


def test_run_request_has_every_field_of_both_requests() -> None:
    fields = {*SCHEMAS["ChatRequest"]["properties"], *SCHEMAS["GenerationRequest"]["properties"]}
    assert {to_camel_case(name) for name in RunRequest.__annotations__} == fields - {"dryRun"}


def named_models() -> list[type[BaseModel]]:
    found = [getattr(models, name, None) for name in SCHEMAS]
    return [each for each in found if isinstance(each, type) and issubclass(each, BaseModel)]


@pytest.mark.parametrize("model", named_models(), ids=lambda model: model.__name__)
def test_model_has_the_names_of_the_api(model: type[BaseModel]) -> None:
    properties = SCHEMAS[model.__name__].get("properties")
    if properties is not None:
        assert {field.alias for field in model.model_fields.values()} == set(properties)


def test_models_keep_fields_and_accept_values_of_later_versions() -> None:
    assert len(named_models()) > 50
    reference = models.ModelReference.model_validate(
        {"id": "m", "provider": "p", "family": "later"}
    )
    assert reference.model_extra == {"family": "later"}
    assert (
        models.JobProgress.model_validate({"percent": 1, "stage": "dreaming"}).stage == "dreaming"
    )
    assert models.Input.model_validate({"kind": "scent", "assetId": "a"}).kind == "scent"

    steps = {
        "draw": {
            "kind": "generate",
            "capability": "text-to-image",
            "prompt": "a fox",
            "keep": "year",
        },
        "dance": {"kind": "choreography", "tempo": 3},
    }
    definition = models.PipelineDefinition.model_validate(
        {"schemaVersion": 1, "inputs": {}, "steps": steps, "outputs": {}}
    )
    assert isinstance(definition.steps["draw"], models.PipelineGenerateStep)
    assert definition.steps["dance"] == steps["dance"]


def test_response_that_does_not_fit_is_an_error_of_the_client() -> None:
    with pytest.raises(MediaEngineError, match="does not have the form"):
        parse(models.JobProgress, {"percent": "many"})


def access_token(*, expired: bool) -> str:
    return str(expired)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "Set base_url or the variable GME_BASE_URL"),
    ({"base_url": "media.test"}, "base_url must be an http or https URL"),
    ({"base_url": "https://user:secret@media.test"}, "base_url must be an http or https URL"),
    ({"base_url": "https://media.test:x"}, "base_url must be an http or https URL"),
    ({"base_url": "https://media.test", "api_key": "a b"}, "The API key is empty, or has"),
    (
        {"base_url": "https://media.test", "api_key": "k", "access_token": access_token},
        "Set either api_key or access_token, not both.",
    ),
]


@pytest.mark.parametrize(("options", "message"), REFUSED)
def test_settings_that_cannot_work_are_refused(
    options: Any, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GME_BASE_URL", raising=False)
    with pytest.raises(MediaEngineError, match=message):
        MediaEngine(**options)


def test_environment_completes_the_settings_and_no_text_shows_the_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GME_BASE_URL", "https://media.test/engine/")
    monkeypatch.setenv("GME_API_KEY", "gme_secret\n")
    with MediaEngine() as engine:
        assert repr(engine) == "MediaEngine(base_url='https://media.test/engine')"
        assert "gme_secret" not in repr(vars(engine))


def test_base_url_loses_its_slash() -> None:
    assert check_base_url(" https://media.test/ ") == "https://media.test"


def test_uploads_are_read_as_often_as_needed(tmp_path: Path) -> None:
    path = tmp_path / "fox.png"
    path.write_bytes(b"fox")
    with path.open("rb") as file:
        uploads = [to_upload(source, None) for source in (path, b"fox", file, io.BytesIO(b"fox"))]
    assert [upload.name for upload in uploads] == ["fox.png", None, "fox.png", None]
    assert {upload.sha256() for upload in uploads} == {uploads[0].sha256()}
    for upload in uploads:
        for _ in range(2):
            with upload.open() as content:
                assert content.read() == b"fox"
    assert to_upload(b"fox", "a.png").to_form()[0] == {"name": "a.png"}


@pytest.mark.parametrize("source", ["fox.png", None, io.StringIO("fox")])
def test_other_uploads_are_refused(source: Any) -> None:
    with pytest.raises(TypeError, match=r"Pass a pathlib\.Path, bytes or a file"):
        to_upload(source, None)


def test_cuts_and_line_ends_of_a_stream_make_no_difference() -> None:
    lines = ["id: 1", "data: a:b", "", "data:  c", "event: x", "", "data: unfinished"]
    expected = MessageParser().push("\n".join(lines))
    chooser = random.Random(1)
    for end in ("\n", "\r", "\r\n"):
        text = end.join(lines)
        for _ in range(200):
            cuts = sorted(chooser.choices(range(len(text) + 1), k=6))
            parser = MessageParser()
            pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
            assert [message for piece in pieces for message in parser.push(piece)] == expected


def test_message_without_an_end_is_refused_before_it_fills_the_memory() -> None:
    parser = MessageParser()
    with pytest.raises(ValueError, match="too long"):
        [parser.push("x" * 65_536) for _ in range(20)]


def test_errors_survive_another_process() -> None:
    problem = {"code": "rate_limited", "detail": "Wait.", "retryAfterSeconds": 3, "requestId": "r"}
    error = to_api_error(429, {}, json.dumps(problem))
    copied = pickle.loads(pickle.dumps(error))
    assert isinstance(copied, RateLimitError)
    assert vars(copied) == vars(error)
    assert pickle.loads(pickle.dumps(WaitTimeoutError("job_1"))).job_id == "job_1"


def test_wait_timeout_is_a_timeout_of_python() -> None:
    assert issubclass(WaitTimeoutError, TimeoutError)


def test_asynchronous_token_of_the_synchronous_client_is_refused() -> None:
    async def access_token(*, expired: bool) -> str:
        raise AssertionError(expired)

    engine = MediaEngine(base_url="http://127.0.0.1:1", access_token=access_token)
    with pytest.raises(TypeError, match="use AsyncMediaEngine"):
        engine.credits.get()


def test_both_clients_have_the_same_names() -> None:
    def names(value: object) -> set[str]:
        return {name for name in dir(value) if not name.startswith("_")}

    async def compare() -> None:
        base_url = "http://127.0.0.1:1"
        async with AsyncMediaEngine(base_url=base_url) as asynchronous:
            with MediaEngine(base_url=base_url) as engine:
                assert names(asynchronous) - {"aclose"} == names(engine) - {"close"}
                for name in sorted(names(engine) - {"close"}):
                    assert names(getattr(asynchronous, name)) == names(getattr(engine, name))

    asyncio.run(compare())
