import { createId } from "#db/ids.ts";
import { plans, type PlanSlug } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import { assetKindOf } from "#domain/requests/asset.ts";
import { measureMedia, type MediaFacts } from "#storage/measure-media.ts";
import { hidesMarkup, sniffMediaType } from "#storage/media-type.ts";
import { peekable } from "#storage/peekable.ts";
import { assetKey, type Storage, type StoredFile } from "#storage/storage.ts";

/**
 * File in storage without an asset row. The row turns it into an asset; without one the file is swept after a
 * day.
 */
export interface AssetFile extends StoredFile, MediaFacts {
  readonly id: string;
  readonly storageKey: string;
  readonly contentType: string;
}

/**
 * Stores a file under the key of a new asset and measures it. The first bytes decide its media type. Throws
 * `asset_invalid`, `asset_too_large` and `request_aborted`; no file is kept then.
 */
export async function storeAssetFile(
  storage: Storage,
  source: AsyncIterable<Uint8Array>,
  { bytesMax, signal }: { bytesMax: number; signal: AbortSignal },
): Promise<AssetFile> {
  const { head, body } = await peekable(source);
  const contentType = sniffMediaType(head);
  if (contentType === null || assetKindOf(contentType) === null || hidesMarkup(head)) {
    throw new AppError(
      "asset_invalid",
      head.byteLength === 0 ? { message: "The file is empty." } : {},
    );
  }
  const id = createId("asset");
  const storageKey = assetKey(id);
  const measured = measureMedia(contentType, body);
  try {
    const file = await storage.write(storageKey, measured.body, { bytesMax, signal });
    return { id, storageKey, contentType, ...file, ...(await measured.facts) };
  } catch (error) {
    if (signal.aborted) throw new AppError("request_aborted", { cause: error });
    const isTooLarge = error instanceof AppError && error.code === "output_too_large";
    throw isTooLarge ? tooLarge(bytesMax) : error;
  }
}

export function tooLarge(bytesMax: number): AppError {
  return new AppError("asset_too_large", { details: { bytesMax } });
}

/** Size limit of one file in bytes: the plan's limit, capped by the engine's own limit. */
export function assetBytesMax(plan: PlanSlug, inputBytesMax: number): number {
  return Math.min(plans[plan].assets.fileBytesMax, inputBytesMax);
}
