import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";

/**
 * Highest bit rate of Opus and Vorbis, 512 kbit/s: a file cannot be shorter than its bytes take at this rate.
 */
const bytesPerSecondMax = 64_000;

/** Position of the last page of the longest stream (RFC 3533), divided by the sample rate of its codec. */
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
  // Bytes after the last readable page count, because other decoders may play them.
  bytes += await reader.rest();
  return seconds === 0 ? null : Math.max(seconds, bytes / bytesPerSecondMax) * 1_000;
}

const streamsMax = 16;

/** Reads the sample rate from the first packet of a stream; 0 for unknown codecs. */
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
