"""Verification of webhooks. `verify` needs no client."""

import base64
import binascii
import hashlib
import hmac
import re
import time
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from gme_client import models
from gme_client._core.api_object import ApiObject

_tolerance_seconds = 300.0


class OtherEvent(ApiObject):
    """Event of a later version of the engine."""

    type: str
    timestamp: str | None = None
    data: Any = None


WebhookMessage: TypeAlias = (
    models.JobCompletedEvent
    | models.JobFailedEvent
    | models.JobCanceledEvent
    | models.JobNeedsInputEventOutput
    | models.BatchCompletedEvent
    | models.PipelineRunCompletedEventOutput
    | models.PipelineRunCallEvent
    | models.CreditsLowEvent
    | models.BudgetAlertEvent
    | models.KeyRotationDueEvent
    | models.TestEvent
)

_messages: TypeAdapter[WebhookMessage] = TypeAdapter(
    Annotated[WebhookMessage, Field(discriminator="type")]
)


class WebhookVerificationError(Exception):
    """Raised for a request that none of the secrets has signed, or that is too old."""


def verify(
    raw_body: bytes | str,
    headers: Mapping[str, str],
    secrets: str | Sequence[str],
    *,
    tolerance_seconds: float = _tolerance_seconds,
    now: float | None = None,
) -> WebhookMessage | OtherEvent:
    """
    Returns the message if one of the secrets has signed it recently. `raw_body` is the body as received: a body that
    was parsed and serialized again has another signature.
    """
    received = {name.lower(): value for name, value in headers.items()}
    message_id = received.get("webhook-id", "")
    timestamp = received.get("webhook-timestamp", "")
    if message_id == "" or re.fullmatch(r"[0-9]{1,12}", timestamp) is None:
        raise WebhookVerificationError("The request is not a webhook of the engine.")
    if abs((time.time() if now is None else now) - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(
            "The message is too old, or the clock of this machine is wrong."
        )
    body = raw_body.encode() if isinstance(raw_body, str) else raw_body
    signed = f"{message_id}.{timestamp}.".encode() + body
    signatures = received.get("webhook-signature", "").split(" ")
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        mac = hmac.new(_key(secret), signed, hashlib.sha256).digest()
        expected = f"v1,{base64.b64encode(mac).decode()}".encode()
        for signature in signatures:
            # A header may hold what UTF-8 cannot, which is no signature.
            if hmac.compare_digest(expected, signature.encode(errors="replace")):
                return _parse(body)
    raise WebhookVerificationError("No secret has signed the message.")


def _key(secret: str) -> bytes:
    try:
        key = base64.b64decode(secret.removeprefix("whsec_"), validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if key == b"":
        raise WebhookVerificationError("The secret is malformed: expected whsec_… of the webhook.")
    return key


def _parse(body: bytes) -> WebhookMessage | OtherEvent:
    try:
        return _messages.validate_json(body)
    except ValidationError:
        # The engine has signed the body, so it is an event: of a later version, or with a changed field.
        return OtherEvent.model_validate_json(body)
