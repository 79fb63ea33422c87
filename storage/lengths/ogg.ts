import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";

/** The highest rate of Opus and Vorbis, 512 kbit/s: a file that says it is shorter than this allows lies. */
const bytesPerSecondMax = 64_000;

/** RFC 3533: the position of the last page of the longest stream, by the samples per second of its codec. */
export async function oggMs(reader: ByteReader): Promise<number | null> {
  const samplesPerSecond = new Map<number, number>();
  let [seconds, bytes] = [0, 0];
  for (let pages = 0; pages < framesMax; pages += 1) {
    const head = await reader.take(27);
    if (head === null || head.toString("latin1", 0, 4) !== "OggS") break;
    const segments = await reader.take(head.readUInt8(26));
    if (segments === null) break;
    const length = segments.reduce((sum, segment) => sum + segment, 0);
    const body = await reader.take(length);
    if (body === null) break;
    bytes += length;
    const [position, stream] = [head.readBigInt64LE(6), head.readUInt32LE(14)];
    const isFirst = (head.readUInt8(5) & 2) !== 0;
    if (isFirst) samplesPerSecond.set(stream, samplesPerSecondOf(body));
    const rate = samplesPerSecond.get(stream) ?? 0;
    if (rate > 0 && position > 0n) seconds = Math.max(seconds, Number(position) / rate);
    if (samplesPerSecond.size > streamsMax) return null;
  }
  // What follows the last page that can be read may be sound to others.
  bytes += await reader.rest();
  return seconds === 0 ? null : Math.max(seconds, bytes / bytesPerSecondMax) * 1_000;
}

const streamsMax = 16;

/** By the first packet of a stream; 0 for codecs that are not known. */
function samplesPerSecondOf(packet: Buffer): number {
  const text = packet.toString("latin1", 0, 8);
  if (text === "OpusHead") return 48_000;
  if (text.startsWith("\u0001vorbis") && packet.byteLength >= 16) return packet.readUInt32LE(12);
  if (text === "Speex   " && packet.byteLength >= 40) return packet.readUInt32LE(36);
  if (text.startsWith("\u007fFLAC") && packet.byteLength >= 31) {
    return packet.readUIntBE(27, 3) >> 4;
  }
  return 0;
}
