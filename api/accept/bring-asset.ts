import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { reportInput, toIssues } from "#api/http/issues.ts";
import { readUpload } from "#api/http/read-upload.ts";
import type { RouteInput } from "#api/http/route.ts";
import { type newAssetSchema, uploadFieldsSchema } from "#api/schemas/asset.ts";
import { toDisplayText } from "#api/schemas/display-text.ts";
import type { Asset } from "#db/entities/asset.ts";
import { findAsset, type NewAsset, renewAssetByHash } from "#db/jobs/assets.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import { AppError } from "#domain/errors.ts";
import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";
import { parseOwnAddress } from "#storage/signed-address.ts";

import { assetBytesMax, type AssetFile, storeAssetFile, tooLarge } from "./store-asset.ts";

/** Stored file that still needs its row, or an existing asset. */
export type BroughtAsset =
  | { readonly row: Omit<NewAsset, "organizationId" | "accountId"> }
  | { readonly asset: Asset };

type Asking = Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">;

/** Allowance for the form around the file, in bytes. */
const formBytesMax = 65_536;
/** Timeout of a download from the caller's URL. */
const fetchMs = 120_000;

/**
 * Stores the file of a form. `contentHash` is equal for two forms with the same file and name. Throws
 * `asset_invalid`, `asset_too_large`, `request_invalid` and what `readUpload` throws.
 */
export async function bringUpload(
  upload: IncomingMessage,
  { caller, request }: Asking,
  { storage, settings }: RequestDependencies,
): Promise<BroughtAsset & { contentHash: Buffer }> {
  const bytesMax = assetBytesMax(caller.plan, settings.inputBytesMax);
  const announced = Number(upload.headers["content-length"] ?? 0);
  if (announced > bytesMax + formBytesMax) throw tooLarge(bytesMax);
  const { signal } = request;
  const { stored, fields } = await readUpload(upload, {
    store: async ({ fileName, body }) => ({
      fileName,
      file: await storeAssetFile(storage, body, { bytesMax, signal }),
    }),
    discard: async ({ file }) => storage.delete(file.storageKey),
  });
  const checked = uploadFieldsSchema.safeParse(fields, reportInput);
  if (!checked.success) {
    await storage.delete(stored.file.storageKey);
    const issues = toIssues(checked.error, { schema: uploadFieldsSchema, place: "body" });
    throw new AppError("request_invalid", { issues });
  }
  const name = checked.data.name ?? toName(stored.fileName);
  const contentHash = createHash("sha256")
    .update(JSON.stringify([stored.file.sha256, name]))
    .digest();
  return { row: toRow(stored.file, { name, source: "upload" }), contentHash };
}

/**
 * Fetches a URL, copies an output, or finds an asset by its hash, as the body asks. Throws what each of the
 * three throws.
 */
export async function bringAsset(
  { name, url, outputId, sha256, bytes }: z.output<typeof newAssetSchema>,
  asking: Asking,
  dependencies: RequestDependencies,
): Promise<BroughtAsset> {
  if (url !== undefined) return bringAddress(url, name, asking, dependencies);
  if (outputId !== undefined) return bringOutput(outputId, name, asking, dependencies);
  const { organizationId } = asking.caller;
  const content = { organizationId, sha256: sha256 ?? "", bytes: bytes ?? 0 };
  const asset = await renewAssetByHash(dependencies.em, content);
  if (asset !== null) return { asset };
  throw new AppError("asset_not_found", {
    message: "The organization has no asset with these bytes; upload the file.",
    details: { sha256, bytes },
  });
}

async function bringAddress(
  url: string,
  name: string | undefined,
  asking: Asking,
  dependencies: RequestDependencies,
): Promise<BroughtAsset> {
  const { caller, request } = asking;
  const { em, storage, settings, now } = dependencies;
  const { publicUrl, signingSecrets: secrets } = settings;
  // A signed URL of this engine leads to a stored file, so no request is needed.
  const fileId = parseOwnAddress(url, { publicUrl, secrets, now: now() });
  if (fileId?.startsWith("out_")) return bringOutput(fileId, name, asking, dependencies);
  if (fileId?.startsWith("ast_")) {
    const { organizationId } = caller;
    return { asset: await findAsset(em, { assetId: fileId, organizationId }) };
  }
  const bytesMax = assetBytesMax(caller.plan, settings.inputBytesMax);
  const late = AbortSignal.timeout(fetchMs);
  const signal = AbortSignal.any([request.signal, late]);
  try {
    const { body } = await fetchUntrusted(url, {
      signal,
      requester: caller.organizationId,
      allowPrivate: settings.allowPrivateInputs,
    });
    const file = await storeAssetFile(storage, body, { bytesMax, signal });
    const fileName = new URL(url).pathname.split("/").at(-1) ?? "";
    return { row: toRow(file, { name: name ?? toName(decode(fileName)), source: "address" }) };
  } catch (error) {
    throw toInputError(error, late);
  }
}

/**
 * Converts a failed or late download to `input_invalid`: only the caller can fix the URL. Other errors pass
 * unchanged.
 */
function toInputError(error: unknown, late: AbortSignal): unknown {
  const isBroken =
    late.aborted || !(error instanceof AppError) || error.code === "provider_result_expired";
  if (!isBroken) return error;
  const message = error instanceof AppError ? error.message : "The URL could not be read.";
  return new AppError("input_invalid", { message, cause: error });
}

async function bringOutput(
  outputId: string,
  name: string | undefined,
  { caller, request }: Asking,
  { em, storage, settings }: RequestDependencies,
): Promise<BroughtAsset> {
  const output = await findOutput(em, { outputId });
  if (output.organizationId !== caller.organizationId) throw new AppError("outside_organization");
  const file = await storeAssetFile(storage, storage.read(output.storageKey), {
    bytesMax: assetBytesMax(caller.plan, settings.inputBytesMax),
    signal: request.signal,
  });
  return { row: toRow(file, { name: name ?? null, source: "output", outputId }) };
}

export function toRow(
  file: AssetFile,
  about: { name: string | null; source: NewAsset["source"]; outputId?: string },
): Omit<NewAsset, "organizationId" | "accountId"> {
  return { ...file, outputId: null, ...about };
}

/** Converts a file name to display text; null when no displayable character is left. */
export function toName(fileName: string): string | null {
  const name = toDisplayText(fileName.toWellFormed()).trim().slice(0, 200).trim();
  return name === "" ? null : name.toWellFormed();
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
