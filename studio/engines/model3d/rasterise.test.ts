import { expect, test } from "vitest";

import { createFrame, type Projection, rasterise } from "./rasterise.ts";

const size = 40;
/** Points of the tests are points of the image. */
const flat: Projection = { perspective: false, toPicture: (x, y, z) => [x, y, z] };

type Point = readonly [number, number];

/** The indices of the pixels that a triangle covers. */
function draw(corners: readonly Point[]): number[] {
  const pixels: number[] = [];
  const positions = Float32Array.from(corners.flatMap(([x, y]) => [x, y, 1]));
  rasterise(positions, Uint32Array.of(0, 1, 2), flat, createFrame(size, size), (pixel) =>
    pixels.push(pixel),
  );
  return pixels;
}

/** Asks for each pixel whether its centre is on the same side of all three edges. */
function findCovered([a, b, c]: readonly [Point, Point, Point]): number[] {
  const side = (from: Point, to: Point, x: number, y: number) =>
    Math.sign((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
  return Array.from({ length: size * size }, (_, pixel) => pixel).filter((pixel) => {
    const [x, y] = [(pixel % size) + 0.5, Math.floor(pixel / size) + 0.5];
    return Math.abs(side(a, b, x, y) + side(b, c, x, y) + side(c, a, x, y)) === 3;
  });
}

test.each<[string, [Point, Point, Point]]>([
  [
    "upright",
    [
      [20.1, 3.2],
      [36.3, 33.7],
      [4.4, 30.9],
    ],
  ],
  [
    "thin and diagonal",
    [
      [1.3, 2.1],
      [38.7, 36.2],
      [37.1, 37.9],
    ],
  ],
  [
    "thin and diagonal the other way",
    [
      [38.4, 1.2],
      [2.3, 37.8],
      [3.9, 38.1],
    ],
  ],
  [
    "of one row",
    [
      [2.2, 10.3],
      [37.9, 10.7],
      [20.3, 10.4],
    ],
  ],
  [
    "with a level edge",
    [
      [5.25, 8],
      [30.75, 8],
      [12.3, 29.3],
    ],
  ],
  [
    "with an upright edge",
    [
      [9, 5.3],
      [9, 35.2],
      [31.4, 17.9],
    ],
  ],
  [
    "mostly outside the image",
    [
      [-300.3, -20.7],
      [55.2, 12.4],
      [13.7, 280.1],
    ],
  ],
  [
    "around the image",
    [
      [-90.3, -80.1],
      [140.6, -70.2],
      [20.4, 190.7],
    ],
  ],
])(
  "a triangle %s covers the pixels whose centres it contains, in either order of its corners",
  (_name, [a, b, c]) => {
    const covered = findCovered([a, b, c]);

    expect(covered.length).toBeGreaterThan(0);
    expect(draw([a, b, c])).toEqual(covered);
    expect(draw([c, b, a])).toEqual(covered);
  },
);
