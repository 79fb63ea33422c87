import { sniffMediaType } from "#storage/media-type.ts";

import type { AdapterFile, AdapterResult, SubmitAnswer } from "./adapter.ts";
import { unreadable } from "./http.ts";

type Family = "image" | "video" | "audio" | "model";

/** Forms without a signature in their first bytes: the provider's word for them is taken. */
const unsigned: Readonly<Record<Family, readonly string[]>> = {
  image: ["image/svg+xml"],
  video: [],
  // Bare samples: PCM, and codecs that come without a container.
  audio: ["audio/pcm", "audio/l16", "audio/basic", "audio/pcma", "audio/aac", "audio/opus"],
  model: ["model/stl", "model/obj", "model/fbx", "model/vnd.usdz+zip", "model/gltf+json"],
};

/**
 * A file that came as bytes with an answer. Its first bytes must be those of the promised kind; an
 * empty or another file is an answer that cannot be read: a page of a proxy is no picture.
 */
export function bytesFile(
  bytes: Uint8Array,
  { family, contentType, paid }: { family: Family; contentType: string; paid: boolean },
): AdapterFile {
  const said = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const sniffed = sniffMediaType(bytes);
  const isKnown = sniffed?.startsWith(`${family}/`) === true;
  if (bytes.byteLength > 0 && isKnown) return { source: { bytes }, contentType: sniffed };
  if (bytes.byteLength > 0 && sniffed === null && unsigned[family].includes(said)) {
    return { source: { bytes }, contentType: said };
  }
  throw unreadable(paid, `the answer is ${sniffed ?? (said || "empty")}, not ${family}`);
}

/** A file that came as base64 in an answer. */
export function base64File(
  text: string,
  options: { family: Family; contentType: string; paid: boolean },
): AdapterFile {
  return bytesFile(Buffer.from(text, "base64"), options);
}

/** A transcript or a description: the text itself, and a file that holds it. */
export function textFile(text: string, contentType = "text/plain"): AdapterFile {
  return { source: { bytes: new TextEncoder().encode(text) }, contentType, text };
}

/** What a transcript tells besides its text, as the provider tells it: times, speakers. */
export function jsonFile(value: unknown): AdapterFile {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { source: { bytes }, contentType: "application/json" };
}

/** The answer of a provider that answers with the result, under its name of the request if it gave one. */
export function succeeded(
  result: AdapterResult,
  requestId: string | null | undefined,
): SubmitAnswer {
  return {
    state: "succeeded",
    result,
    ...(requestId == null ? {} : { providerRequestId: requestId }),
  };
}
