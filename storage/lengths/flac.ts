import type { ByteReader } from "#storage/byte-reader.ts";

/**
 * Length by RFC 9639, section 8.2, but at least the time of its bytes as uncompressed samples: a header that
 * states less is false.
 */
export async function flacMs(reader: ByteReader): Promise<number | null> {
  const head = await reader.take(42);
  if (head === null || (head.readUInt8(4) & 0x7f) !== 0) return null;
  const samplesPerSecond = head.readUIntBE(18, 3) >> 4;
  const channels = ((head.readUInt8(20) >> 1) & 7) + 1;
  const bits = (((head.readUInt8(20) & 1) << 4) | (head.readUInt8(21) >> 4)) + 1;
  const samples = (head.readUInt8(21) & 15) * 2 ** 32 + head.readUInt32BE(22);
  if (samplesPerSecond === 0 || samples === 0) return null;
  const bytes = await soundBytes(reader, (head.readUInt8(4) & 0x80) !== 0);
  const samplesHeld = bytes / (channels * Math.ceil(bits / 8));
  return (Math.max(samples, samplesHeld) / samplesPerSecond) * 1_000;
}

const blocksMax = 1_000;

/** Counts the bytes after the metadata blocks. */
async function soundBytes(reader: ByteReader, isLastBlock: boolean): Promise<number> {
  let isLast = isLastBlock;
  for (let blocks = 0; !isLast && blocks < blocksMax; blocks += 1) {
    const head = await reader.take(4);
    if (head === null || !(await reader.skip(head.readUIntBE(1, 3)))) return 0;
    isLast = (head.readUInt8(0) & 0x80) !== 0;
  }
  return reader.rest();
}
