import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";
import { streamOf, type PacketTimer } from "./packet-timer.ts";

/**
 * Highest bit rate of Opus and Vorbis, 512 kbit/s: a file cannot be shorter than its bytes take at this rate.
 */
const bytesPerSecondMax = 64_000;

/** Padding of the last packet, and samples that players skip at the start, are no lie. */
const paddingSeconds = 1;

const streamsMax = 16;

interface Stream {
  readonly samplesPerSecond: number;
  readonly timer: PacketTimer;
  /** Position of the last page. */
  seconds: number;
}

/**
 * Position of the last page of the longest stream (RFC 3533), divided by the sample rate of its codec. The
 * packets of Opus, Vorbis and FLAC state their length, which counts where positions state less. Streams that
 * begin after others are played after them, so their lengths are added.
 */
export async function oggMs(reader: ByteReader): Promise<number | null> {
  let streams = new Map<number, Stream | null>();
  let [ended, bytes] = [0, 0];
  let isBeginning = true;
  for (let pages = 0; pages < framesMax; pages += 1) {
    const head = await reader.take(27);
    if (head === null || head.toString("latin1", 0, 4) !== "OggS") break;
    const segments = await reader.take(head.readUInt8(26));
    if (segments === null) break;
    const length = segments.reduce((sum, segment) => sum + segment, 0);
    const body = await reader.take(length);
    if (body === null) break;
    bytes += length;
    const [flags, position, number] = [
      head.readUInt8(5),
      head.readBigInt64LE(6),
      head.readUInt32LE(14),
    ];
    const isFirst = (flags & 2) !== 0;
    if (isFirst && !isBeginning) {
      const seconds = longestOf(streams);
      if (seconds === null) return null;
      ended += seconds;
      streams = new Map();
    }
    isBeginning = isFirst;
    if (isFirst) {
      const known = streamOf(body);
      streams.set(number, known === null ? null : { ...known, seconds: 0 });
      if (streams.size > streamsMax) return null;
    }
    const stream = streams.get(number);
    if (stream == null) continue;
    addPage(stream.timer, { segments, body, continues: (flags & 1) !== 0 });
    const { samplesPerSecond } = stream;
    if (samplesPerSecond > 0 && position > 0n) {
      stream.seconds = Math.max(stream.seconds, Number(position) / samplesPerSecond);
    }
  }
  // Bytes after the last readable page count, because other decoders may play them.
  bytes += await reader.rest();
  const last = longestOf(streams);
  const seconds = last === null ? 0 : ended + last;
  return seconds === 0 ? null : Math.max(seconds, bytes / bytesPerSecondMax) * 1_000;
}

/** Null when a stream contradicts itself. */
function longestOf(streams: ReadonlyMap<number, Stream | null>): number | null {
  let longest = 0;
  for (const stream of streams.values()) {
    if (stream === null) continue;
    const packed = stream.timer.seconds();
    if (packed === null) return null;
    const isLonger = packed > stream.seconds + paddingSeconds;
    longest = Math.max(longest, isLonger ? packed : stream.seconds);
  }
  return longest;
}

function addPage(
  timer: PacketTimer,
  { segments, body, continues }: { segments: Buffer; body: Buffer; continues: boolean },
): void {
  let place = 0;
  let isStart = !continues;
  for (const bytes of segments) {
    timer.add(body.subarray(place, place + bytes), isStart);
    place += bytes;
    // A segment of 255 bytes is continued by the next one.
    isStart = bytes < 255;
  }
}
