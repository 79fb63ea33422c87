import { UnsupportedFunctionalityError } from "@ai-sdk/provider";
import type { FileInput, Input, InputKind, MediaEngine } from "@gme/client";

/** File of a call: bytes, base64, or a URL that the engine fetches. */
export type GivenFile =
  | { readonly type: "file"; readonly mediaType: string; readonly data: string | Uint8Array }
  | { readonly type: "url"; readonly url: string; readonly mediaType?: string };

export type MediaInput = Input | (FileInput & { readonly file: Blob });

export function toInput(kind: InputKind, file: GivenFile): MediaInput {
  if (file.type === "url") return { kind, url: file.url };
  const bytes = typeof file.data === "string" ? fromBase64(file.data) : file.data;
  return { kind, file: new Blob([bytes], { type: file.mediaType }) };
}

/** Kind of a reference by its media type; an image by default. */
export function kindOf({ mediaType = "image/*" }: GivenFile): InputKind {
  if (mediaType.startsWith("image/")) return "image";
  if (mediaType.startsWith("video/")) return "video";
  throw new UnsupportedFunctionalityError({ functionality: `a reference of type ${mediaType}` });
}

/** Uploads the files. Returns the inputs as the API takes them. */
export async function uploadInputs(
  engine: MediaEngine,
  inputs: readonly MediaInput[],
  signal: AbortSignal | undefined,
): Promise<Input[]> {
  const uploads = inputs.map(async (input): Promise<Input> => {
    if (!("file" in input)) return input;
    const { assetId } = await engine.assets.upload(input.file, { signal });
    return { kind: input.kind, assetId };
  });
  return Promise.all(uploads);
}

/** Identifies an input by its content. */
export async function digestInput(input: MediaInput): Promise<object> {
  if (!("file" in input)) return input;
  const hash = await crypto.subtle.digest("SHA-256", await input.file.arrayBuffer());
  return { kind: input.kind, sha256: Array.from(new Uint8Array(hash)) };
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
}
