import { Buffer } from "node:buffer";

import type { Size } from "#domain/requests/sizes.ts";
import { boxesIn, boxIn, trackSeconds } from "#storage/boxes.ts";
import { readerOf, takeBoxHead } from "#storage/byte-reader.ts";

import type { AdapterInput } from "./adapter.ts";

/** An hour of frames is described in about a megabyte. */
const movieBoxBytesMax = 8 * 1024 * 1024;

export interface VideoFacts {
  readonly container: "mp4" | "mov";
  /** As it is shown: turned where the file says so. */
  readonly size: Size;
  readonly seconds: number;
  readonly frames: number;
  readonly framesPerSecond: number;
  readonly hasSound: boolean;
}

/**
 * What the first picture track of an MP4 or MOV says of itself (ISO 14496-12). Null for other kinds,
 * and for files that say it elsewhere: those in fragments, or without an end. The movie box may come
 * first or last; reads no further than that.
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
    // Read past the end of a box: it does not hold what it should.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const containers: Readonly<Record<string, VideoFacts["container"]>> = {
  "video/mp4": "mp4",
  "video/quicktime": "mov",
};

/** What the movie box holds; what comes before it is passed over without being kept. */
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

/** The header ends with a matrix of nine numbers, and the sides with sixteen bits of fraction. */
function sizeOfTrack(track: Buffer): Size {
  const header = boxIn(track, "tkhd");
  const end = header.byteLength;
  const width = Math.round(header.readUInt32BE(end - 8) / 65_536);
  const height = Math.round(header.readUInt32BE(end - 4) / 65_536);
  const isTurned = header.readInt32BE(end - 44) === 0 && header.readInt32BE(end - 28) === 0;
  return isTurned ? { width: height, height: width } : { width, height };
}
