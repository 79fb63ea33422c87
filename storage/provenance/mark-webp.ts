import type { Edit } from "./edits.ts";
import { type FileReader, UnreadableFile } from "./file-reader.ts";
import type { FormatPlan, MarkFacts } from "./mark.ts";
import { appendChunk, listChunks, replaceChunk, riffChunk, type RiffChunk } from "./riff.ts";
import { addToXmp, buildXmp, statesSourceType, xmpBytesMax } from "./xmp.ts";

/** Bits of the flags of `VP8X`. */
const xmpFlag = 0x04;
const alphaFlag = 0x10;
const firstChunkAt = 12;

/** XMP is the chunk `XMP `, which `VP8X` announces; C2PA is the chunk `C2PA`. */
export async function markWebp(file: FileReader, facts: MarkFacts): Promise<FormatPlan> {
  const chunks = await listChunks(file);
  if (chunks.some(({ type }) => type === "C2PA")) return { found: "c2pa" };
  const known = chunks.find(({ type }) => type === "XMP ");
  if (known !== undefined) return editPacket(file, known, facts);
  const [first] = chunks;
  if (first === undefined) throw new UnreadableFile("the file has no image");
  const header = await announceXmp(file, first);
  const edits = await appendChunk(file, riffChunk("XMP ", buildXmp(facts)), [header]);
  return edits === null ? { unmarked: "file_too_large" } : { edits };
}

async function editPacket(
  file: FileReader,
  known: RiffChunk,
  facts: MarkFacts,
): Promise<FormatPlan> {
  if (known.length > xmpBytesMax) return { unmarked: "foreign_metadata" };
  const packet = await file.bytes(known.at + 8, known.length);
  if (statesSourceType(packet)) return { found: "iptc" };
  const edited = addToXmp(packet, facts);
  if (edited === null) return { unmarked: "foreign_metadata" };
  const edits = await replaceChunk(file, known, edited);
  return edits === null ? { unmarked: "file_too_large" } : { edits };
}

/** Sets the flag in `VP8X`, or adds that chunk to a file in the simple format. */
async function announceXmp(file: FileReader, first: RiffChunk): Promise<Edit> {
  if (first.type === "VP8X") {
    const flagsAt = first.at + 8;
    const [flags = 0] = await file.bytes(flagsAt, 1);
    return { at: flagsAt, remove: 1, insert: Buffer.from([flags | xmpFlag]) };
  }
  const { width, height, hasAlpha } = await readCanvas(file, first);
  const data = Buffer.alloc(10);
  data.writeUInt8(xmpFlag | (hasAlpha ? alphaFlag : 0), 0);
  data.writeUIntLE(width - 1, 4, 3);
  data.writeUIntLE(height - 1, 7, 3);
  return { at: firstChunkAt, remove: 0, insert: riffChunk("VP8X", data) };
}

/** Size of an image in the simple format (RFC 9649, 2.5 and 2.6; RFC 6386, 9.1). */
async function readCanvas(
  file: FileReader,
  { type, at }: RiffChunk,
): Promise<{ width: number; height: number; hasAlpha: boolean }> {
  const data = at + 8;
  if (type === "VP8L") {
    const bytes = await file.bytes(data, 5);
    if (bytes.readUInt8(0) !== 0x2f) throw new UnreadableFile("the image has no signature");
    const bits = bytes.readUInt32LE(1);
    return {
      width: (bits & 0x3fff) + 1,
      height: ((bits >>> 14) & 0x3fff) + 1,
      hasAlpha: ((bits >>> 28) & 1) === 1,
    };
  }
  if (type !== "VP8 ") throw new UnreadableFile("the first chunk is no image");
  const bytes = await file.bytes(data, 10);
  if (bytes.readUIntBE(3, 3) !== 0x9d012a) throw new UnreadableFile("the image has no start code");
  const [width, height] = [bytes.readUInt16LE(6) & 0x3fff, bytes.readUInt16LE(8) & 0x3fff];
  if (width === 0 || height === 0) throw new UnreadableFile("the image has no size");
  return { width, height, hasAlpha: false };
}
