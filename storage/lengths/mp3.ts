import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";

const kilobitsOf1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const kilobitsOf2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const samplesPerSecondOf1 = [44_100, 48_000, 32_000];

interface Frame {
  readonly bytes: number;
  readonly ms: number;
}

/** Tags and a cover may follow the last frame. */
const trailerBytesMax = 1_048_576;

/** MP3: frame by frame, because the bit rate may vary. A first frame with metadata only is not sound. */
export async function mp3Ms(reader: ByteReader): Promise<number | null> {
  let head = await reader.take(4);
  if (head?.toString("latin1", 0, 3) === "ID3") {
    const tag = await reader.take(6);
    if (tag === null || !(await reader.skip(syncSafe(tag.subarray(2))))) return null;
    head = await reader.take(4);
  }
  let [ms, bytes] = [0, 0];
  for (let frames = 0; head !== null; frames += 1) {
    if (frames === framesMax) return null;
    const frame = frameOf(head);
    if (frame === null) break;
    const body = await reader.take(frame.bytes - 4);
    if (body === null) break;
    const isDescription = frames === 0 && /Xing|Info/.test(body.toString("latin1", 0, 40));
    if (!isDescription) ms += frame.ms;
    bytes += frame.bytes;
    head = await reader.take(4);
  }
  if (ms === 0) return null;
  // A player resumes at the next frame after foreign bytes, so a large unread rest counts at the rate of the
  // frames before.
  const unread = await reader.rest();
  return unread > trailerBytesMax ? ms * (1 + unread / bytes) : ms;
}

/** Seven bits of each byte (ID3v2, section 6.2). */
function syncSafe(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
}

/** Parses a frame head (ISO 11172-3 and 13818-3, layer III); null for other bytes. */
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
