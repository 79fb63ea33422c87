import os
import re
from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import urlsplit, urlunsplit

from .errors import MediaEngineError

_credential = re.compile(r"[!-~]+")


class AccessToken(Protocol):
    """
    Returns the access token of a signed-in person. It is called before each request, and once more with
    `expired=True` when the engine refuses the token.
    """

    def __call__(self, *, expired: bool) -> str | Awaitable[str]: ...


@dataclass(frozen=True)
class Settings:
    # Without a slash at the end.
    base_url: str
    # Excluded from the text of this object, so that no log shows the credential.
    api_key: str | None = field(repr=False)
    access_token: AccessToken | None = field(repr=False)
    retries_max: int
    timeout_seconds: float


def to_settings(
    *,
    base_url: str | None,
    api_key: str | None,
    access_token: AccessToken | None,
    retries_max: int,
    timeout_seconds: float,
) -> Settings:
    """Completes the options from the environment. Refuses combinations that cannot work or are not safe."""
    if api_key is not None and access_token is not None:
        raise MediaEngineError("Set either api_key or access_token, not both.")
    key = api_key
    if key is None and access_token is None:
        key = os.environ.get("GME_API_KEY") or None
    return Settings(
        base_url=check_base_url(base_url or os.environ.get("GME_BASE_URL") or None),
        api_key=None if key is None else check_credential(key, "API key"),
        access_token=access_token,
        retries_max=retries_max,
        timeout_seconds=timeout_seconds,
    )


def check_base_url(given: str | None) -> str:
    if given is None:
        raise MediaEngineError(
            "Set base_url or the variable GME_BASE_URL to the URL of the engine."
        )
    try:
        url = urlsplit(given.strip())
        is_plain = (
            url.scheme in ("http", "https")
            and bool(url.hostname)
            and "@" not in url.netloc
            and not url.query
            and not url.fragment
            # Raises ValueError for a port that is no number.
            and (url.port is None or url.port > 0)
        )
    except ValueError:
        is_plain = False
        url = urlsplit("")
    if not is_plain:
        raise MediaEngineError(
            "base_url must be an http or https URL without user, query and fragment."
        )
    return urlunsplit((url.scheme, url.netloc, url.path, "", "")).rstrip("/")


def check_credential(given: str, name: str) -> str:
    """Refuses what a header cannot carry: the error of the HTTP library would show the credential."""
    credential = given.strip()
    if _credential.fullmatch(credential) is None:
        raise MediaEngineError(f"The {name} is empty, or has spaces or characters outside ASCII.")
    return credential
