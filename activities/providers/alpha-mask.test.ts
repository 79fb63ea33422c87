import { inflateSync } from "node:zlib";

import { expect, test } from "vitest";

import { toAlphaMask, toBlackMask } from "./alpha-mask.ts";

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

function alphasOf(base64: string): number[] {
  return samplesOf(toAlphaMask(Buffer.from(base64, "base64")), 3);
}

/** One of the four samples of each pixel. */
function samplesOf(png: Buffer, sample: number): number[] {
  const pixels = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)));
  return Array.from(
    { length: 8 },
    (_, at) => pixels[(at >> 2) * 17 + 1 + (at & 3) * 4 + sample] ?? -1,
  );
}

test.each(Object.entries(masks))(
  "in %s, white becomes transparent and black stays",
  (_, base64) => {
    expect(alphasOf(base64)).toEqual([0, 255, 0, 0, 255, 255, 127, 255]);
  },
);

test.each(Object.entries(masks))("in %s, white becomes black and black white", (_, base64) => {
  const png = toBlackMask(Buffer.from(base64, "base64"));

  for (const sample of [0, 1, 2]) {
    expect(samplesOf(png, sample)).toEqual([0, 255, 0, 0, 255, 255, 127, 255]);
  }
  expect(samplesOf(png, 3)).toEqual(Array.from({ length: 8 }, () => 255));
});

test("one bit a pixel is enough", () => {
  expect(alphasOf(oneBit)).toEqual([0, 255, 0, 0, 255, 255, 255, 255]);
});

test.each([
  ["nothing", ""],
  ["a text", Buffer.from("not a picture at all, only words").toString("base64")],
  ["half a picture", masks.colour.slice(0, 80)],
])("%s is refused", (_, base64) => {
  expect(() => toAlphaMask(Buffer.from(base64, "base64"))).toThrow(
    expect.objectContaining({ code: "input_invalid" }),
  );
});
