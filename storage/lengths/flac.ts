import type { ByteReader } from "#storage/byte-reader.ts";

import { flacFrameHeadBytes, flacFrameSeconds } from "./flac-frame.ts";

/**
 * Length by RFC 9639, section 8.2, but at least the time of its frames, which decoders play whatever the
 * header states, and of its bytes as uncompressed samples.
 */
export async function flacMs(reader: ByteReader): Promise<number | null> {
  const head = await reader.take(42);
  if (head === null || (head.readUInt8(4) & 0x7f) !== 0) return null;
  const samplesPerSecond = head.readUIntBE(18, 3) >> 4;
  const channels = ((head.readUInt8(20) >> 1) & 7) + 1;
  const bits = (((head.readUInt8(20) & 1) << 4) | (head.readUInt8(21) >> 4)) + 1;
  const samples = (head.readUInt8(21) & 15) * 2 ** 32 + head.readUInt32BE(22);
  if (samplesPerSecond === 0) return null;
  const isLastBlock = (head.readUInt8(4) & 0x80) !== 0;
  if (!isLastBlock && !(await skipBlocks(reader))) return null;
  const frames = await countFrames(reader, samplesPerSecond);
  const stated = samples / samplesPerSecond;
  const held = frames.bytes / (channels * Math.ceil(bits / 8) * samplesPerSecond);
  const counted = frames.seconds > stated + toleranceSeconds(frames.bytes) ? frames.seconds : 0;
  return Math.max(stated, held, counted) * 1_000;
}

const blocksMax = 1_000;

/** Skips the metadata blocks. Returns false when the file ends in one of them. */
async function skipBlocks(reader: ByteReader): Promise<boolean> {
  for (let blocks = 0; blocks < blocksMax; blocks += 1) {
    const head = await reader.take(4);
    if (head === null || !(await reader.skip(head.readUIntBE(1, 3)))) return false;
    if ((head.readUInt8(0) & 0x80) !== 0) return true;
  }
  return false;
}

/** Compressed sound contains about three byte sequences in 100 MB that read like the head of a frame. */
function toleranceSeconds(bytes: number): number {
  return 1 + bytes / 10_000_000;
}

/** Finds the heads of frames, which do not state their length, in one pass. */
async function countFrames(
  reader: ByteReader,
  samplesPerSecond: number,
): Promise<{ readonly bytes: number; readonly seconds: number }> {
  let [bytes, seconds] = [0, 0];
  let held: Buffer = Buffer.alloc(0);
  for (let isOver = false; !isOver;) {
    const arrived = await reader.next();
    isOver = arrived === null;
    bytes += arrived?.byteLength ?? 0;
    const part = arrived === null ? held : Buffer.concat([held, arrived]);
    const end = Math.max(0, part.byteLength - (isOver ? 0 : flacFrameHeadBytes));
    for (let place = part.indexOf(0xff); place !== -1 && place < end;) {
      seconds += flacFrameSeconds(part, place, samplesPerSecond);
      place = part.indexOf(0xff, place + 1);
    }
    held = part.subarray(end);
  }
  return { bytes, seconds };
}
