import { Buffer } from "node:buffer";

import type { Size } from "#domain/requests/sizes.ts";

import type { MediaFile } from "./media-length.ts";

/** Profiles and previews precede the size in a JPEG; no valid head is longer than this. */
const headBytesMax = 1024 * 1024;

/**
 * Reads the stored pixel size of a PNG, JPEG, WebP or GIF, ignoring its orientation. Null for other types and
 * for files that end too early. Reads no more than needed.
 */
export async function pictureSize(file: Pick<MediaFile, "open">): Promise<Size | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let enoughBytes = 0;
  for await (const chunk of file.open()) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    // Parsed again only after the bytes have doubled, so that many small chunks cost no more than a few large
    // ones.
    if (bytes < enoughBytes) continue;
    enoughBytes = 2 * bytes;
    const size = sizeIn(Buffer.concat(chunks));
    if (size !== null || bytes > headBytesMax) return size;
  }
  return sizeIn(Buffer.concat(chunks));
}

function sizeIn(head: Buffer): Size | null {
  try {
    const { width, height } = readSize(head) ?? { width: 0, height: 0 };
    return width > 0 && height > 0 ? { width, height } : null;
  } catch (error) {
    // Read past the end: more bytes are needed.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSize(head: Buffer): Size | null {
  if (head.toString("latin1", 1, 4) === "PNG") {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  }
  if (head.toString("latin1", 0, 3) === "GIF") {
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  }
  if (head.toString("latin1", 8, 12) === "WEBP") return readWebp(head);
  return head.readUInt16BE(0) === 0xff_d8 ? readJpeg(head) : null;
}

/** RFC 9649: one of three chunks comes first. */
function readWebp(head: Buffer): Size | null {
  switch (head.toString("latin1", 12, 16)) {
    case "VP8X":
      return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
    case "VP8L": {
      const bits = head.readUInt32LE(21);
      return { width: (bits & 0x3f_ff) + 1, height: ((bits >> 14) & 0x3f_ff) + 1 };
    }
    case "VP8 ":
      return { width: head.readUInt16LE(26) & 0x3f_ff, height: head.readUInt16LE(28) & 0x3f_ff };
    default:
      return null;
  }
}

/** ITU T.81, annex B: segments with their lengths, until the one that begins a frame. */
function readJpeg(head: Buffer): Size | null {
  let place = 2;
  for (;;) {
    if (head.readUInt8(place) !== 0xff) return null;
    const marker = head.readUInt8(place + 1);
    if (marker === 0xff) {
      place += 1;
      continue;
    }
    if (isFrame(marker)) {
      return { width: head.readUInt16BE(place + 7), height: head.readUInt16BE(place + 5) };
    }
    place += 2 + head.readUInt16BE(place + 2);
  }
}

function isFrame(marker: number): boolean {
  const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc;
  return marker >= 0xc0 && marker <= 0xcf && !isTable;
}
