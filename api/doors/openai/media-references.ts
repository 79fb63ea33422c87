import { z } from "zod";

import { assetBytesMax, storeAssetFile } from "#api/accept/store-asset.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { AppError } from "#domain/errors.ts";
import type { InputKind } from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";

import { type SentFile, toSentFiles } from "./keep-files.ts";

type Asking = Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">;

/** Bytes of a JSON body with data URLs. Larger files go as a form, or as assets of `POST /v1/assets`. */
export const mediaBodyBytesMax = 16_777_216;
const urlCharactersMax = 2_048;

/** An http URL, or a data URL with base64. */
export const mediaUrlSchema = z
  .string()
  .min(1)
  .refine((url) => url.startsWith("data:") || isHttpUrl(url), {
    error: `Must be an http or https URL of up to ${urlCharactersMax} characters, or a data URL`,
  });

function isHttpUrl(url: string): boolean {
  return url.length <= urlCharactersMax && /^https?:\/\//i.test(url) && URL.parse(url) !== null;
}

/** A file of a JSON body; `file_id` is the id of an asset. */
export const imageReferenceSchema = z
  .strictObject({
    image_url: mediaUrlSchema.optional(),
    file_id: z.string().min(1).max(100).optional(),
  })
  .refine(({ image_url: url, file_id: id }) => (url === undefined) !== (id === undefined), {
    message: "Send either image_url or file_id",
  });

/** A file that a JSON body names: by URL, as base64, or as an asset. */
export interface MediaReference {
  /** Field of the body, for errors: `images[0].image_url` is `/images/0/image_url`. */
  readonly pointer: string;
  readonly kind: InputKind;
  readonly markedBy?: "alpha";
  readonly source:
    | { readonly url: string }
    | { readonly base64: string }
    | { readonly assetId: string };
}

export function toSource(
  reference: z.output<typeof imageReferenceSchema>,
): MediaReference["source"] {
  const { image_url: url, file_id: assetId } = reference;
  return assetId === undefined ? toUrlSource(url ?? "") : { assetId };
}

/** A data URL is its base64: the media type is read from the bytes. */
export function toUrlSource(url: string): MediaReference["source"] {
  if (!url.startsWith("data:")) return { url };
  return { base64: url.slice(url.indexOf(",") + 1) };
}

/** Inputs of a job whose files may still be without an asset. */
export interface SentMedia {
  /** An equal request has equal ones. */
  readonly hashes: readonly string[];
  readonly toInputs: () => Promise<GenerationInput[]>;
  readonly discard: () => Promise<void>;
}

/** Stores the files that a body carries as base64. Throws `request_invalid`, `asset_invalid` and `asset_too_large`. */
export async function readReferences(
  references: readonly MediaReference[],
  { caller, request }: Asking,
  dependencies: RequestDependencies,
): Promise<SentMedia> {
  const { storage, settings } = dependencies;
  const bytesMax = assetBytesMax(caller.plan, settings.inputBytesMax);
  const { signal } = request;
  const stored: SentFile[] = [];
  const sent = () => toSentFiles(stored, caller, dependencies);
  try {
    for (const { pointer, source } of references) {
      if (!("base64" in source)) continue;
      const body = oneChunk(decodeBase64(source.base64, pointer));
      const file = await storeAssetFile(storage, body, { bytesMax, signal });
      stored.push({ field: pointer, fileName: "", file });
    }
  } catch (error) {
    await sent().discard();
    throw error;
  }
  const { hashes, keep, discard } = sent();
  return {
    hashes: [
      ...hashes,
      ...references.flatMap(({ pointer, source }) =>
        "base64" in source ? [] : `${pointer} ${JSON.stringify(source)}`,
      ),
    ],
    discard,
    async toInputs() {
      const assets = new Map((await keep()).map(({ field, assetId }) => [field, assetId]));
      return references.map(({ pointer, kind, markedBy, source }) => ({
        kind,
        ...(markedBy === undefined ? {} : { markedBy }),
        ...("base64" in source ? { assetId: assets.get(pointer) ?? "" } : source),
      }));
    },
  };
}

/** Throws `request_invalid` for text that is not base64 throughout. */
function decodeBase64(text: string, pointer: string): Buffer {
  const bytes = Buffer.from(text, "base64");
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  // Node skips characters that are not base64, so that the result is too short.
  if (bytes.byteLength > 0 && bytes.byteLength === Math.floor(((text.length - padding) * 3) / 4)) {
    return bytes;
  }
  throw new AppError("request_invalid", {
    issues: [{ pointer, code: "wrong_format", message: "Must be base64." }],
  });
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
