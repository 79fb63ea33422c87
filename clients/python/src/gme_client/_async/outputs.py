import os
from collections.abc import AsyncGenerator
from contextlib import aclosing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from uuid import uuid4

from pydantic import PrivateAttr

from gme_client import models
from gme_client._core.errors import ApiConnectionError, MediaEngineError
from gme_client._core.parse import parse
from gme_client._core.requests import RequestOptions
from gme_client._core.retry import is_transient

from . import platform

if TYPE_CHECKING:
    from .client import AsyncMediaEngine

_breaks_max = 5
_break_pause_seconds = 1.0
_silence_max_seconds = 60.0


class AsyncOutputFile(models.Output):
    """
    File that a job has made. The methods read it with the credential of the client, so an expired `url` has no effect,
    and continue after a broken connection.
    """

    _engine: "AsyncMediaEngine | None" = PrivateAttr(default=None)
    _job_id: str = PrivateAttr(default="")

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yields the bytes of the file as they arrive."""
        engine = self._engine
        if engine is None:
            raise MediaEngineError("The output does not belong to a client.")
        offset = 0
        breaks = 0
        while breaks <= _breaks_max:
            if breaks > 0:
                await platform.sleep(_break_pause_seconds)
            breaks += 1
            # Ranges count the bytes of the file, not those of a compressed transfer.
            headers = {"accept-encoding": "identity"}
            if offset > 0:
                headers["range"] = f"bytes={offset}-"
            options = RequestOptions(headers=headers, timeout_seconds=_silence_max_seconds)
            path = {"jobId": self._job_id, "outputId": self.output_id}
            received = offset
            try:
                async with engine.open_stream("getOutputContent", path, options) as response:
                    if offset > 0 and response.status_code != 206:
                        break
                    async for chunk in response.aiter_bytes():
                        offset += len(chunk)
                        yield chunk
            except MediaEngineError as error:
                # The next attempt continues where the last byte was.
                if not is_transient(error):
                    raise
            if offset >= self.bytes:
                return
            if offset > received:
                breaks = 1
        raise ApiConnectionError(f"The file broke off after {offset} of {self.bytes} bytes.")

    async def read(self) -> bytes:
        """Returns the whole file."""
        chunks: list[bytes] = []
        async for chunk in self.stream():
            chunks.append(chunk)
        return b"".join(chunks)

    async def save(self, path: str | os.PathLike[str]) -> Path:
        """Downloads the file. It appears under its name once it is complete, and replaces an existing one."""
        target = Path(path)
        unfinished = target.with_name(f"{target.name}.{uuid4().hex}.part")
        file = await platform.run_blocking(lambda: unfinished.open("xb"))
        try:
            with file:
                async with aclosing(self.stream()) as chunks:
                    async for chunk in chunks:
                        await platform.run_blocking(partial(file.write, chunk))
            await platform.run_blocking(lambda: unfinished.replace(target))
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        return target


class AsyncJob(models.Job):
    """A job whose files can be downloaded."""

    # Files of this client in place of the plain ones.
    outputs: list[AsyncOutputFile]  # pyright: ignore[reportIncompatibleVariableOverride]
    output: AsyncOutputFile | None = None  # pyright: ignore[reportIncompatibleVariableOverride]


class AsyncCompletedJob(AsyncJob):
    """A job with a result."""

    output: AsyncOutputFile  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]


def to_job(engine: "AsyncMediaEngine", data: Any) -> AsyncJob:
    return bind_job(engine, parse(AsyncJob, data))


def to_completed_job(engine: "AsyncMediaEngine", job: AsyncJob) -> AsyncCompletedJob:
    if job.output is None:
        raise MediaEngineError(f"The job has no output: {job.job_id}.")
    data = job.model_dump(by_alias=True, exclude_unset=True)
    return bind_job(engine, parse(AsyncCompletedJob, data))


def to_output(engine: "AsyncMediaEngine", job_id: str, data: Any) -> AsyncOutputFile:
    output = parse(AsyncOutputFile, data)
    bind_output(engine, job_id, output)
    return output


SomeJob = TypeVar("SomeJob", bound=AsyncJob)


def bind_job(engine: "AsyncMediaEngine", job: SomeJob) -> SomeJob:
    for output in job.outputs if job.output is None else [job.output, *job.outputs]:
        bind_output(engine, job.job_id, output)
    return job


def bind_output(engine: "AsyncMediaEngine", job_id: str, output: AsyncOutputFile) -> None:
    output._engine = engine  # pyright: ignore[reportPrivateUsage]
    output._job_id = job_id  # pyright: ignore[reportPrivateUsage]
