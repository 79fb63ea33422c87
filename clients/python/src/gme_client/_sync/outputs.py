# Written by scripts/write-clients.ts from its source. Do not edit.
# source: 55bb2b76e673c08f6e52e2d440068b0c41177c0c4482cd8ad1575ad7909ae23c
# content: 1a08a6e21619a4f3d2842c878bd7893c3f49e4d611431ab617e77ee9a22c2d2e
import os
from collections.abc import Generator
from contextlib import closing
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
    from .client import MediaEngine

_breaks_max = 5
_break_pause_seconds = 1.0
_silence_max_seconds = 60.0


class OutputFile(models.Output):
    """
    File that a job has made. The methods read it with the credential of the client, so an expired `url` has no effect,
    and continue after a broken connection.
    """

    _engine: "MediaEngine | None" = PrivateAttr(default=None)
    _job_id: str = PrivateAttr(default="")

    def stream(self) -> Generator[bytes, None]:
        """Yields the bytes of the file as they arrive."""
        engine = self._engine
        if engine is None:
            raise MediaEngineError("The output does not belong to a client.")
        offset = 0
        breaks = 0
        while breaks <= _breaks_max:
            if breaks > 0:
                platform.sleep(_break_pause_seconds)
            breaks += 1
            # Ranges count the bytes of the file, not those of a compressed transfer.
            headers = {"accept-encoding": "identity"}
            if offset > 0:
                headers["range"] = f"bytes={offset}-"
            options = RequestOptions(headers=headers, timeout_seconds=_silence_max_seconds)
            path = {"jobId": self._job_id, "outputId": self.output_id}
            received = offset
            try:
                with engine.open_stream("getOutputContent", path, options) as response:
                    if offset > 0 and response.status_code != 206:
                        break
                    for chunk in response.iter_bytes():
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

    def read(self) -> bytes:
        """Returns the whole file."""
        chunks: list[bytes] = []
        for chunk in self.stream():
            chunks.append(chunk)
        return b"".join(chunks)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Downloads the file. It appears under its name once it is complete, and replaces an existing one."""
        target = Path(path)
        unfinished = target.with_name(f"{target.name}.{uuid4().hex}.part")
        file = platform.run_blocking(lambda: unfinished.open("xb"))
        try:
            with file:
                with closing(self.stream()) as chunks:
                    for chunk in chunks:
                        platform.run_blocking(partial(file.write, chunk))
            platform.run_blocking(lambda: unfinished.replace(target))
        except BaseException:
            unfinished.unlink(missing_ok=True)
            raise
        return target


class Job(models.Job):
    """A job whose files can be downloaded."""

    # Files of this client in place of the plain ones.
    outputs: list[OutputFile]  # pyright: ignore[reportIncompatibleVariableOverride]
    output: OutputFile | None = None  # pyright: ignore[reportIncompatibleVariableOverride]


class CompletedJob(Job):
    """A job with a result."""

    output: OutputFile  # pyright: ignore[reportIncompatibleVariableOverride, reportGeneralTypeIssues]


def to_job(engine: "MediaEngine", data: Any) -> Job:
    return bind_job(engine, parse(Job, data))


def to_completed_job(engine: "MediaEngine", job: Job) -> CompletedJob:
    if job.output is None:
        raise MediaEngineError(f"The job has no output: {job.job_id}.")
    data = job.model_dump(by_alias=True, exclude_unset=True)
    return bind_job(engine, parse(CompletedJob, data))


def to_output(engine: "MediaEngine", job_id: str, data: Any) -> OutputFile:
    output = parse(OutputFile, data)
    bind_output(engine, job_id, output)
    return output


SomeJob = TypeVar("SomeJob", bound=Job)


def bind_job(engine: "MediaEngine", job: SomeJob) -> SomeJob:
    for output in job.outputs if job.output is None else [job.output, *job.outputs]:
        bind_output(engine, job.job_id, output)
    return job


def bind_output(engine: "MediaEngine", job_id: str, output: OutputFile) -> None:
    output._engine = engine  # pyright: ignore[reportPrivateUsage]
    output._job_id = job_id  # pyright: ignore[reportPrivateUsage]
