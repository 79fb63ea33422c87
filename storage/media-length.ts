import { readerOf, takeBoxHead, type ByteReader } from "./byte-reader.ts";

/** A file that says of itself how long or how large it is. */
export interface MediaFile {
  readonly contentType: string;
  open(): AsyncIterable<Uint8Array>;
}

/**
 * How long a video or a recording is, in milliseconds, by what its own bytes say: MP4, MOV and M4A,
 * WAV, MP3. Null for other kinds and for files that do not say. Holds no more than a chunk in memory
 * and stops reading as soon as it knows.
 */
export async function lengthMs(file: MediaFile): Promise<number | null> {
  const measure = measures[file.contentType.split(";")[0]?.trim().toLowerCase() ?? ""];
  if (measure === undefined) return null;
  const reader = readerOf(file.open());
  try {
    const ms = await measure(reader);
    return ms !== null && Number.isFinite(ms) && ms > 0 ? ms : null;
  } finally {
    await reader.close();
  }
}

type Measure = (reader: ByteReader) => Promise<number | null>;

const measures: Readonly<Record<string, Measure>> = {
  "video/mp4": boxedMs,
  "video/quicktime": boxedMs,
  "audio/mp4": boxedMs,
  "audio/x-m4a": boxedMs,
  "audio/wav": waveMs,
  "audio/x-wav": waveMs,
  "audio/mpeg": framesMs,
  "audio/mp3": framesMs,
};

/** Files that are made of more pieces than this are made to keep us busy. */
const piecesMax = 10_000;
/** At least 35 hours. */
const framesMax = 5_000_000;

/** ISO 14496-12: the movie header inside the movie box, which may come first or last. */
async function boxedMs(reader: ByteReader): Promise<number | null> {
  for (let boxes = 0; boxes < piecesMax; boxes += 1) {
    const head = await takeBoxHead(reader);
    if (head === null) return null;
    if (head.type === "mvhd") return movieHeaderMs(reader);
    // What the movie box holds follows its head.
    if (head.type === "moov") continue;
    if (head.bytes < 0 || !(await reader.skip(head.bytes))) return null;
  }
  return null;
}

/** A length of ones only is an unknown one. */
async function movieHeaderMs(reader: ByteReader): Promise<number | null> {
  const body = await reader.take(20);
  if (body === null) return null;
  if (body[0] === 0) {
    const ticks = body.readUInt32BE(16);
    return ticks === 0xff_ff_ff_ff ? null : (ticks / body.readUInt32BE(12)) * 1_000;
  }
  const rest = await reader.take(12);
  if (rest === null) return null;
  const wide = Buffer.concat([body, rest]);
  const ticks = wide.readBigUInt64BE(24);
  return ticks === 2n ** 64n - 1n ? null : (Number(ticks) / wide.readUInt32BE(20)) * 1_000;
}

/** RIFF: the length of the samples by how many bytes a second has. */
async function waveMs(reader: ByteReader): Promise<number | null> {
  if ((await reader.take(12)) === null) return null;
  let bytesPerSecond = 0;
  for (let chunks = 0; chunks < piecesMax; chunks += 1) {
    const head = await reader.take(8);
    if (head === null) return null;
    const type = head.toString("latin1", 0, 4);
    const bytes = head.readUInt32LE(4);
    if (type === "data") return (bytes / bytesPerSecond) * 1_000;
    let left = bytes + (bytes % 2);
    if (type === "fmt ") {
      const format = await reader.take(12);
      if (format === null) return null;
      bytesPerSecond = format.readUInt32LE(8);
      left -= 12;
    }
    if (left < 0 || !(await reader.skip(left))) return null;
  }
  return null;
}

const kilobitsOf1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobitsOf2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const samplesPerSecondOf1 = [44_100, 48_000, 32_000];

interface Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** MP3: frame by frame, because the rate may vary. A first frame that only describes is no sound. */
async function framesMs(reader: ByteReader): Promise<number | null> {
  let head = await reader.take(4);
  if (head?.toString("latin1", 0, 3) === "ID3") {
    const tag = await reader.take(6);
    if (tag === null || !(await reader.skip(syncSafe(tag.subarray(2))))) return null;
    head = await reader.take(4);
  }
  let ms = 0;
  for (let frames = 0; head !== null; frames += 1) {
    if (frames === framesMax) return null;
    const frame = frameOf(head);
    if (frame === null) break;
    const body = await reader.take(frame.bytes - 4);
    if (body === null) break;
    const isDescription = frames === 0 && /Xing|Info/.test(body.toString("latin1", 0, 40));
    if (!isDescription) ms += frame.ms;
    head = await reader.take(4);
  }
  return ms;
}

/** Seven bits of each byte (ID3v2, section 6.2). */
function syncSafe(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

/** ISO 11172-3 and 13818-3, layer III; null for what is no such frame. */
function frameOf(head: Buffer): Frame | null {
  const word = head.readUInt32BE(0);
  const version = (word >>> 19) & 3;
  const isLayer3 = ((word >>> 17) & 3) === 1;
  if (word >>> 21 !== 0x7ff || version === 1 || !isLayer3) return null;
  const isFirst = version === 3;
  const kilobits = (isFirst ? kilobitsOf1 : kilobitsOf2)[(word >>> 12) & 15] ?? 0;
  const usual = samplesPerSecondOf1[(word >>> 10) & 3];
  if (kilobits === 0 || usual === undefined) return null;
  const samplesPerSecond = usual / (isFirst ? 1 : version === 2 ? 2 : 4);
  const samples = isFirst ? 1_152 : 576;
  const padding = (word >>> 9) & 1;
  const bytes = Math.floor(((samples / 8) * kilobits * 1_000) / samplesPerSecond) + padding;
  return { bytes, ms: (samples / samplesPerSecond) * 1_000 };
}
