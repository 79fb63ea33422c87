import asyncio
import hashlib
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from gme_client import (
    ApiConnectionError,
    AsyncMediaEngine,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    JobFailedError,
    MediaEngine,
    MediaEngineError,
    NeedsInputError,
    NotFoundError,
    RequestOptions,
    WaitTimeoutError,
    models,
)

from .control import Control, wait_until

PROMPT = "a red fox"


def make(engine: MediaEngine, **options: Any) -> Any:
    return engine.run(capability="text-to-image", prompt=PROMPT, **options)


def run_async(use: Callable[[AsyncMediaEngine], Awaitable[Any]]) -> Any:
    async def main() -> Any:
        async with AsyncMediaEngine() as engine:
            return await use(engine)

    return asyncio.run(main())


def test_run_needs_one_request_and_saves_the_file(
    engine: MediaEngine, control: Control, tmp_path: Path
) -> None:
    job = make(engine, max_credits=3)

    assert [f"{each['method']} {each['path']}" for each in control.requests] == [
        "POST /v1/generations"
    ]
    assert (job.status, job.billing.captured_credits) == ("completed", 1)
    assert job.model is not None
    assert job.model.id.startswith("studio-")
    path = job.output.save(tmp_path / "fox.png")
    assert hashlib.sha256(path.read_bytes()).hexdigest() == job.output.sha256
    assert list(tmp_path.iterdir()) == [path]


def test_file_continues_after_a_broken_connection(engine: MediaEngine, control: Control) -> None:
    job = make(engine)
    whole = job.output.read()
    control.fail(10)
    assert job.output.read() == whole
    assert [each["headers"].get("range") for each in control.requests] == [None, "bytes=10-"]


def test_file_that_cannot_be_read_leaves_nothing(
    engine: MediaEngine, control: Control, tmp_path: Path
) -> None:
    job = make(engine)
    control.fail({"status": 404})
    with pytest.raises(NotFoundError):
        job.output.save(tmp_path / "fox.png")
    assert list(tmp_path.iterdir()) == []


def test_asynchronous_client_runs_several_jobs_at_once(tmp_path: Path) -> None:
    async def use(engine: AsyncMediaEngine) -> None:
        jobs = await asyncio.gather(
            *(engine.run(message=f"a red fox {number}", parse_intent=True) for number in range(5))
        )
        assert len({job.job_id for job in jobs}) == 5
        path = await jobs[0].output.save(tmp_path / "fox.png")
        assert path.read_bytes() == await jobs[0].output.read()

    run_async(use)


def test_events_arrive_once_and_in_order_over_broken_connections(
    engine: MediaEngine, control: Control
) -> None:
    handle = engine.submit(message=PROMPT)
    handle.wait()
    events = list(handle.events())
    assert [event.sequence for event in events] == list(range(1, len(events) + 1))
    assert events[-1].type == "job.completed"

    control.fail(1, 300, "lose")
    assert [event.sequence for event in handle.events()] == [event.sequence for event in events]
    assert [event.sequence for event in handle.events(after=2)] == list(range(3, len(events) + 1))


def test_progress_is_reported_by_both_clients(engine: MediaEngine) -> None:
    seen: list[models.JobEvent] = []
    make(engine, on_progress=seen.append)
    assert seen[-1].type == "job.completed"
    assert [event.sequence for event in seen] == list(range(1, len(seen) + 1))

    async def use(asynchronous: AsyncMediaEngine) -> None:
        counted: list[int] = []
        await asynchronous.run(
            message=PROMPT, on_progress=lambda event: counted.append(event.sequence)
        )
        assert counted == list(range(1, len(counted) + 1))

    run_async(use)


@pytest.mark.parametrize("reports", [False, True])
def test_wait_times_out_and_the_job_continues(
    engine: MediaEngine, control: Control, reports: bool
) -> None:
    control.provide("held")
    seen: list[models.JobEvent] = []
    with pytest.raises(WaitTimeoutError) as caught:
        make(engine, timeout=2, on_progress=seen.append if reports else None)
    assert [event.type for event in seen if event.type == "job.completed"] == []
    handle = engine.jobs.attach(caught.value.job_id)
    wait_until(lambda: handle.refresh().progress.stage == "generating")
    control.release()
    assert handle.wait().status == "completed"


def test_other_ends_have_errors_with_the_job(engine: MediaEngine, control: Control) -> None:
    control.provide("fails", message="out of paint")
    with pytest.raises(JobFailedError) as failed:
        make(engine)
    assert failed.value.job.error is not None
    assert failed.value.job.billing.captured_credits == 0
    assert failed.value.job_id in str(failed.value)

    with pytest.raises(NeedsInputError) as unclear:
        engine.run(message="make it nicer", parse_intent=True)
    question = unclear.value.job.question
    assert question is not None
    assert question.text in str(unclear.value)


def test_errors_of_the_api_are_typed_and_name_every_problem(engine: MediaEngine) -> None:
    with pytest.raises(MediaEngineError) as unknown:
        make(engine, model="no-such-model")
    assert getattr(unknown.value, "code", None) == "model_not_found"

    with pytest.raises(InvalidRequestError) as invalid:
        engine.run(capability="text-to-image", prompt="", max_credits=-1)
    assert {issue["pointer"] for issue in invalid.value.issues} == {"/prompt", "/maxCredits"}
    assert invalid.value.request_id is not None
    assert "/maxCredits: " in str(invalid.value)

    with pytest.raises(NotFoundError):
        engine.jobs.get("job_none")
    with MediaEngine(api_key="gme_wrong") as stranger, pytest.raises(AuthenticationError):
        stranger.credits.get()
    with MediaEngine(base_url="http://127.0.0.1:1", retries_max=0) as nowhere:
        with pytest.raises(ApiConnectionError) as unreachable:
            nowhere.credits.get()
    assert unreachable.value.__cause__ is not None


def test_lost_response_is_repeated_with_the_same_key(engine: MediaEngine, control: Control) -> None:
    before = control.count_jobs()
    control.fail("lose", {"status": 503, "headers": {"retry-after": "0"}})
    assert make(engine).status == "completed"
    keys = [each["headers"]["idempotency-key"] for each in control.requests]
    assert len(keys) == 3
    assert len(set(keys)) == 1
    assert control.count_jobs() == before + 1


def test_api_killed_between_commit_and_response_leaves_one_job(
    engine: MediaEngine, control: Control
) -> None:
    control.provide("held")
    jobs, submissions = control.count_jobs(), control.count_submissions()
    with ThreadPoolExecutor() as pool:
        running = pool.submit(make, engine)
        # The response waits for the end of the job, so the job is committed and the response is not sent.
        control.await_submission(submissions)
        control.restart_api()
        control.release()
        assert running.result().status == "completed"
    assert control.count_jobs() == jobs + 1


def test_same_key_is_the_same_job(engine: MediaEngine) -> None:
    first, second = (
        engine.submit(message=PROMPT, idempotency_key="order-of-the-test") for _ in range(2)
    )
    assert first.job_id == second.job_id


def test_files_of_inputs_are_uploaded_once(
    engine: MediaEngine, control: Control, tmp_path: Path
) -> None:
    path = make(engine).output.save(tmp_path / "fox.png")
    control.fail()
    with path.open("rb") as opened:
        sources = [path, path.read_bytes(), opened]
        jobs = [
            engine.run(
                capability="image-to-image",
                prompt="as a drawing",
                inputs=[{"kind": "image", "file": source}],
            )
            for source in sources
        ]
    inputs = [job.request.inputs for job in jobs]
    assert len(inputs[0]) == 1
    assert inputs[0] == inputs[1] == inputs[2]
    forms = [
        each
        for each in control.requests
        if each["headers"].get("content-type", "").startswith("multipart/form-data")
    ]
    assert len(forms) == 1


def test_upload_of_the_asynchronous_client_reports_the_error_itself() -> None:
    async def use(engine: AsyncMediaEngine) -> None:
        with pytest.raises(InvalidRequestError):
            await engine.run(
                capability="image-to-image",
                prompt="as a drawing",
                inputs=[
                    {"kind": "image", "file": b"no image 1"},
                    {"kind": "image", "file": b"no image 2"},
                ],
            )

    run_async(use)


def test_access_token_is_renewed_once(control: Control) -> None:
    asked: list[bool] = []

    def access_token(*, expired: bool) -> str:
        asked.append(expired)
        return "token-2" if expired else "token-1"

    body = '{"balance": 1}'
    control.fail({"status": 401}, {"status": 200, "body": body}, {"status": 401}, {"status": 401})
    with MediaEngine(access_token=access_token) as engine:
        assert engine.request("getCredits") == {"balance": 1}
        with pytest.raises(AuthenticationError):
            engine.request("getCredits")
    assert asked == [False, True, False, True]
    assert [each["headers"]["authorization"] for each in control.requests][:2] == [
        "Bearer token-1",
        "Bearer token-2",
    ]


def test_redirect_does_not_get_the_credential(engine: MediaEngine, control: Control) -> None:
    control.fail({"status": 307, "headers": {"location": os.environ["GME_BASE_URL"] + "/stolen"}})
    with pytest.raises(MediaEngineError, match="The server redirects"):
        make(engine)
    assert [each["path"] for each in control.requests] == ["/v1/generations"]


def test_messages_of_a_conversation(engine: MediaEngine) -> None:
    first = engine.chat.create({"message": PROMPT, "parseIntent": True})
    assert first.conversation_id is not None
    engine.jobs.attach(first.job_id).wait()
    second = engine.run(
        message="make it wider", parse_intent=True, conversation_id=first.conversation_id
    )
    assert second.conversation_id == first.conversation_id
    conversation = first.conversation_id
    assert conversation in [each.conversation_id for each in engine.conversations.list()]
    assert len(list(engine.conversations.messages(conversation))) == 2
    engine.conversations.delete(conversation)
    with pytest.raises(NotFoundError):
        list(engine.conversations.messages(conversation))


def test_estimate_fixes_the_price(engine: MediaEngine) -> None:
    body = models.EstimateRequest(capability="text-to-image", prompt=PROMPT)
    estimate = engine.estimates.create(body)
    assert isinstance(estimate, models.PricedEstimate)
    job = engine.run(capability="text-to-image", prompt=PROMPT, estimate_id=estimate.estimate_id)
    assert job.billing.captured_credits <= estimate.price.max_credits
    unclear = engine.estimates.create({"message": "make it nicer", "parseIntent": True})
    assert isinstance(unclear, models.UnclearEstimate)


def test_resources_return_models(engine: MediaEngine, control: Control) -> None:
    job = make(engine)
    image_models = engine.models.list(type="image")
    assert {model.content_type for model in image_models} == {"image"}
    # An id of several hosts' offers names the model itself, which has other fields.
    model = next(model for model in image_models if model.offer_of is None)
    assert engine.models.get(model.id) == model
    assert engine.models.schema(image_models[0].id).input["type"] == "object"
    assert "studio" in [provider.slug for provider in engine.providers.list()]
    assert engine.capabilities.list()
    assert engine.credits.get().available > 0
    assert next(engine.credits.ledger(limit=1)).amount != 0
    assert engine.account.get().account_id
    assert next(engine.organizations.list()).organization_id
    assert next(engine.pipelines.list(built_in=True)).pipeline_id
    assert engine.usage.get()
    # Pages of one: the second needs a second request.
    control.fail()
    listed = engine.jobs.list(limit=1, status="completed")
    assert [next(listed).job_id, next(listed).output is not None] == [job.job_id, True]
    assert len(control.requests) == 2
    assert engine.jobs.retry(job.job_id).wait().status == "completed"
    engine.jobs.delete(job.job_id)


def test_resource_is_changed_with_its_etag(engine: MediaEngine) -> None:
    created = engine.webhooks.create(models.NewWebhook(url="https://example.com/", enabled=False))
    path = {"webhookId": created.webhook_id}
    etag = engine.send("getWebhook", path=path).headers["etag"]
    unchanged = engine.send("getWebhook", path=path, options=RequestOptions(if_none_match=etag))
    assert (unchanged.status_code, unchanged.content) == (304, b"")

    change = models.WebhookChange(url="https://example.com/hook")
    changed = engine.webhooks.update(created.webhook_id, change, if_match=etag)
    assert changed.url == "https://example.com/hook"
    with pytest.raises(ConflictError):
        engine.webhooks.update(created.webhook_id, change, if_match=etag)
    engine.webhooks.delete(created.webhook_id)


def test_batch_has_its_items(engine: MediaEngine) -> None:
    batch = engine.batches.create(
        {"items": [{"capability": "text-to-image", "prompt": PROMPT}], "budget": 5}
    )
    wait_until(lambda: engine.batches.get(batch.batch_id).status == "completed")
