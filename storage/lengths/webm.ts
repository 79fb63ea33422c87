import { setImmediate as turn } from "node:timers/promises";

import type { ByteReader } from "#storage/byte-reader.ts";

import { framesMax } from "./limits.ts";
import { addBlock, newTrack, secondsAtLeast, type WebmTrack } from "./webm-tracks.ts";

/** Elements (RFC 9559) whose children are read like the elements after them. */
const containers: ReadonlySet<number> = new Set([
  0x18_53_80_67, // Segment
  0x15_49_a9_66, // Info
  0x1f_43_b6_75, // Cluster
  0xa0, // BlockGroup
  0x16_54_ae_6b, // Tracks
  0xae, // TrackEntry
]);
const trackEntry = 0xae;
const trackNumber = 0xd7;
const trackType = 0x83;
const codecId = 0x86;
const codecPrivate = 0x63_a2;
const timestampScale = 0x2a_d7_b1;
const duration = 0x44_89;
const clusterTimestamp = 0xe7;
const blockDuration = 0x9b;
const blocks: ReadonlySet<number> = new Set([0xa3, 0xa1]);
/** Track number, timestamp and flags. */
const blockBytesMin = 4;
/** The number of a track has up to eight bytes, and sound states its length in its first two. */
const blockHeadBytes = 13;
/** The tables of Vorbis take a few kilobytes, and the description of a picture fewer. */
const codecBytesMax = 1024 * 1024;
const tracksMax = 64;
/** Padding of the last packet, and samples that players skip at the start, are no lie. */
const paddingSeconds = 1;
/** Maximum number of elements other than blocks: a file has a few for each second or two. */
const othersMax = 100_000;
/** An element may have as few as two bytes, so thousands arrive at once. */
const elementsPerTurn = 2_000;

/**
 * WebM and Matroska: the duration in the header or the start of the last block, whichever is later. Packets of
 * sound state their length, which counts where the times of the blocks state less, and video has a highest
 * frame rate.
 */
export async function webmMs(reader: ByteReader): Promise<number | null> {
  let nanoseconds = 1_000_000;
  let [said, cluster, last] = [0, 0, -1];
  let others = 0;
  const tracks: WebmTrack[] = [];
  const unknown = newTrack();
  for (let elements = 0; elements < framesMax; elements += 1) {
    const id = await takeNumber(reader, { keepsMark: true });
    const bytes = id === null ? null : await takeNumber(reader, { keepsMark: false });
    if (id === null || bytes === null) break;
    if (elements % elementsPerTurn === 0) await turn();
    const isBlock = blocks.has(id);
    if (!isBlock) others += 1;
    if (others > othersMax || (isBlock && bytes < blockBytesMin)) return null;
    if (id === trackEntry) tracks.push(newTrack());
    if (tracks.length > tracksMax) return null;
    if (containers.has(id)) continue;
    const read = Math.min(bytes, bytesToRead(id));
    const body = await reader.take(read);
    if (body === null || !(await reader.skip(bytes - read))) break;
    const track = tracks.at(-1) ?? unknown;
    if (id === timestampScale) nanoseconds = unsigned(body) || nanoseconds;
    else if (id === duration) said = body.byteLength === 8 ? body.readDoubleBE() : float(body);
    else if (id === clusterTimestamp) cluster = unsigned(body);
    else if (id === blockDuration) last += unsigned(body);
    else if (id === trackNumber) track.number = unsigned(body);
    else if (id === trackType) track.type = unsigned(body);
    else if (id === codecId) track.codec = body.toString("latin1");
    else if (id === codecPrivate) track.codecPrivate = Buffer.from(body);
    else if (isBlock) {
      const block = readBlock(body);
      const of = tracks.find(({ number }) => number === block.track) ?? unknown;
      if (!addBlock(of, block.packet, block)) return null;
      last = Math.max(last, cluster + block.offset);
    }
  }
  if (last < 0) return null;
  const stated = (Math.max(said, last) * nanoseconds) / 1e9;
  const least = [unknown, ...tracks].map(secondsAtLeast);
  if (least.includes(null)) return null;
  const longest = Math.max(...least.map((seconds) => seconds ?? 0));
  return (longest > stated + paddingSeconds ? longest : stated) * 1_000;
}

function bytesToRead(id: number): number {
  if (blocks.has(id)) return blockHeadBytes;
  if (id === codecPrivate) return codecBytesMax;
  if (id === codecId) return 32;
  const numbers = [
    timestampScale,
    duration,
    clusterTimestamp,
    blockDuration,
    trackNumber,
    trackType,
  ];
  return numbers.includes(id) ? 8 : 0;
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

/**
 * Reads the head of a block (RFC 9559, section 10): the number of its track, its time relative to the cluster,
 * flags, and the first bytes of its packet.
 */
function readBlock(head: Buffer): {
  readonly track: number;
  readonly offset: number;
  readonly isLaced: boolean;
  readonly packet: Buffer;
} {
  const place = Math.clz32(head[0] ?? 0) - 23;
  const track = unsigned(head.subarray(0, place)) - 2 ** (7 * place);
  const isWhole = place + 3 <= head.byteLength;
  return {
    track,
    offset: isWhole ? head.readInt16BE(place) : 0,
    isLaced: ((head[place + 2] ?? 0) & 6) !== 0,
    packet: head.subarray(place + 3),
  };
}
