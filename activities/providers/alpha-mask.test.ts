import { deflateSync, inflateSync } from "node:zlib";

import { expect, test } from "vitest";

import { toAlphaMask, toBlackMask, toWhiteMask } from "./alpha-mask.ts";

/** Four by two pixels as libvips writes them: white, black, white, white; black, black, grey, black. */
const masks = {
  grey: "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAAAAABawyK/AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWP4z/D/PwMDQwMDABb0A34b+LIZAAAAAElFTkSuQmCC",
  colour:
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGklEQVQImWP4//8/AwPDfzBggICGhgYGBgYAse8KeDsWH5IAAAAASUVORK5CYII=",
  "white with alpha":
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAHklEQVQImWP8////fwYGBkYGBgYQzcAE5YBAI4gNAJZ/BYNsJbulAAAAAElFTkSuQmCC",
  "a palette":
    "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAMAAABIdo1RAAAACVBMVEX///+AgIAAAAA8XrssAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWNgYGJgYGBiYmQCAAAsAAoM31MQAAAAAElFTkSuQmCC",
};
const oneBit =
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACAQMAAABFZu8gAAAABlBMVEX///8AAABVwtN+AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQImWNwYPgAAAG0ATGRzfdRAAAAAElFTkSuQmCC";

async function alphasOf(base64: string): Promise<number[]> {
  return samplesOf(await toAlphaMask(Buffer.from(base64, "base64")), 3);
}

/** Returns one of the four samples of each pixel. */
function samplesOf(png: Buffer, sample: number): number[] {
  const pixels = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  return Array.from(
    { length: 8 },
    (_, at) => pixels[(at >> 2) * 17 + 1 + (at & 3) * 4 + sample] ?? -1,
  );
}

test.each(Object.entries(masks))(
  "toAlphaMask makes white transparent and keeps black opaque in %s",
  async (_, base64) => {
    expect(await alphasOf(base64)).toEqual([0, 255, 0, 0, 255, 255, 127, 255]);
  },
);

test.each(Object.entries(masks))("toBlackMask swaps black and white in %s", async (_, base64) => {
  const png = await toBlackMask(Buffer.from(base64, "base64"));

  for (const sample of [0, 1, 2]) {
    expect(samplesOf(png, sample)).toEqual([0, 255, 0, 0, 255, 255, 127, 255]);
  }
  expect(samplesOf(png, 3)).toEqual(Array.from({ length: 8 }, () => 255));
});

test("toWhiteMask makes transparent white, and opaque black", async () => {
  const transparent = await toAlphaMask(Buffer.from(masks.grey, "base64"));

  const png = await toWhiteMask(transparent);

  for (const sample of [0, 1, 2]) {
    expect(samplesOf(png, sample)).toEqual([255, 0, 255, 255, 0, 0, 128, 0]);
  }
  expect(samplesOf(png, 3)).toEqual(Array.from({ length: 8 }, () => 255));
});

test("toWhiteMask reads the transparent colours of a palette, and refuses a mask without transparency", async () => {
  const palette = Buffer.from(masks["a palette"], "base64");
  const at = palette.indexOf("IDAT") - 4;
  // Length, type, one colour, which is transparent, and a checksum that is not read.
  const alphas = Buffer.from([0, 0, 0, 1, 0x74, 0x52, 0x4e, 0x53, 0, 0, 0, 0, 0]);
  const marked = Buffer.concat([palette.subarray(0, at), alphas, palette.subarray(at)]);

  expect(samplesOf(await toWhiteMask(marked), 0)).toEqual([255, 0, 255, 255, 0, 0, 0, 0]);
  for (const base64 of [masks.grey, masks.colour, masks["a palette"]]) {
    await expect(toWhiteMask(Buffer.from(base64, "base64"))).rejects.toMatchObject({
      code: "input_invalid",
    });
  }
});

test("reads masks with one bit a pixel", async () => {
  expect(await alphasOf(oneBit)).toEqual([0, 255, 0, 0, 255, 255, 255, 255]);
});

test.each([
  ["nothing", ""],
  ["a text", Buffer.from("not a picture at all, only words").toString("base64")],
  ["half a picture", masks.colour.slice(0, 80)],
])("rejects a mask that is %s", async (_, base64) => {
  await expect(toAlphaMask(Buffer.from(base64, "base64"))).rejects.toThrow(
    expect.objectContaining({ code: "input_invalid" }),
  );
});

/** A gray PNG of zeros, which compresses to about a thousandth. */
function greyPng(width: number, height: number, bytes = (width + 1) * height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.byteLength);
    return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
  };
  return Buffer.concat([
    Buffer.alloc(8),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(bytes))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test.each([
  ["one row of pixels each", 1, 67_108_864],
  ["a very long row", 67_108_864, 1],
  ["more pixels than any model makes", 8_192, 8_191],
  ["four thousand million rows", 1, 4_294_967_295],
])("rejects a mask of %s before it is decompressed", async (_, width, height) => {
  await expect(toAlphaMask(greyPng(width, height, 1_000))).rejects.toThrow(
    expect.objectContaining({ code: "input_too_large" }),
  );
});

test("reads a mask that decompresses to more than its size only to its last row", async () => {
  const png = await toAlphaMask(greyPng(4, 2, 50_000_000));

  expect(samplesOf(png, 3)).toEqual(Array.from({ length: 8 }, () => 255));
});

test("converts a large mask in slices, so that the event loop is not blocked", async () => {
  const png = greyPng(4_096, 4_096);
  const before = process.memoryUsage().rss;
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);

  const converted = await toAlphaMask(png);

  clearInterval(counting);
  expect(converted.readUInt32BE(16)).toBe(4_096);
  expect(turns).toBeGreaterThan(50);
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
});
