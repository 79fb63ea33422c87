import { expect, test } from "vitest";

import { readPeaks } from "./read-peaks.ts";

const encode = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));

test("each part of a waveform is the loudest of its peaks", () => {
  expect(readPeaks(encode(0, 255, 51, 0), 2)).toEqual([1, 0.2]);
});

test("a short recording has fewer parts, a silent one none that is heard", () => {
  expect(readPeaks(encode(0, 0), 100)).toEqual([0, 0]);
  expect(readPeaks("", 100)).toEqual([]);
});
