import type { Caller } from "#db/caller.ts";
import type { Asset } from "#db/entities/asset.ts";
import { refuseAsset } from "#db/jobs/assets.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Returns the asset that a body names at `pointer`. Throws `asset_not_found`, `outside_organization` or `asset_expired`,
 * with the pointer.
 */
export function requireAsset(
  assets: ReadonlyMap<string, Asset>,
  assetId: string,
  { pointer, caller }: { pointer: string; caller: Pick<Caller, "organizationId"> },
): Asset {
  try {
    return refuseAsset(assets.get(assetId) ?? null, {
      assetId,
      organizationId: caller.organizationId,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    throw new AppError(code, { details, issues: [{ pointer, code, message }], cause: error });
  }
}

/** The error for an asset of another kind than its place takes. */
export function wrongKind(pointer: string, { contentType }: Asset, wanted: string): AppError {
  const message = `The asset is ${contentType}, not ${wanted}.`;
  return new AppError("request_invalid", { issues: [{ pointer, code: "wrong_kind", message }] });
}
