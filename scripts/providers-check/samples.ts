import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import type { InputKind } from "#domain/requests/capability.ts";
import { lengthMs } from "#storage/media-length.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { pictureSize } from "#storage/picture-size.ts";

import type { Sample } from "./cheapest-call.ts";

/** Made by studio: somebody in a meadow, the same for two seconds, and a sentence. */
const ownSamples = ["person.jpg", "person.mp4", "sentence.mp3"];

const kinds: Readonly<Record<string, InputKind>> = {
  image: "image",
  video: "video",
  audio: "audio",
};

/** What providers are given that work on files: the given files first, then our own. */
export async function loadSamples(givenPaths: readonly string[]): Promise<Sample[]> {
  const own = ownSamples.map((name) => fileURLToPath(new URL(`samples/${name}`, import.meta.url)));
  return Promise.all([...givenPaths, ...own].map(loadSample));
}

/** Throws for a file that is no picture, video or recording by its first bytes. */
async function loadSample(path: string): Promise<Sample> {
  const bytes = await readFile(path);
  const contentType = sniffMediaType(bytes);
  const kind = kinds[contentType?.split("/")[0] ?? ""];
  if (contentType === null || kind === undefined) {
    throw new Error(`${path} is no picture, video or recording that is known here`);
  }
  const input = {
    kind,
    contentType,
    bytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    // Nobody can fetch it: the adapters send its bytes.
    url: "http://localhost/sample",
    async *open() {
      yield bytes;
    },
  };
  if (kind === "image") return { ...input, ...(await pictureSize(input)) };
  const ms = await lengthMs(input);
  return ms === null ? input : { ...input, durationSeconds: ms / 1_000 };
}
