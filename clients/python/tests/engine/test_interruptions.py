import asyncio
import os
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest

from gme_client import AsyncMediaEngine, JobCanceledError, MediaEngine, models

from .control import Control, wait_until

REQUEST: Any = {"capability": "text-to-image", "prompt": "a red fox"}


def ignore(_: models.JobEvent) -> None:
    """Makes the client follow the events of a job."""


def interrupt_when(is_due: Callable[[], bool]) -> threading.Thread:
    """Sends what Ctrl-C sends, once the condition is true."""

    def wait() -> None:
        wait_until(is_due)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def is_submitted_after(control: Control, before: int) -> Callable[[], bool]:
    return lambda: control.count_submissions() > before


def job_of(interruption: BaseException) -> str:
    return interruption.__notes__[0].removeprefix("The job was canceled: ").removesuffix(".")


@pytest.mark.parametrize("reports", [False, True])
def test_ctrl_c_cancels_the_job_and_charges_nothing(
    engine: MediaEngine, control: Control, reports: bool
) -> None:
    control.provide("held")
    thread = interrupt_when(is_submitted_after(control, control.count_submissions()))
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.run(**REQUEST, on_progress=ignore if reports else None)
    thread.join()
    handle = engine.jobs.attach(job_of(caught.value))
    with pytest.raises(JobCanceledError) as canceled:
        handle.wait()
    assert canceled.value.job.billing.captured_credits == 0
    assert handle.cancel().status == "canceled"


def test_ctrl_c_after_a_lost_response_cancels_the_job_that_it_had_created(
    engine: MediaEngine, control: Control
) -> None:
    before = control.count_jobs()
    control.provide("held")
    control.fail("lose", {"status": 503, "headers": {"retry-after": "50"}})
    thread = interrupt_when(lambda: control.count_jobs() > before and len(control.requests) == 2)
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.submit(**REQUEST)
    thread.join()
    with pytest.raises(JobCanceledError):
        engine.jobs.attach(job_of(caught.value)).wait()
    assert control.count_jobs() == before + 1


def test_canceled_task_cancels_the_job(control: Control) -> None:
    control.provide("held")
    before = control.count_submissions()

    async def main() -> None:
        async with AsyncMediaEngine() as engine:
            task = asyncio.create_task(engine.run(**REQUEST))
            await asyncio.to_thread(control.await_submission, before)
            task.cancel()
            with pytest.raises(asyncio.CancelledError) as caught:
                await task
            with pytest.raises(JobCanceledError):
                await engine.jobs.attach(job_of(caught.value)).wait()

    asyncio.run(main())


def test_timeout_of_asyncio_cancels_the_job(control: Control) -> None:
    control.provide("held")
    jobs: list[str] = []

    async def main() -> None:
        async with AsyncMediaEngine() as engine:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(1):
                    await engine.run(**REQUEST)
            job = await anext(engine.jobs.list(limit=1))
            jobs.append(job.job_id)
            with pytest.raises(JobCanceledError):
                await engine.jobs.attach(job.job_id).wait()

    asyncio.run(main())
    assert jobs


def test_job_that_is_left_continues(engine: MediaEngine, control: Control) -> None:
    control.provide("held")
    before = control.count_submissions()
    thread = interrupt_when(is_submitted_after(control, before))
    with pytest.raises(KeyboardInterrupt) as caught:
        engine.run(**REQUEST, on_interruption="leave")
    thread.join()
    assert not hasattr(caught.value, "__notes__")
    job = next(engine.jobs.list(limit=1))
    control.release()
    assert engine.jobs.attach(job.job_id).wait().status == "completed"


def test_stopped_wait_leaves_the_job(control: Control) -> None:
    control.provide("held")

    async def main() -> None:
        async with AsyncMediaEngine() as engine:
            handle = await engine.submit(**REQUEST)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.5):
                    await handle.wait()
            async for event in handle.events():
                if event.type == "job.stage":
                    break
            assert (await handle.refresh()).status in ("queued", "processing")
            assert (await handle.cancel()).job_id == handle.job_id
            with pytest.raises(JobCanceledError):
                await handle.wait()

    asyncio.run(main())
