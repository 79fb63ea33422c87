import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { InputKind } from "#domain/requests/capability.ts";
import { lengthMs } from "#storage/media-length.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { pictureSize } from "#storage/picture-size.ts";

import type { Sample } from "./cheapest-call.ts";

/** Made by studio: a person in a meadow as an image and as a two-second video, and a spoken sentence. */
const ownSamples = ["person.jpg", "person.mp4", "sentence.mp3"];

const kinds: Readonly<Record<string, InputKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
};

/** Inputs for providers that work on files: the given files first, then the built-in ones. */
export async function loadSamples(givenPaths: readonly string[]): Promise<Sample[]> {
  const own = ownSamples.map((name) => fileURLToPath(new URL(`samples/${name}`, import.meta.url)));
  return Promise.all([...givenPaths, ...own].map(loadSample));
}

/** Throws when the first bytes are not those of an image, a video or an audio file. */
async function loadSample(path: string): Promise<Sample> {
  const bytes = await readFile(path);
  const contentType = sniffMediaType(bytes);
  const kind = kinds[contentType?.split("/")[0] ?? ""];
  if (contentType === null || kind === undefined) {
    throw new Error(`${path} is not an image, video or recording of a known format`);
  }
  const input = {
    kind,
    contentType,
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    // Not reachable: the adapters send the bytes.
    url: "http://localhost/sample",
    async *open() {
      yield bytes;
    },
  };
  if (kind === "image") return { ...input, ...(await pictureSize(input)) };
  const ms = await lengthMs(input);
  return ms === null ? input : { ...input, durationSeconds: ms / 1_000 };
}
