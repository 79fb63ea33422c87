import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32, createDeflate, createInflate } from "node:zlib";

import { AppError } from "#domain/errors.ts";
import { isMaskSize } from "#domain/requests/sizes.ts";

/** Encoders write a chunk for each 8 KiB or more; a mask of 50 MB has some 6,000. */
const chunksMax = 10_000;
/** Pixels converted before other work runs. Their output fills the compressor's buffer. */
const pixelsPerTurn = 16_384;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
}

/** Number of samples of a pixel, by PNG color type. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Converts a mask whose white pixels mark the area to change into one whose transparent pixels do.
 * Reads PNG (W3C PNG, third edition; not interlaced, up to 8 bits a sample).
 * Works in slices and keeps two rows, so that no mask blocks the process or fills its memory.
 * Throws `input_invalid`, and `input_too_large` for more pixels than a mask may have.
 */
export async function toAlphaMask(png: Buffer): Promise<Buffer> {
  return repaint(png, (light) => 255 - light);
}

/** Converts the same mask into one whose black pixels mark the area to change. Throws the same errors. */
export async function toBlackMask(png: Buffer): Promise<Buffer> {
  return repaint(png, (light) => (255 - light) * 0x01_01_01_00 + 0xff);
}

/**
 * Converts a mask whose transparent pixels mark the area to change into one whose white pixels do. Throws the same
 * errors, and `input_invalid` for a mask that has no transparency: its area is unknown.
 */
export async function toWhiteMask(png: Buffer): Promise<Buffer> {
  const { header, transparencies } = readChunks(png);
  if (header.colorType !== 4 && header.colorType !== 6 && transparencies === null) {
    throw invalid("it has no transparent pixels");
  }
  return repaint(png, (light) => light * 0x01_01_01_00 + 0xff, transparency);
}

/** Reads one number of each pixel, 0 to 255. */
type ReadPixel = (row: Buffer, x: number, header: Header, chunks: Chunks) => number;

/** Converts a mask pixel by pixel. `paint` maps what `read` finds, by default the lightness, to 0xRRGGBBAA. */
async function repaint(
  png: Buffer,
  paint: (value: number) => number,
  read: ReadPixel = lightness,
): Promise<Buffer> {
  const chunks = readChunks(png);
  const { header, packed } = chunks;
  const { width, height } = header;
  async function* repaintRows(): AsyncGenerator<Buffer> {
    for await (const rows of readRows(packed, header)) {
      const out = Buffer.alloc(rows.length * (1 + width * 4));
      let place = 0;
      for (const row of rows) {
        place += 1;
        for (let x = 0; x < width; x += 1) {
          out.writeUInt32BE(paint(read(row, x, header, chunks)), place);
          place += 4;
        }
      }
      yield out;
    }
  }
  const rows = Readable.from(repaintRows());
  const deflate = createDeflate();
  rows.on("error", (error) => deflate.destroy(error));
  return writePng(width, height, await buffer(rows.pipe(deflate)));
}

interface Chunks {
  readonly header: Header;
  readonly palette: Buffer;
  /** Alpha of the colors of the palette; null without one. */
  readonly transparencies: Buffer | null;
  readonly packed: readonly Buffer[];
}

function readChunks(png: Buffer): Chunks {
  const chunks = listChunks(png);
  const head = chunks.find(({ type }) => type === "IHDR")?.data;
  if (head === undefined || head.byteLength < 13) throw invalid("it is no PNG");
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, colorType = 0, , , interlace] = head.subarray(8);
  const isKnown = samplesOf[colorType] !== undefined && [1, 2, 4, 8].includes(depth);
  if (!isKnown || interlace !== 0) throw invalid("save it as a plain PNG of 8 bits");
  if (width * height === 0) throw invalid("its size is not possible");
  if (!isMaskSize({ width, height })) {
    throw new AppError("input_too_large", {
      message: "The mask has too many pixels.",
      details: { kind: "mask", width, height },
    });
  }
  const packed = chunks.flatMap(({ type, data }) => (type === "IDAT" ? [data] : []));
  const palette = chunks.find(({ type }) => type === "PLTE")?.data ?? Buffer.alloc(0);
  const alpha = chunks.find(({ type }) => type === "tRNS")?.data ?? null;
  return {
    header: { width, height, depth, colorType },
    palette,
    transparencies: colorType === 3 ? alpha : null,
    packed,
  };
}

function listChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  let offset = 8;
  while (offset + 12 <= png.byteLength && chunks.length < chunksMax) {
    const length = png.readUInt32BE(offset);
    const type = png.toString("latin1", offset + 4, offset + 8);
    chunks.push({ type, data: png.subarray(offset + 8, offset + 8 + length) });
    offset += 12 + length;
  }
  return chunks;
}

function rowBytes({ width, depth, colorType }: Header): number {
  return Math.ceil((width * depth * (samplesOf[colorType] ?? 1)) / 8);
}

/** Yields unfiltered rows, a few at a time, until the last row. Rows are valid until the next yield. */
async function* readRows(packed: readonly Buffer[], header: Header): AsyncGenerator<Buffer[]> {
  const bytes = rowBytes(header) + 1;
  let missing = header.height;
  let above: Buffer = Buffer.alloc(bytes - 1);
  let rest = Buffer.alloc(0);
  try {
    const pieces: AsyncIterable<Buffer> = Readable.from(packed).pipe(createInflate());
    for await (const piece of pieces) {
      const data = Buffer.concat([rest, piece]);
      let rows: Buffer[] = [];
      let place = 0;
      for (; missing > 0 && place + bytes <= data.byteLength; place += bytes) {
        const row = data.subarray(place + 1, place + bytes);
        unfilter(row, above, data[place] ?? 0, header);
        rows.push(row);
        above = row;
        missing -= 1;
        if (rows.length * header.width >= pixelsPerTurn) {
          yield rows;
          rows = [];
        }
      }
      rest = data.subarray(place);
      if (rows.length > 0) yield rows;
      // Data after the last row is not read: its amount is not limited.
      if (missing === 0) return;
    }
  } catch {
    throw invalid("it is damaged");
  }
  throw invalid("it ends too early");
}

/** PNG filters (PNG specification, section 9). */
function unfilter(row: Buffer, above: Buffer, filter: number, header: Header): void {
  if (filter === 0) return;
  const step = Math.max(1, (header.depth * (samplesOf[header.colorType] ?? 1)) >> 3);
  for (let x = 0; x < row.byteLength; x += 1) {
    const left = x < step ? 0 : (row[x - step] ?? 0);
    const corner = x < step ? 0 : (above[x - step] ?? 0);
    row[x] = ((row[x] ?? 0) + predict(filter, left, above[x] ?? 0, corner)) & 0xff;
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4:
      return paeth(left, up, corner);
    default:
      return 0;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Returns the lightness of a pixel: 0 for black or transparent, 255 for white. */
function lightness(row: Buffer, x: number, header: Header, { palette }: Chunks): number {
  const { colorType, depth } = header;
  const at = (index: number) => row[index] ?? 0;
  switch (colorType) {
    case 2:
      return mean(at(x * 3), at(x * 3 + 1), at(x * 3 + 2));
    case 4:
      return Math.round((at(x * 2) * at(x * 2 + 1)) / 255);
    case 6: {
      const light = mean(at(x * 4), at(x * 4 + 1), at(x * 4 + 2));
      return Math.round((light * at(x * 4 + 3)) / 255);
    }
    default: {
      const sample = sampleAt(row, x, depth);
      if (colorType === 0) return Math.round((sample * 255) / ((1 << depth) - 1));
      const color = palette.subarray(sample * 3, sample * 3 + 3);
      return mean(color[0] ?? 0, color[1] ?? 0, color[2] ?? 0);
    }
  }
}

/** Returns the transparency of a pixel: 0 for opaque, 255 for transparent. */
function transparency(row: Buffer, x: number, header: Header, { transparencies }: Chunks): number {
  const { colorType, depth } = header;
  if (colorType === 4) return 255 - (row[x * 2 + 1] ?? 0);
  if (colorType === 6) return 255 - (row[x * 4 + 3] ?? 0);
  // Colors after the end of the list are opaque.
  return 255 - (transparencies?.[sampleAt(row, x, depth)] ?? 255);
}

/** Sample of a pixel that has one sample, of 1, 2, 4 or 8 bits. */
function sampleAt(row: Buffer, x: number, depth: number): number {
  const byte = row[(x * depth) >> 3] ?? 0;
  return (byte >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
}

function mean(red: number, green: number, blue: number): number {
  return Math.round((red + green + blue) / 3);
}

function writePng(width: number, height: number, packed: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", packed),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function invalid(reason: string): AppError {
  return new AppError("input_invalid", {
    message: `The mask cannot be used: ${reason}.`,
    details: { kind: "mask", reason },
  });
}
