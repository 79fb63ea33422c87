import { expect, test } from "vitest";

import type { Raster } from "#studio/engines/raster.ts";
import { readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";

import { applyStyle, styleNames } from "./styles.ts";
import { applyTone, readTones } from "./tones.ts";

const [width, height] = [48, 32];
const picture: Raster = {
  width,
  height,
  rgb: Uint8Array.from(
    { length: width * height * 3 },
    (_, index) => (index * 37 + (index >> 5) * 11) % 256,
  ),
  alpha: null,
};

test.each(styleNames)("%s changes the image deterministically", (style) => {
  const first = applyStyle(picture, style, { strength: 1, seed: 9 });
  const second = applyStyle(picture, style, { strength: 1, seed: 9 });

  expect(first.rgb).toEqual(second.rgb);
  expect(first.rgb).not.toEqual(picture.rgb);
});

test("strength 0 changes no byte", () => {
  expect(applyStyle(picture, "oil", { strength: 0, seed: 9 }).rgb).toEqual(picture.rgb);
});

test("reads words for light and colour as tones in a fixed order", () => {
  const text = "make it warmer and vivid, at sunset, in blue";

  expect(readTones(text, readPrompt(text)).map(({ kind }) => kind)).toEqual([
    "sunset",
    "warm",
    "vivid",
    "color",
  ]);
});

test("the negative of a negative equals the original image", () => {
  const negative = applyTone(picture, { kind: "negative" }, 1);

  expect(applyTone(negative, { kind: "negative" }, 1).rgb).toEqual(picture.rgb);
});
