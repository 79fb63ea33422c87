import { crc32, inflateSync } from "node:zlib";

import { type FileReader, UnreadableFile } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { addToXmp, buildXmp, statesSourceType, xmpBytesMax } from "./xmp.ts";

const signatureBytes = 8;
/** Length, type and checksum of a chunk. */
const frameBytes = 12;
const headerEnd = signatureBytes + frameBytes + 13;
const keyword = Buffer.from("XML:com.adobe.xmp\0", "latin1");
/** Keyword, uncompressed, no language, no translated keyword. */
const textHead = Buffer.concat([keyword, Buffer.from("\0\0\0\0", "latin1")]);

interface Chunk {
  readonly type: string;
  readonly at: number;
  readonly length: number;
}

/**
 * XMP is an `iTXt` chunk after `IHDR`, which some programs write as `zTXt`; C2PA is a `caBX` chunk.
 */
export async function markPng(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  const first = await readChunk(file, signatureBytes);
  if (first.type !== "IHDR" || first.length !== 13) throw new UnreadableFile("no header");
  let xmp: Chunk | null = null;
  for (let at = headerEnd; at < file.size;) {
    const chunk = await readChunk(file, at);
    if (chunk.type === "caBX") return { found: "c2pa" };
    if (xmp === null && (await isXmp(file, chunk))) xmp = chunk;
    if (chunk.type === "IEND") break;
    at += chunk.length + frameBytes;
  }
  if (xmp !== null) return editChunk(file, xmp, facts);
  return { edits: [{ at: headerEnd, remove: 0, insert: textChunk(buildXmp(facts)) }] };
}

async function readChunk(file: FileReader, at: number): Promise<Chunk> {
  const header = await file.bytes(at, 8);
  const length = header.readUInt32BE(0);
  if (at + length + frameBytes > file.size) throw new UnreadableFile("a chunk is cut");
  return { type: header.toString("latin1", 4, 8), at, length };
}

async function isXmp(file: FileReader, { type, at, length }: Chunk): Promise<boolean> {
  if ((type !== "iTXt" && type !== "zTXt") || length < keyword.byteLength) return false;
  return (await file.bytes(at + 8, keyword.byteLength)).equals(keyword);
}

async function editChunk(file: FileReader, chunk: Chunk, facts: MarkFacts): Promise<FormatPlan> {
  const { type, at, length } = chunk;
  if (length > xmpBytesMax) return { unmarked: "foreign_metadata" };
  const packet = readPacket(type, await file.bytes(at + 8, length));
  if (packet === null) return { unmarked: "foreign_metadata" };
  if (statesSourceType(packet)) return { found: "iptc" };
  const edited = addToXmp(packet, facts);
  if (edited === null) return { unmarked: "foreign_metadata" };
  return { edits: [{ at, remove: length + frameBytes, insert: textChunk(edited) }] };
}

/** Null for text with a language or a translated keyword, and for what cannot be decompressed. */
function readPacket(type: string, data: Buffer): Buffer | null {
  if (type === "zTXt") return inflate(data.subarray(keyword.byteLength + 1));
  const [flag, method, ...ends] = data.subarray(keyword.byteLength, textHead.byteLength);
  if (method !== 0 || ends.length !== 2 || ends.some((byte) => byte !== 0)) return null;
  const text = data.subarray(textHead.byteLength);
  return flag === 0 ? text : inflate(text);
}

function inflate(compressed: Uint8Array): Buffer | null {
  try {
    return inflateSync(compressed, { maxOutputLength: xmpBytesMax });
  } catch {
    return null;
  }
}

function textChunk(packet: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from("iTXt", "latin1"), textHead, packet]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.byteLength - 4);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
