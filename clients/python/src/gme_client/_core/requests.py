import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, TypeAlias, cast
from urllib.parse import quote, urlencode

from pydantic import BaseModel

from .operations import operations
from .retry import is_repeatable

# Fields and file of a form, made for each attempt: the file is read from its beginning.
Form: TypeAlias = tuple[dict[str, str], dict[str, tuple[str, BinaryIO | bytes]]]

# Time that an upload may take in addition.
_transfer_seconds = 900.0


@dataclass(frozen=True)
class RequestOptions:
    # Key of a POST that takes one. Default: a new key for each call, repeated by its attempts.
    idempotency_key: str | None = None
    # ETag of the version to change: a PUT fails with ConflictError if the resource has changed since.
    if_match: str | None = None
    # ETag of the version that you have: the response is 304 if the resource is unchanged.
    if_none_match: str | None = None
    # Waits for the end of a job, up to 60 seconds.
    wait_seconds: int | None = None
    retries_max: int | None = None
    timeout_seconds: float | None = None
    # Repeats a POST without an Idempotency-Key, whose second execution has no second effect.
    is_repeatable: bool | None = None
    headers: Mapping[str, str] | None = None


@dataclass(frozen=True)
class OutgoingRequest:
    method: str
    # Path and query, appended to the URL of the engine.
    path: str
    headers: Mapping[str, str]
    content: bytes | None
    form: Callable[[], Form] | None
    # Limit of each wait for the server.
    timeout_seconds: float
    retries_max: int
    may_repeat: bool
    # Sends no credential: the operation takes none.
    is_public: bool
    # Returns a redirect to the caller. Redirects are never followed.
    may_redirect: bool


def new_key() -> str:
    return secrets.token_hex(16)


def to_operation_request(
    operation_id: str,
    *,
    path: Mapping[str, str],
    query: Mapping[str, object],
    body: object,
    form: Callable[[], Form] | None,
    options: RequestOptions,
    retries_max: int,
    timeout_seconds: float,
) -> OutgoingRequest:
    if operation_id not in operations:
        raise ValueError(f'There is no operation "{operation_id}".')
    method, template, *flags = operations[operation_id].split(" ")
    return to_request(
        method,
        fill_path(template, path) + to_search(query),
        body=body,
        form=form,
        is_once="once" in flags,
        is_public="public" in flags,
        may_redirect="redirect" in flags,
        options=options,
        retries_max=retries_max,
        timeout_seconds=timeout_seconds,
    )


def to_request(
    method: str,
    path: str,
    *,
    options: RequestOptions,
    retries_max: int,
    timeout_seconds: float,
    body: object = None,
    form: Callable[[], Form] | None = None,
    is_once: bool = False,
    is_public: bool = False,
    may_redirect: bool = False,
) -> OutgoingRequest:
    check_path(path)
    content = None if body is None else json.dumps(to_wire(body)).encode()
    key = (options.idempotency_key or new_key()) if is_once else options.idempotency_key
    wait = options.wait_seconds
    headers: dict[str, str | None] = {
        "accept": "application/json, */*;q=0.5",
        "content-type": None if content is None else "application/json",
        "idempotency-key": key,
        "if-match": options.if_match,
        "if-none-match": options.if_none_match,
        "prefer": None if wait is None else f"wait={wait}",
    }
    headers |= {name.lower(): value for name, value in (options.headers or {}).items()}
    given = {name: value for name, value in headers.items() if value is not None}
    waits = (wait or 0) + (0 if form is None else _transfer_seconds)
    may_repeat = options.is_repeatable
    if may_repeat is None:
        may_repeat = is_repeatable(
            method,
            has_idempotency_key="idempotency-key" in given,
            is_conditional="if-match" in given,
        )
    return OutgoingRequest(
        method=method,
        path=path,
        headers=given,
        content=content,
        form=form,
        timeout_seconds=(
            timeout_seconds + waits if options.timeout_seconds is None else options.timeout_seconds
        ),
        retries_max=retries_max if options.retries_max is None else options.retries_max,
        may_repeat=may_repeat,
        is_public=is_public,
        may_redirect=may_redirect,
    )


def check_path(path: str) -> None:
    """A path without a slash would continue the name of the host."""
    if not path.startswith("/"):
        raise ValueError(f'The path "{path}" must begin with /.')


def fill_path(template: str, values: Mapping[str, str]) -> str:
    """Fills the parameters of a path. Refuses values that would name another path."""

    def fill(match: re.Match[str]) -> str:
        name = match.group(1)
        value = values.get(name)
        if value is None or value in ("", ".", ".."):
            raise ValueError(f"The path parameter {name} must be set to an id.")
        return quote(value, safe="!'()*")

    return re.sub(r"\{(\w+)\}", fill, template)


def to_search(query: Mapping[str, object]) -> str:
    """Query of a URL. Each field of a mapping is a separate parameter, such as `metadata.project`."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        if value is None:
            continue
        is_mapping = isinstance(value, Mapping)
        fields = cast(Mapping[str, object], value) if is_mapping else {name: value}
        pairs.extend((key, _to_text(each)) for key, each in fields.items())
    return f"?{urlencode(pairs)}" if pairs else ""


def to_wire(value: object) -> Any:
    """JSON of a body: models by the names of the API, without the fields that were not set."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(value, Mapping):
        return {key: to_wire(each) for key, each in cast(Mapping[Any, Any], value).items()}
    if isinstance(value, list | tuple):
        return [to_wire(each) for each in cast(Sequence[Any], value)]
    return value


def _to_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
