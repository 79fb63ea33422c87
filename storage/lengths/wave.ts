import type { ByteReader } from "#storage/byte-reader.ts";

import { chunksMax } from "./limits.ts";

/**
 * Formats whose samples all have the same size: PCM, floating point, A-law, µ-law, and "extensible" for
 * either.
 */
const plainFormats: ReadonlySet<number> = new Set([1, 3, 6, 7, 0xff_fe]);
const samplesPerSecondMin = 1_000;
const samplesPerSecondMax = 768_000;
/** Titles and cue points may follow the samples. */
const trailerBytesMax = 65_536;

/**
 * RIFF: the bytes of the samples divided by the bytes of a second, as computed from the format. The header's
 * own bytes per second are only a hint for buffers, and its length may be left open, so neither is used.
 */
export async function waveMs(reader: ByteReader): Promise<number | null> {
  if ((await reader.take(12)) === null) return null;
  let bytesPerSecond: number | null = null;
  for (let chunks = 0; chunks < chunksMax; chunks += 1) {
    const head = await reader.take(8);
    if (head === null) return null;
    const type = head.toString("latin1", 0, 4);
    const bytes = head.readUInt32LE(4);
    if (type === "data") {
      return bytesPerSecond === null
        ? null
        : (sampleBytes(bytes, await reader.rest()) / bytesPerSecond) * 1_000;
    }
    let left = bytes + (bytes % 2);
    if (type === "fmt ") {
      const format = await reader.take(16);
      if (format === null) return null;
      bytesPerSecond = bytesPerSecondOf(format);
      left -= 16;
    }
    if (left < 0 || !(await reader.skip(left))) return null;
  }
  return null;
}

function bytesPerSecondOf(format: Buffer): number | null {
  const [channels, samplesPerSecond] = [format.readUInt16LE(2), format.readUInt32LE(4)];
  const [frameBytes, bits] = [format.readUInt16LE(12), format.readUInt16LE(14)];
  const isPlain =
    plainFormats.has(format.readUInt16LE(0)) &&
    frameBytes > 0 &&
    frameBytes === channels * Math.ceil(bits / 8) &&
    samplesPerSecond >= samplesPerSecondMin &&
    samplesPerSecond <= samplesPerSecondMax;
  return isPlain ? samplesPerSecond * frameBytes : null;
}

/** Trusts the header's size, unless the file has fewer bytes or many more. */
function sampleBytes(said: number, held: number): number {
  return held > said + trailerBytesMax ? held : Math.min(said, held);
}
