import { setImmediate as turn } from "node:timers/promises";

import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";

/** Elements (RFC 9559) whose children are read like the elements after them. */
const containers: ReadonlySet<number> = new Set([
  0x18_53_80_67, // Segment
  0x15_49_a9_66, // Info
  0x1f_43_b6_75, // Cluster
  0xa0, // BlockGroup
]);
const timestampScale = 0x2a_d7_b1;
const duration = 0x44_89;
const clusterTimestamp = 0xe7;
const blockDuration = 0x9b;
const blocks: ReadonlySet<number> = new Set([0xa3, 0xa1]);
/** Track number, timestamp and flags. */
const blockBytesMin = 4;
/** Maximum number of elements other than blocks: a file has a few for each second or two. */
const othersMax = 100_000;
/** An element may have as few as two bytes, so thousands arrive at once. */
const elementsPerTurn = 2_000;

/** WebM and Matroska: the duration in the header or the start of the last block, whichever is later. */
export async function webmMs(reader: ByteReader): Promise<number | null> {
  let nanoseconds = 1_000_000;
  let [said, cluster, last] = [0, 0, -1];
  let others = 0;
  for (let elements = 0; elements < framesMax; elements += 1) {
    const id = await takeNumber(reader, { keepsMark: true });
    const bytes = id === null ? null : await takeNumber(reader, { keepsMark: false });
    if (id === null || bytes === null) break;
    if (elements % elementsPerTurn === 0) await turn();
    const isBlock = blocks.has(id);
    if (!isBlock) others += 1;
    if (others > othersMax || (isBlock && bytes < blockBytesMin)) return null;
    if (containers.has(id)) continue;
    const isNumber = [timestampScale, duration, clusterTimestamp, blockDuration].includes(id);
    const read = isNumber ? Math.min(bytes, 8) : isBlock ? blockBytesMin : 0;
    const body = await reader.take(read);
    if (body === null || !(await reader.skip(bytes - read))) break;
    if (id === timestampScale) nanoseconds = unsigned(body) || nanoseconds;
    else if (id === duration) said = body.byteLength === 8 ? body.readDoubleBE() : float(body);
    else if (id === clusterTimestamp) cluster = unsigned(body);
    else if (id === blockDuration) last += unsigned(body);
    else if (isBlock) last = Math.max(last, cluster + offsetOf(body));
  }
  return last < 0 ? null : (Math.max(said, last) * nanoseconds) / 1e6;
}

/** Reads a number whose length is encoded in the leading zeros of its first byte (RFC 8794, section 4). */
async function takeNumber(
  reader: ByteReader,
  { keepsMark }: { keepsMark: boolean },
): Promise<number | null> {
  const first = (await reader.take(1))?.readUInt8() ?? 0;
  const more = Math.clz32(first) - 24;
  const rest = first === 0 ? null : await reader.take(more);
  if (rest === null) return null;
  const start = keepsMark ? first : first - 2 ** (7 - more);
  return rest.reduce((value, byte) => value * 256 + byte, start);
}

function unsigned(body: Buffer): number {
  return body.reduce((value, byte) => value * 256 + byte, 0);
}

function float(body: Buffer): number {
  return body.byteLength === 4 ? body.readFloatBE() : 0;
}

/** Time of a block relative to its cluster. It follows the track number, which usually has one byte. */
function offsetOf(body: Buffer): number {
  const place = Math.clz32(body[0] ?? 0) - 23;
  return place + 2 <= body.byteLength ? body.readInt16BE(place) : 0;
}
