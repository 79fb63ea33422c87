import type { Engine, RequestOptions } from "./engine.ts";
import { ApiError } from "./errors.ts";
import type { Asset } from "./generated/types.ts";
import { toHex } from "./idempotency-key.ts";

/** A stream is read into memory first; `fromPath` of `@gme/client/node` reads a file as needed. */
export type UploadSource = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

export interface UploadOptions extends Pick<RequestOptions, "signal"> {
  /** Display name. Default: the name of a `File`. */
  readonly name?: string | undefined;
}

/** The SHA-256 of a larger file would take longer to compute than the upload saves. */
const hashedBytesMax = 67_108_864;

/** Creates an asset. A file that the organization has uploaded before is recognized by its SHA-256 and not sent. */
export async function uploadAsset(
  engine: Engine,
  source: UploadSource,
  { name, signal }: UploadOptions = {},
): Promise<Asset> {
  const isStream = source instanceof ReadableStream;
  const file = await toBlob(source);
  const fileName = name ?? ("name" in file ? String(file.name) : undefined);
  if (!isStream && file.size > 0 && file.size <= hashedBytesMax) {
    const known = await findUploaded(engine, file, { name: fileName, signal });
    if (known !== undefined) return known;
  }
  const form = new FormData();
  if (fileName !== undefined) form.append("name", fileName);
  form.append("file", file, fileName ?? "file");
  return engine.request("createAsset", { body: form }, { signal });
}

async function toBlob(source: UploadSource): Promise<Blob> {
  if (source instanceof Blob) return source;
  if (source instanceof ReadableStream) return new Response(source).blob();
  return new Blob([source as Uint8Array<ArrayBuffer> | ArrayBuffer]);
}

async function findUploaded(
  engine: Engine,
  file: Blob,
  { name, signal }: UploadOptions,
): Promise<Asset | undefined> {
  // A page without https has no WebCrypto.
  const subtle = crypto.subtle as typeof crypto.subtle | undefined;
  if (subtle === undefined) return undefined;
  const hash = await subtle.digest("SHA-256", await file.arrayBuffer());
  const sha256 = toHex(new Uint8Array(hash));
  const body = { sha256, bytes: file.size, ...(name === undefined ? {} : { name }) };
  try {
    return await engine.request("createAsset", { body }, { signal });
  } catch (error) {
    if (ApiError.is(error, "asset_not_found", "asset_expired")) return undefined;
    throw error;
  }
}
