import { createCanvas } from "@napi-rs/canvas";

import { letteringFamily } from "#studio/engines/lettering-font.ts";

import type { Point } from "./solid.ts";

/** Pixels of a line's font, and height of a line in metres. */
const fontSize = 96;
const lineMetres = 0.5;
const roundings = 3;

/**
 * Traces the letters of a text: closed outlines in metres, counter-clockwise around letters and
 * clockwise around their holes, centred on x = 0 with the base line near y = 0.
 */
export function outlineText(text: string): Point[][] {
  const measure = createCanvas(8, 8).getContext("2d");
  const font = `bold ${fontSize}px "${letteringFamily}"`;
  measure.font = font;
  const width = Math.ceil(measure.measureText(text).width) + 8;
  const height = Math.ceil(fontSize * 1.4);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.font = font;
  context.textBaseline = "alphabetic";
  context.fillText(text, 4, fontSize);
  const { data } = context.getImageData(0, 0, width, height);
  const isInk = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (data[(y * width + x) * 4 + 3] ?? 0) > 127;

  const scale = lineMetres / fontSize;
  return traceLoops(isInk, width, height).map((loop) =>
    rounded(loop).map(([x, y]): Point => [(x - width / 2) * scale, (fontSize - y) * scale]),
  );
}

/** Follows the edges between ink and paper, with the ink always on the same side. */
function traceLoops(
  isInk: (x: number, y: number) => boolean,
  width: number,
  height: number,
): Point[][] {
  const next = new Map<string, Point[]>();
  const add = (from: Point, to: Point) => {
    const key = from.join();
    next.set(key, [...(next.get(key) ?? []), to]);
  };
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isInk(x, y)) continue;
      if (!isInk(x, y - 1)) add([x + 1, y], [x, y]);
      if (!isInk(x - 1, y)) add([x, y], [x, y + 1]);
      if (!isInk(x, y + 1)) add([x, y + 1], [x + 1, y + 1]);
      if (!isInk(x + 1, y)) add([x + 1, y + 1], [x + 1, y]);
    }
  }
  const loops: Point[][] = [];
  for (const [key, ends] of next) {
    while (ends.length > 0) {
      const loop: Point[] = [];
      for (let at = key; ;) {
        const to = next.get(at)?.pop();
        if (!to) break;
        loop.push(to);
        at = to.join();
      }
      loops.push(loop);
    }
  }
  return loops.filter((loop) => loop.length > 8);
}

/** Smooths the steps of pixels, and keeps every second point. */
function rounded(loop: readonly Point[]): Point[] {
  let points = [...loop];
  for (let round = 0; round < roundings; round += 1) {
    points = points.map(([x, y], index) => {
      const [left, right] = [points.at(index - 1), points[(index + 1) % points.length]];
      return [
        (x * 2 + (left?.[0] ?? x) + (right?.[0] ?? x)) / 4,
        (y * 2 + (left?.[1] ?? y) + (right?.[1] ?? y)) / 4,
      ];
    });
  }
  return points.filter((_, index) => index % 2 === 0);
}
