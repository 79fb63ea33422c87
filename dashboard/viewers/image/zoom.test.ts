import { expect, test } from "vitest";

import { limitZoom, moveBy, toTransform, wholeImage, zoomAt } from "./zoom.ts";

test("zooming keeps the point under the pointer in its place", () => {
  expect(zoomAt(wholeImage, 2, { x: 0, y: 1 })).toEqual({ scale: 2, x: 0.25, y: 0.75 });
  expect(zoomAt(wholeImage, 4)).toEqual({ scale: 4, x: 0.5, y: 0.5 });
});

test("the seen part never leaves the image, and is never larger than it", () => {
  expect(limitZoom({ scale: 0.1, x: 9, y: -9 })).toEqual(wholeImage);
  expect(moveBy({ scale: 2, x: 0.5, y: 0.5 }, 5, -5)).toEqual({ scale: 2, x: 0.25, y: 0.75 });
  expect(zoomAt(wholeImage, 1_000).scale).toBe(32);
});

test("the whole image is not moved", () => {
  expect(toTransform(wholeImage)).toBe("translate(0%, 0%) scale(1)");
});
