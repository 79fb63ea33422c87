import type { Transcript } from "#domain/requests/transcript.ts";
import { sniffMediaType } from "#storage/media-type.ts";

import type { AdapterFile, AdapterResult, SubmitResult } from "./adapter.ts";
import { unreadable } from "./http.ts";
import { decodeBase64, type Base64 } from "./large-base64.ts";

type Family = "image" | "video" | "audio" | "model";

/** Formats without a signature in their first bytes: the provider's content type is trusted. */
const unsigned: Readonly<Record<Family, readonly string[]>> = {
  image: ["image/svg+xml"],
  video: [],
  // Raw samples: PCM, and codecs without a container.
  audio: ["audio/pcm", "audio/l16", "audio/basic", "audio/pcma", "audio/aac", "audio/opus"],
  model: ["model/stl", "model/obj", "model/fbx", "model/vnd.usdz+zip", "model/gltf+json"],
};

/**
 * Creates a file from bytes that came with a response. Its first bytes must match the expected family. An
 * empty or different file, such as a proxy's page, is an unreadable response.
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

/** Creates a file from base64 in a response. */
export async function base64File(
  data: Base64,
  options: { family: Family; contentType: string; paid: boolean },
): Promise<AdapterFile> {
  return bytesFile(await decodeBase64(data), options);
}

/** Creates a transcript or a description: the text itself, and a file that holds it. */
export function textFile(text: string, contentType = "text/plain"): AdapterFile {
  return { source: { bytes: new TextEncoder().encode(text) }, contentType, text };
}

/** Creates the JSON file of a transcript: its segments and words with times and speakers. */
export function transcriptFile(transcript: Transcript): AdapterFile {
  const bytes = new TextEncoder().encode(JSON.stringify(transcript));
  return { source: { bytes }, contentType: "application/json" };
}

/** Creates the outcome of a submit whose response contains the result. */
export function succeeded(
  result: AdapterResult,
  requestId: string | null | undefined,
): SubmitResult {
  return {
    state: "succeeded",
    result,
    ...(requestId == null ? {} : { providerRequestId: requestId }),
  };
}
