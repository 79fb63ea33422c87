import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";

/**
 * Highest bit rate of Opus and Vorbis, 512 kbit/s: a file cannot be shorter than its bytes take at this rate.
 */
const bytesPerSecondMax = 64_000;

/** Padding of the last packet, and samples that players skip at the start, are no lie. */
const paddingSeconds = 1;

/**
 * Position of the last page of the longest stream (RFC 3533), divided by the sample rate of its codec. The
 * packets of Opus state their length, which counts where positions state less.
 */
export async function oggMs(reader: ByteReader): Promise<number | null> {
  const samplesPerSecond = new Map<number, number>();
  const opus = new Map<number, OpusStream>();
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
    if (isFirst) {
      samplesPerSecond.set(stream, samplesPerSecondOf(body));
      if (isOpus(body)) opus.set(stream, { packets: 0, ms: 0 });
    }
    const played = opus.get(stream);
    if (played !== undefined)
      addPackets(played, { segments, body, continues: (head.readUInt8(5) & 1) !== 0 });
    const rate = samplesPerSecond.get(stream) ?? 0;
    if (rate > 0 && position > 0n) seconds = Math.max(seconds, Number(position) / rate);
    if (samplesPerSecond.size > streamsMax) return null;
  }
  // Bytes after the last readable page count, because other decoders may play them.
  bytes += await reader.rest();
  const packed = Math.max(0, ...[...opus.values()].map(({ ms }) => ms / 1_000));
  if (packed > seconds + paddingSeconds) seconds = packed;
  return seconds === 0 ? null : Math.max(seconds, bytes / bytesPerSecondMax) * 1_000;
}

interface OpusStream {
  packets: number;
  ms: number;
}

/** Two packets without sound come first (RFC 7845, section 3). */
const opusHeadPackets = 2;

function addPackets(
  stream: OpusStream,
  { segments, body, continues }: { segments: Buffer; body: Buffer; continues: boolean },
): void {
  let place = 0;
  let isStart = !continues;
  for (const bytes of segments) {
    if (isStart) {
      stream.packets += 1;
      if (stream.packets > opusHeadPackets)
        stream.ms += opusMs(body.subarray(place, place + bytes));
    }
    place += bytes;
    // A segment of 255 bytes is continued by the next one.
    isStart = bytes < 255;
  }
}

/** Length of an Opus packet by its first bytes (RFC 6716, section 3). */
function opusMs(packet: Buffer): number {
  const first = packet[0] ?? 0;
  const [config, code] = [first >> 3, first & 3];
  const frameMs =
    config < 12
      ? [10, 20, 40, 60][config & 3]
      : config < 16
        ? [10, 20][config & 1]
        : [2.5, 5, 10, 20][config & 3];
  const frames =
    packet.byteLength === 0 ? 0 : code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 63 : 2;
  return (frameMs ?? 0) * frames;
}

function isOpus(packet: Buffer): boolean {
  return packet.toString("latin1", 0, 8) === "OpusHead";
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
