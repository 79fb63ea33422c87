import { type FileReader, UnreadableFile } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { addToXmp, buildXmp, statesSourceType, xmpBytesMax } from "./xmp.ts";

const headerBytes = 10;
/** Largest tag that is read; covers are the largest frames. */
const tagBytesMax = 33_554_432;
/** Unsynchronisation, extended header, experimental, footer: forms of a tag that hardly any program writes. */
const unusualFlags = 0xf0;
const owner = Buffer.from("XMP\0", "latin1");
/** Media type of a manifest, and the one that early programs have written. */
const c2paTypes = ["application/c2pa\0", "application/x-c2pa-manifest-store\0"] as const;

/** XMP is a `PRIV` frame of ID3v2 with the owner `XMP`; C2PA is a `GEOB` frame. */
export async function markMp3(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  if ((await file.bytes(0, 3)).toString("latin1") !== "ID3") {
    return { edits: [{ at: 0, remove: 0, insert: newTag(buildXmp(facts)) }] };
  }
  const start = await file.bytes(0, headerBytes);
  const version = start.readUInt8(3);
  const flags = start.readUInt8(5);
  const size = readSyncSafe(start, 6);
  if ((version !== 3 && version !== 4) || (flags & unusualFlags) !== 0) {
    return { unmarked: "foreign_metadata" };
  }
  if (headerBytes + size > file.size) throw new UnreadableFile("the tag is cut");
  if (size > tagBytesMax) return { unmarked: "foreign_metadata" };
  return editTag(file, { version, size }, facts);
}

interface Tag {
  readonly version: number;
  readonly size: number;
}

async function editTag(file: FileReader, tag: Tag, facts: MarkFacts): Promise<FormatPlan> {
  const end = headerBytes + tag.size;
  let at = headerBytes;
  let xmp: Frame | null = null;
  while (at + headerBytes <= end) {
    const header = await file.bytes(at, headerBytes);
    // Padding follows the last frame.
    if (header.readUInt8(0) === 0) break;
    const type = header.toString("latin1", 0, 4);
    const length = tag.version === 4 ? readSyncSafe(header, 4) : header.readUInt32BE(4);
    const next = at + headerBytes + length;
    if (next > end) throw new UnreadableFile("a frame is cut");
    if (type === "GEOB" && (await isManifest(file, { at, length }))) return { found: "c2pa" };
    if (type === "PRIV" && (await startsWith(file, { at, length }, owner))) xmp ??= { at, length };
    at = next;
  }
  if (xmp !== null) return editFrame(file, xmp, tag, facts);
  return replace(tag, { at, remove: 0 }, buildXmp(facts));
}

interface Frame {
  readonly at: number;
  readonly length: number;
}

async function editFrame(
  file: FileReader,
  { at, length }: Frame,
  tag: Tag,
  facts: MarkFacts,
): Promise<FormatPlan> {
  if (length > xmpBytesMax) return { unmarked: "foreign_metadata" };
  const data = at + headerBytes + owner.byteLength;
  const packet = await file.bytes(data, length - owner.byteLength);
  if (statesSourceType(packet)) return { found: "iptc" };
  const edited = addToXmp(packet, facts);
  if (edited === null) return { unmarked: "foreign_metadata" };
  return replace(tag, { at, remove: headerBytes + length }, edited);
}

function replace(
  { version, size }: Tag,
  { at, remove }: { readonly at: number; readonly remove: number },
  packet: Uint8Array,
): FormatPlan {
  const insert = frame(version, packet);
  const length = Buffer.alloc(4);
  writeSyncSafe(length, 0, size - remove + insert.byteLength);
  return {
    edits: [
      { at: 6, remove: 4, insert: length },
      { at, remove, insert },
    ],
  };
}

/** The media type follows the encoding of the texts. */
async function isManifest(file: FileReader, { at, length }: Frame): Promise<boolean> {
  const head = await file.bytes(at + headerBytes, Math.min(length, 64));
  const text = head.toString("latin1", 1);
  return c2paTypes.some((type) => text.startsWith(type));
}

async function startsWith(
  file: FileReader,
  { at, length }: Frame,
  bytes: Buffer,
): Promise<boolean> {
  if (length < bytes.byteLength) return false;
  return (await file.bytes(at + headerBytes, bytes.byteLength)).equals(bytes);
}

function newTag(packet: Uint8Array): Buffer {
  const body = frame(3, packet);
  const header = Buffer.alloc(headerBytes);
  header.write("ID3", 0, "latin1");
  header.writeUInt8(3, 3);
  writeSyncSafe(header, 6, body.byteLength);
  return Buffer.concat([header, body]);
}

function frame(version: number, packet: Uint8Array): Buffer {
  const length = owner.byteLength + packet.byteLength;
  const header = Buffer.alloc(headerBytes);
  header.write("PRIV", 0, "latin1");
  if (version === 4) writeSyncSafe(header, 4, length);
  else header.writeUInt32BE(length, 4);
  return Buffer.concat([header, owner, packet]);
}

/** Seven bits in each of four bytes. */
function readSyncSafe(bytes: Buffer, at: number): number {
  return [0, 1, 2, 3].reduce(
    (value, index) => value * 128 + (bytes.readUInt8(at + index) & 127),
    0,
  );
}

function writeSyncSafe(bytes: Buffer, at: number, value: number): void {
  for (const index of [0, 1, 2, 3]) {
    bytes.writeUInt8(Math.floor(value / 128 ** (3 - index)) & 127, at + index);
  }
}
