"""Counted checks of a judge."""

import sys
import urllib.request
from collections.abc import Callable

url, key = sys.argv[1:3]
judge = sys.argv[0].rpartition("judge_")[2].removesuffix(".py")
_passed = 0


def expect(name: str, is_true: object) -> None:
    global _passed
    if not is_true:
        raise SystemExit(f"{judge}: failed: {name}")
    _passed += 1


def expect_error(name: str, error: type[Exception], use: Callable[[], object]) -> Exception:
    try:
        use()
    except error as raised:
        expect(name, True)
        return raised
    raise SystemExit(f"{judge}: no {error.__name__}: {name}")


def expect_image(name: str, content: bytes) -> None:
    expect(name, content.startswith(b"\x89PNG"))


def download(link: str) -> bytes:
    with urllib.request.urlopen(link) as response:
        return response.read()


def report() -> None:
    print(f"{judge}: {_passed} checks passed")
