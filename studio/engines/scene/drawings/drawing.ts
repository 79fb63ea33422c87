import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten } from "#studio/engines/scene/color.ts";

import { solidPath } from "./solid.ts";

/** A figure that studio draws because the art library lacks it. Lengths in pixels of its canvas. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  /** Paints the figure. `color` is the requested `#rrggbb` colour, or null for the default colour. */
  readonly paint: (context: SKRSContext2D, color: string | null) => void;
  /** Lights that shine in the dark, in pixels of the canvas. */
  readonly lights: readonly DrawnLight[];
}

interface DrawnLight {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

type Point = readonly [number, number];

/** Fills a polygon, lit from the upper left. */
export function solidPolygon(
  context: SKRSContext2D,
  color: string,
  points: readonly Point[],
): void {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  solidPath(context, color, { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }, () =>
    tracePolygon(context, points),
  );
}

export function tracePolygon(context: SKRSContext2D, points: readonly Point[]): void {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}

export function solidBox(
  context: SKRSContext2D,
  color: string,
  box: { x: number; y: number; width: number; height: number },
  corner = 0,
): void {
  solidPath(context, color, box, () =>
    context.roundRect(box.x, box.y, box.width, box.height, corner),
  );
}

/** Creates the shade of a round wall between two edges: bright left of the middle, dark at the right. */
export function roundShade(context: SKRSContext2D, color: string, left: number, right: number) {
  const shade = context.createLinearGradient(left, 0, right, 0);
  shade.addColorStop(0, darken(color, 0.1));
  shade.addColorStop(0.28, lighten(color, 0.28));
  shade.addColorStop(0.6, color);
  shade.addColorStop(1, darken(color, 0.4));
  return shade;
}

/** Paints a framed window with light behind it. */
export function litWindow(
  context: SKRSContext2D,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  corner = 6,
): void {
  const frame = width * 0.1;
  context.fillStyle = "#4a3328";
  context.beginPath();
  context.roundRect(x - frame, y - frame, width + frame * 2, height + frame * 2, corner + frame);
  context.fill();
  const light = context.createRadialGradient(
    x + width / 2,
    y + height * 0.6,
    0,
    x + width / 2,
    y + height * 0.6,
    Math.max(width, height) * 0.8,
  );
  light.addColorStop(0, "#fff3b8");
  light.addColorStop(1, "#ffb347");
  context.fillStyle = light;
  context.beginPath();
  context.roundRect(x, y, width, height, corner);
  context.fill();
  context.fillStyle = "#4a3328";
  context.fillRect(x + width / 2 - frame / 4, y, frame / 2, height);
  context.fillRect(x, y + height / 2 - frame / 4, width, frame / 2);
}
