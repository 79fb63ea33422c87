"""Counted checks of a judge, and its knowledge of the endpoints that an engine offers."""

import json
import sys
import urllib.error
import urllib.request
from collections.abc import Callable

url, key = sys.argv[1:]
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


def is_offered(path: str) -> bool:
    """Engines of earlier versions have fewer endpoints."""
    headers = {"authorization": f"Bearer {key}", "content-type": "application/json"}
    request = urllib.request.Request(url + path, data=b"{}", headers=headers)
    try:
        urllib.request.urlopen(request).close()
    except urllib.error.HTTPError as refusal:
        if json.load(refusal)["error"]["code"] == "unsupported_endpoint":
            print(f"{judge}: the engine does not offer {path}")
            return False
    return True


def report() -> None:
    print(f"{judge}: {_passed} checks passed")
