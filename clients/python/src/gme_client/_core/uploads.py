import hashlib
import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from .jobs import UploadSource
from .requests import Form

# The SHA-256 of a larger file would take longer to compute than the upload saves.
_hashed_bytes_max = 67_108_864
_chunk_bytes = 1_048_576

UPLOADS_AT_ONCE = 4


@dataclass(frozen=True)
class Upload:
    """File that can be read several times, for its hash and for each attempt of its upload."""

    open: Callable[[], BinaryIO]
    size: int
    name: str | None

    @property
    def is_hashed(self) -> bool:
        return 0 < self.size <= _hashed_bytes_max

    def sha256(self) -> str:
        digest = hashlib.sha256()
        with self.open() as file:
            while chunk := file.read(_chunk_bytes):
                digest.update(chunk)
        return digest.hexdigest()

    def to_form(self) -> Form:
        fields = {} if self.name is None else {"name": self.name}
        return fields, {"file": (self.name or "file", self.open())}


def to_upload(source: UploadSource, name: str | None) -> Upload:
    """Opens nothing but a file object, whose rest is read into memory: it may not be read a second time."""
    if isinstance(source, os.PathLike):
        path = Path(source)
        return Upload(lambda: path.open("rb"), path.stat().st_size, name or path.name)
    if isinstance(source, bytes):
        return Upload(lambda: io.BytesIO(source), len(source), name)
    # Programs without a type checker pass anything.
    given: object = source
    content: object = source.read() if hasattr(given, "read") else None
    if not isinstance(content, bytes):
        raise TypeError("Pass a pathlib.Path, bytes or a file that is open in binary mode.")
    file_name: object = getattr(given, "name", None)
    found = os.path.basename(file_name) if isinstance(file_name, str) else None
    return Upload(lambda: io.BytesIO(content), len(content), name or found or None)
