import { PassThrough } from "node:stream";

import { mediaTime } from "./media-length.ts";
import { pictureSize } from "./picture-size.ts";

/** Measured properties of a file; null for those that it does not state. */
export interface MediaFacts {
  readonly durationSeconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly framesPerSecond: number | null;
}

const nothing: MediaFacts = {
  durationSeconds: null,
  width: null,
  height: null,
  framesPerSecond: null,
};
/** Longer sides are implausible and ignored. */
const sidePixelsMax = 1_000_000;

/**
 * Measures a file while it is being read: read `body` to its end, then `facts` resolves. `facts` never
 * rejects.
 */
export function measureMedia(
  contentType: string,
  source: AsyncIterable<Uint8Array>,
): { body: AsyncIterable<Uint8Array>; facts: Promise<MediaFacts> } {
  const copy = new PassThrough();
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        // Not awaited: measuring is faster than any storage, and stops when the facts are known.
        if (!copy.destroyed) copy.write(chunk);
        yield chunk;
      }
    } finally {
      copy.end();
    }
  }
  // A file that cannot be measured is accepted like any other.
  const facts = measure(contentType, copy).catch(() => nothing);
  return { body: pass(), facts };
}

async function measure(contentType: string, copy: PassThrough): Promise<MediaFacts> {
  const file = { contentType, open: () => copy };
  try {
    if (contentType.startsWith("image/")) {
      const size = await pictureSize(file);
      const isPossible = size !== null && Math.max(size.width, size.height) <= sidePixelsMax;
      return isPossible ? { ...nothing, ...size } : nothing;
    }
    const time = await mediaTime(file);
    if (time === null) return nothing;
    const { ms, framesPerSecond } = time;
    return { ...nothing, durationSeconds: ms / 1_000, framesPerSecond };
  } finally {
    copy.destroy();
  }
}
