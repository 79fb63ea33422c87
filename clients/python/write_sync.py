"""Prints the synchronous version of a module of `_async`."""

import re
import sys
import tempfile
from pathlib import Path

import unasync

REPLACEMENTS = {
    "_async": "_sync",
    "AsyncClient": "Client",
    "AsyncCompletedJob": "CompletedJob",
    "AsyncGenerator": "Generator",
    "AsyncJob": "Job",
    "AsyncJobHandle": "JobHandle",
    "AbstractAsyncContextManager": "AbstractContextManager",
    "AsyncMediaEngine": "MediaEngine",
    "AsyncOutputFile": "OutputFile",
    "aclose": "close",
    "aclosing": "closing",
    "aiter_bytes": "iter_bytes",
    "aread": "read",
    "asynccontextmanager": "contextmanager",
}

source = Path(sys.argv[1]).resolve()
with tempfile.TemporaryDirectory() as folder:
    rule = unasync.Rule(str(source.parent), folder, REPLACEMENTS)
    unasync.unasync_files([str(source)], [rule])
    written = (Path(folder) / source.name).read_text(encoding="utf-8")
# Names within texts, which are no tokens.
names = "|".join(name for name in REPLACEMENTS.values() if name[0].isupper())
sys.stdout.write(re.sub(rf"\bA?[Ss]ync(?=(?:{names})\b)", "", written))
