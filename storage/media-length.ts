import { readerOf, type ByteReader } from "./byte-reader.ts";
import { flacMs } from "./lengths/flac.ts";
import { mp3Ms } from "./lengths/mp3.ts";
import { mp4Time } from "./lengths/mp4.ts";
import { oggMs } from "./lengths/ogg.ts";
import { waveMs } from "./lengths/wave.ts";
import { webmMs } from "./lengths/webm.ts";

/** A file with a readable length or size. */
export interface MediaFile {
  readonly contentType: string;
  open(): AsyncIterable<Uint8Array>;
}

/** Measurements of a video or a recording. */
export interface MediaTime {
  readonly ms: number;
  /** Highest frame rate of the video tracks; null where it is unknown. */
  readonly framesPerSecond: number | null;
}

/** Reads the length in milliseconds. See `mediaTime`. */
export async function lengthMs(file: MediaFile): Promise<number | null> {
  return (await mediaTime(file))?.ms ?? null;
}

/**
 * Reads the length of a video or a recording from its bytes: MP4, MOV and M4A, WebM, WAV, FLAC, OGG and MP3;
 * the frame rate of MP4 and MOV. Null for other types and for files without a length. Prices depend on these
 * values, so they are counted from the content, and a header is trusted only where it states more. Buffers
 * little: at most the movie box of an MP4.
 */
export async function mediaTime(file: MediaFile): Promise<MediaTime | null> {
  const measure = measures[file.contentType.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (measure === undefined) return null;
  const reader = readerOf(file.open());
  try {
    const measured = await measure(reader);
    const time = typeof measured === "number" ? { ms: measured, framesPerSecond: null } : measured;
    return time !== null && Number.isFinite(time.ms) && time.ms > 0 ? time : null;
  } catch (error) {
    // Read past the end of a box or a header: the file is incomplete.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await reader.close();
  }
}

type Measure = (reader: ByteReader) => Promise<number | MediaTime | null>;

const measures: Readonly<Record<string, Measure>> = {
  "video/mp4": mp4Time,
  "video/quicktime": mp4Time,
  "audio/mp4": mp4Time,
  "audio/x-m4a": mp4Time,
  "video/webm": webmMs,
  "audio/webm": webmMs,
  "audio/wav": waveMs,
  "audio/x-wav": waveMs,
  "audio/flac": flacMs,
  "audio/ogg": oggMs,
  "audio/mpeg": mp3Ms,
  "audio/mp3": mp3Ms,
};
