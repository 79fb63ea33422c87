import { readerOf, type ByteReader } from "./byte-reader.ts";
import { flacMs } from "./lengths/flac.ts";
import { mp3Ms } from "./lengths/mp3.ts";
import { mp4Ms } from "./lengths/mp4.ts";
import { oggMs } from "./lengths/ogg.ts";
import { waveMs } from "./lengths/wave.ts";
import { webmMs } from "./lengths/webm.ts";

/** A file with a readable length or size. */
export interface MediaFile {
  readonly contentType: string;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * Reads the length of a video or a recording in milliseconds from its bytes: MP4, MOV and M4A, WebM, WAV,
 * FLAC, OGG and MP3. Null for other types and for files without a length. Prices depend on the length, so it
 * is counted from the content, and a header is trusted only where it states more. Buffers little: at most the
 * movie box of an MP4.
 */
export async function lengthMs(file: MediaFile): Promise<number | null> {
  const measure = measures[file.contentType.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (measure === undefined) return null;
  const reader = readerOf(file.open());
  try {
    const ms = await measure(reader);
    return ms !== null && Number.isFinite(ms) && ms > 0 ? ms : null;
  } catch (error) {
    // Read past the end of a box or a header: the file is incomplete.
    if (error instanceof RangeError) return null;
    throw error;
  } finally {
    await reader.close();
  }
}

type Measure = (reader: ByteReader) => Promise<number | null>;

const measures: Readonly<Record<string, Measure>> = {
  "video/mp4": mp4Ms,
  "video/quicktime": mp4Ms,
  "audio/mp4": mp4Ms,
  "audio/x-m4a": mp4Ms,
  "video/webm": webmMs,
  "audio/webm": webmMs,
  "audio/wav": waveMs,
  "audio/x-wav": waveMs,
  "audio/flac": flacMs,
  "audio/ogg": oggMs,
  "audio/mpeg": mp3Ms,
  "audio/mp3": mp3Ms,
};
