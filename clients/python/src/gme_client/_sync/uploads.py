# Written by scripts/write-clients.ts from its source. Do not edit.
# source: e976ef448b7a365ad8465ec05c7bb415b163ab42a9748d719e1d215609eaf551
# content: ff10356295675dabe3f9502d1392b945c293156d0e8fdd7cfb10807db4428f76
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from gme_client import models
from gme_client._core.errors import ApiError
from gme_client._core.jobs import UploadSource
from gme_client._core.parse import parse
from gme_client._core.uploads import UPLOADS_AT_ONCE, Upload, to_upload

from . import platform

if TYPE_CHECKING:
    from .client import MediaEngine


def upload_asset(
    engine: "MediaEngine", source: UploadSource, name: str | None = None
) -> models.Asset:
    """Creates an asset. A file that the organization has uploaded before is recognized by its SHA-256 and not sent."""
    upload = platform.run_blocking(lambda: to_upload(source, name))
    known = _find_uploaded(engine, upload) if upload.is_hashed else None
    if known is None:
        known = engine.request("createAsset", form=upload.to_form)
    return parse(models.Asset, known)


def _find_uploaded(engine: "MediaEngine", upload: Upload) -> Any | None:
    body: dict[str, Any] = {
        "sha256": platform.run_blocking(upload.sha256),
        "bytes": upload.size,
    }
    if upload.name is not None:
        body["name"] = upload.name
    try:
        return engine.request("createAsset", body=body)
    except ApiError as error:
        if error.code in ("asset_not_found", "asset_expired"):
            return None
        raise


def upload_inputs(engine: "MediaEngine", body: dict[str, Any]) -> dict[str, Any]:
    """Uploads the files among the inputs of a request and returns the request with their assets."""
    if "inputs" not in body:
        return body

    def to_input(given: Any) -> Any:
        if not isinstance(given, Mapping) or "file" not in given:
            return cast(Any, given)
        file = cast(Mapping[str, Any], given)
        asset = upload_asset(engine, file["file"], file.get("name"))
        return {"kind": file["kind"], "assetId": asset.asset_id}

    inputs = platform.map_concurrently(to_input, body["inputs"], at_once=UPLOADS_AT_ONCE)
    return {**body, "inputs": inputs}
