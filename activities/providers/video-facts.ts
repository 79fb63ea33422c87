import { Buffer } from "node:buffer";

import type { Size } from "#domain/requests/sizes.ts";
import { boxesIn, boxIn, trackSeconds } from "#storage/boxes.ts";
import { readerOf, takeBoxHead } from "#storage/byte-reader.ts";

import type { AdapterInput } from "./adapter.ts";

/** Covers long videos: one hour of frames is described in about 1 MB. */
const movieBoxBytesMax = 8 * 1024 * 1024;

export interface VideoFacts {
  readonly container: "mp4" | "mov";
  /** Displayed size, after the file's rotation. */
  readonly size: Size;
  readonly seconds: number;
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly hasSound: boolean;
}

/**
 * Reads the properties of the first video track of an MP4 or MOV (ISO 14496-12). Returns null for other
 * types, and for files without these properties in the movie box: fragmented or incomplete ones. The movie
 * box may come first or last; nothing after it is read.
 */
export async function videoFacts({
  contentType,
  open,
}: Pick<AdapterInput, "contentType" | "open">): Promise<VideoFacts | null> {
  const container = containers[contentType.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (container === undefined) return null;
  const movie = await readMovieBox(open());
  if (movie === null) return null;
  try {
    const tracks = boxesIn(movie, ["trak"]);
    const picture = tracks.find((track) => handlerOf(track) === "vide");
    if (picture === undefined) return null;
    const { header, samples, sampleCount: frames } = trackSeconds(picture);
    const seconds = Math.max(header, samples);
    const size = sizeOfTrack(picture);
    if (!(seconds > 0 && frames > 0 && size.width > 0 && size.height > 0)) return null;
    return {
      container,
      size,
      seconds,
      frames,
      framesPerSecond: Math.round((frames / seconds) * 1_000) / 1_000,
      hasSound: tracks.some((track) => handlerOf(track) === "soun"),
    };
  } catch (error) {
    // Read past the end of a box: its contents are incomplete.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const containers: Readonly<Record<string, VideoFacts["container"]>> = {
  "video/mp4": "mp4",
  "video/quicktime": "mov",
};

/** Returns the contents of the movie box. Skips preceding boxes without buffering them. */
async function readMovieBox(chunks: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const reader = readerOf(chunks);
  try {
    for (;;) {
      const head = await takeBoxHead(reader);
      if (head === null || head.bytes < 0) return null;
      if (head.type === "moov") {
        return head.bytes > movieBoxBytesMax ? null : await reader.take(head.bytes);
      }
      if (!(await reader.skip(head.bytes))) return null;
    }
  } finally {
    await reader.close();
  }
}

function handlerOf(track: Buffer): string {
  return boxIn(track, "mdia", "hdlr").toString("latin1", 8, 12);
}

/**
 * Reads the displayed size. The header ends with a matrix of nine numbers, then the sides as 16.16
 * fixed-point numbers.
 */
function sizeOfTrack(track: Buffer): Size {
  const header = boxIn(track, "tkhd");
  const end = header.byteLength;
  const width = Math.round(header.readUInt32BE(end - 8) / 65_536);
  const height = Math.round(header.readUInt32BE(end - 4) / 65_536);
  const isTurned = header.readInt32BE(end - 44) === 0 && header.readInt32BE(end - 28) === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
