import type { Edit } from "./edits.ts";
import { type FileReader, UnreadableFile } from "./file-reader.ts";

export interface RiffChunk {
  readonly type: string;
  /** Offset of the type. */
  readonly at: number;
  /** Bytes of the data, without the padding to an even number. */
  readonly length: number;
}

const headerBytes = 12;
const riffBytesMax = 0xffff_ffff;

/** Lists the chunks of a RIFF file. Throws `UnreadableFile` for a size that is unknown or does not fit the file. */
export async function listChunks(file: FileReader): Promise<RiffChunk[]> {
  const size = (await file.bytes(4, 4)).readUInt32LE(0) + 8;
  if (size > file.size || size < headerBytes) throw new UnreadableFile("the RIFF size is wrong");
  const chunks: RiffChunk[] = [];
  for (let at = headerBytes; at + 8 <= size;) {
    const header = await file.bytes(at, 8);
    const length = header.readUInt32LE(4);
    chunks.push({ type: header.toString("latin1", 0, 4), at, length });
    at += 8 + length + (length % 2);
    // The padding of the last chunk may be missing.
    if (at > size + 1) throw new UnreadableFile("a chunk is cut");
  }
  return chunks;
}

export function riffChunk(type: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 0, "latin1");
  header.writeUInt32LE(data.byteLength, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.byteLength % 2)]);
}

/**
 * Appends a chunk and adapts the size of the file. Other edits of the file, sorted, stand between the two. Null when the
 * file gets too large for its size field.
 */
export async function appendChunk(
  file: FileReader,
  chunk: Uint8Array,
  others: readonly Edit[] = [],
): Promise<Edit[] | null> {
  const size = (await file.bytes(4, 4)).readUInt32LE(0) + 8;
  const hasPadding = size % 2 === 1 && file.size > size;
  const end = hasPadding ? size + 1 : size;
  const insert = Buffer.concat([Buffer.alloc(end % 2), chunk]);
  const added = others.reduce(
    (bytes, edit) => bytes + edit.insert.byteLength - edit.remove,
    insert.byteLength,
  );
  if (end + added - 8 > riffBytesMax) return null;
  const field = Buffer.alloc(4);
  field.writeUInt32LE(end + added - 8);
  return [{ at: 4, remove: 4, insert: field }, ...others, { at: end, remove: 0, insert }];
}

/** Replaces the data of a chunk by longer data. Null when the file gets too large. */
export async function replaceChunk(
  file: FileReader,
  { type, at, length }: RiffChunk,
  data: Uint8Array,
): Promise<Edit[] | null> {
  const size = (await file.bytes(4, 4)).readUInt32LE(0);
  const remove = Math.min(8 + length + (length % 2), file.size - at);
  const insert = riffChunk(type, data);
  const next = size - remove + insert.byteLength;
  if (next > riffBytesMax) return null;
  const field = Buffer.alloc(4);
  field.writeUInt32LE(next);
  return [
    { at: 4, remove: 4, insert: field },
    { at, remove, insert },
  ];
}
