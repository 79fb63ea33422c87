"""Runs every program of the README against the engine, in order: later programs read files of earlier ones."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
PROGRAMS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


@pytest.mark.parametrize("index", range(len(PROGRAMS)))
def test_program(index: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    program = compile(PROGRAMS[index], f"README program {index + 1}", "exec")
    exec(program, {"__name__": "__main__"})


def test_programs_have_saved_images(folder: Path) -> None:
    assert len(PROGRAMS) >= 7
    for name in ("fox.png", "drawing.png"):
        assert (folder / name).read_bytes().startswith(b"\x89PNG")
