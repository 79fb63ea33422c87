from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from gme_client import models
from gme_client._core.errors import ApiError
from gme_client._core.jobs import UploadSource
from gme_client._core.parse import parse
from gme_client._core.uploads import UPLOADS_AT_ONCE, Upload, to_upload

from . import platform

if TYPE_CHECKING:
    from .client import AsyncMediaEngine


async def upload_asset(
    engine: "AsyncMediaEngine", source: UploadSource, name: str | None = None
) -> models.Asset:
    """Creates an asset. A file that the organization has uploaded before is recognized by its SHA-256 and not sent."""
    upload = await platform.run_blocking(lambda: to_upload(source, name))
    known = await _find_uploaded(engine, upload) if upload.is_hashed else None
    if known is None:
        known = await engine.request("createAsset", form=upload.to_form)
    return parse(models.Asset, known)


async def _find_uploaded(engine: "AsyncMediaEngine", upload: Upload) -> Any | None:
    body: dict[str, Any] = {
        "sha256": await platform.run_blocking(upload.sha256),
        "bytes": upload.size,
    }
    if upload.name is not None:
        body["name"] = upload.name
    try:
        return await engine.request("createAsset", body=body)
    except ApiError as error:
        if error.code in ("asset_not_found", "asset_expired"):
            return None
        raise


async def upload_inputs(engine: "AsyncMediaEngine", body: dict[str, Any]) -> dict[str, Any]:
    """Uploads the files among the inputs of a request and returns the request with their assets."""
    if "inputs" not in body:
        return body

    async def to_input(given: Any) -> Any:
        if not isinstance(given, Mapping) or "file" not in given:
            return cast(Any, given)
        file = cast(Mapping[str, Any], given)
        asset = await upload_asset(engine, file["file"], file.get("name"))
        return {"kind": file["kind"], "assetId": asset.asset_id}

    inputs = await platform.map_concurrently(to_input, body["inputs"], at_once=UPLOADS_AT_ONCE)
    return {**body, "inputs": inputs}
