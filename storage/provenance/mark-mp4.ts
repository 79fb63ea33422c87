import { type FileReader, UnreadableFile } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { addToXmp, buildXmp, statesSourceType, xmpBytesMax } from "./xmp.ts";

const xmpId = Buffer.from("be7acfcb97a942e89c71999491e3afac", "hex");
const c2paId = Buffer.from("d8fec3d61b0e483c92975828877ec481", "hex");
const idBytes = 16;
const smallBoxMax = 0xffff_ffff;

/** Boxes of ISO base media files: XMP and C2PA are `uuid` boxes at the top level. */
export async function markMp4(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  // The index of a fragmented file must stay the last box.
  let insertAt = file.size;
  let xmp: PlacedBox | null = null;
  let isOpen = false;
  for (let at = 0; at < file.size;) {
    const box = await readBox(file, at);
    if (box.type === "mfra" && at + box.length === file.size) insertAt = at;
    if (box.type === "uuid") {
      const id = await file.bytes(at + box.headerBytes, idBytes);
      if (id.equals(c2paId)) return { found: "c2pa" };
      if (id.equals(xmpId)) xmp ??= { at, ...box };
    }
    isOpen = box.isOpen;
    at += box.length;
  }
  if (xmp !== null) return editBox(file, xmp, facts);
  // A box without a length ends with the file, so nothing can follow.
  if (isOpen) return { unmarked: "no_place_for_mark" };
  return { edits: [{ at: insertAt, remove: 0, insert: uuidBox(buildXmp(facts)) }] };
}

interface Box {
  readonly type: string;
  readonly length: number;
  readonly headerBytes: number;
  readonly isOpen: boolean;
}

interface PlacedBox extends Box {
  readonly at: number;
}

async function readBox(file: FileReader, at: number): Promise<Box> {
  const header = await file.bytes(at, 8);
  const short = header.readUInt32BE(0);
  const type = header.toString("latin1", 4, 8);
  if (short === 0) return { type, length: file.size - at, headerBytes: 8, isOpen: true };
  const headerBytes = short === 1 ? 16 : 8;
  const length = short === 1 ? Number((await file.bytes(at + 8, 8)).readBigUInt64BE(0)) : short;
  if (length < headerBytes || at + length > file.size) throw new UnreadableFile("a box is cut");
  return { type, length, headerBytes, isOpen: false };
}

/** A box in the middle may precede media, whose offsets must not change, so only the last one is edited. */
async function editBox(
  file: FileReader,
  { at, length, headerBytes, isOpen }: PlacedBox,
  facts: MarkFacts,
): Promise<FormatPlan> {
  const start = headerBytes + idBytes;
  if (length > xmpBytesMax || length < start) return { unmarked: "foreign_metadata" };
  const packet = await file.bytes(at + start, length - start);
  if (statesSourceType(packet)) return { found: "iptc" };
  const edited = addToXmp(packet, facts);
  if (edited === null || isOpen || at + length !== file.size)
    return { unmarked: "foreign_metadata" };
  return { edits: [{ at, remove: length, insert: uuidBox(edited) }] };
}

function uuidBox(packet: Uint8Array): Buffer {
  const length = 8 + idBytes + packet.byteLength;
  if (length > smallBoxMax) throw new UnreadableFile("the packet is too large");
  const header = Buffer.alloc(8);
  header.writeUInt32BE(length, 0);
  header.write("uuid", 4, "latin1");
  return Buffer.concat([header, xmpId, packet]);
}
