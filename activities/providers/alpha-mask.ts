import { crc32, deflateSync, inflateSync } from "node:zlib";

import { AppError } from "#domain/errors.ts";

/** Pixels of the largest mask that is converted: what the largest picture of any provider has. */
const pixelsMax = 64 * 1024 * 1024;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colorType: number;
}

/** How many samples a pixel has, by PNG colour type. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * A mask of ours, whose white pixels mark the area to change, as one whose transparent pixels do.
 * Reads PNG as written by everybody (W3C PNG, third edition; not interlaced, up to 8 bits a sample).
 * Throws `input_invalid`.
 */
export function toAlphaMask(png: Buffer): Buffer {
  return repaint(png, (light) => 255 - light);
}

/** The same as one whose black pixels mark the area to change. Throws `input_invalid`. */
export function toBlackMask(png: Buffer): Buffer {
  return repaint(png, (light) => (255 - light) * 0x01_01_01_00 + 0xff);
}

/** `paint` makes a pixel, as 0xRRGGBBAA, of how light one is. */
function repaint(png: Buffer, paint: (light: number) => number): Buffer {
  const { header, palette, data } = readChunks(png);
  const rows = unfilter(data, header);
  const { width, height } = header;
  const stride = 1 + width * 4;
  const out = Buffer.alloc(stride * height);
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x += 1) {
      out.writeUInt32BE(paint(lightness(row, x, header, palette)), y * stride + 1 + x * 4);
    }
  }
  return writePng(width, height, out);
}

function readChunks(png: Buffer): { header: Header; palette: Buffer; data: Buffer } {
  const chunks = listChunks(png);
  const head = chunks.find(({ type }) => type === "IHDR")?.data;
  if (head === undefined || head.byteLength < 13) throw invalid("it is no PNG");
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const [depth = 0, colorType = 0, , , interlace] = head.subarray(8);
  const isKnown = samplesOf[colorType] !== undefined && depth > 0 && depth <= 8;
  if (!isKnown || interlace !== 0) throw invalid("save it as a plain PNG of 8 bits");
  if (width * height > pixelsMax || width * height === 0) throw invalid("its size is not possible");
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === "IDAT" ? [data] : [])));
  const header = { width, height, depth, colorType };
  try {
    const bytesMax = (rowBytes(header) + 1) * height;
    const data = inflateSync(packed, { maxOutputLength: bytesMax + 1 });
    if (data.byteLength < bytesMax) throw invalid("it ends too early");
    const palette = chunks.find(({ type }) => type === "PLTE")?.data ?? Buffer.alloc(0);
    return { header, palette, data };
  } catch (error) {
    throw error instanceof AppError ? error : invalid("it is damaged");
  }
}

function listChunks(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  let offset = 8;
  while (offset + 12 <= png.byteLength) {
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

/** PNG filters, section 9 of the specification. */
function unfilter(data: Buffer, header: Header): Buffer[] {
  const bytes = rowBytes(header);
  const step = Math.max(1, (header.depth * (samplesOf[header.colorType] ?? 1)) >> 3);
  const rows: Buffer[] = [];
  let above: Buffer = Buffer.alloc(bytes);
  for (let y = 0; y < header.height; y += 1) {
    const start = y * (bytes + 1);
    const filter = data[start] ?? 0;
    const row = Buffer.from(data.subarray(start + 1, start + 1 + bytes));
    for (let x = 0; x < bytes; x += 1) {
      const left = x < step ? 0 : (row[x - step] ?? 0);
      const corner = x < step ? 0 : (above[x - step] ?? 0);
      row[x] = ((row[x] ?? 0) + predict(filter, left, above[x] ?? 0, corner)) & 0xff;
    }
    rows.push(row);
    above = row;
  }
  return rows;
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

/** 0 black or transparent, 255 white. */
function lightness(row: Buffer, x: number, header: Header, palette: Buffer): number {
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
      const sample = (at((x * depth) >> 3) >> (8 - depth - ((x * depth) & 7))) & ((1 << depth) - 1);
      if (colorType === 0) return Math.round((sample * 255) / ((1 << depth) - 1));
      const color = palette.subarray(sample * 3, sample * 3 + 3);
      return mean(color[0] ?? 0, color[1] ?? 0, color[2] ?? 0);
    }
  }
}

function mean(red: number, green: number, blue: number): number {
  return Math.round((red + green + blue) / 3);
}

function writePng(width: number, height: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(rows)),
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
