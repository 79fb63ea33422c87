import type { SKRSContext2D } from "@napi-rs/canvas";

import { solidPolygon, tracePolygon } from "./drawing.ts";
import { solidPath } from "./solid.ts";

/** Paints a rock in water or on land, with grass on its top. */
export function paintRock(
  context: SKRSContext2D,
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
): void {
  const at = (x: number, y: number) =>
    [left + (right - left) * x, top + (bottom - top) * y] as const;
  const outline = [
    at(0.1, 0.06),
    at(0.32, 0),
    at(0.7, 0),
    at(0.9, 0.08),
    at(0.94, 0.36),
    at(0.99, 0.62),
    at(1, 1),
    at(0, 1),
    at(0.03, 0.66),
    at(0.08, 0.42),
  ];
  solidPolygon(context, "#77706c", outline);
  context.save();
  context.beginPath();
  tracePolygon(context, outline);
  context.clip();
  for (const [index, x] of [0.16, 0.34, 0.52, 0.68, 0.84].entries()) {
    const facet = [
      at(x, 0),
      at(x + 0.07, 0.3),
      at(x + 0.02, 0.62),
      at(x + 0.12, 1),
      at(x + 0.24, 1),
      at(x + 0.16, 0),
    ];
    context.fillStyle = index % 2 === 0 ? "rgba(30,22,40,0.24)" : "rgba(255,240,220,0.13)";
    context.beginPath();
    tracePolygon(context, facet);
    context.fill();
  }
  context.restore();
  const depth = (bottom - top) * 0.11;
  solidPath(
    context,
    "#6fa24a",
    { x: left, y: top - depth * 0.6, width: right - left, height: depth * 2 },
    () => {
      const [startX, startY] = at(0.07, 0.08);
      context.moveTo(startX, startY);
      context.quadraticCurveTo(...at(0.3, -0.07), ...at(0.52, -0.03));
      context.quadraticCurveTo(...at(0.8, -0.06), ...at(0.93, 0.1));
      for (const [index, x] of [0.84, 0.74, 0.64, 0.53, 0.42, 0.31, 0.2, 0.07].entries()) {
        context.quadraticCurveTo(...at(x + 0.06, index % 2 === 0 ? 0.2 : 0.15), ...at(x, 0.08));
      }
    },
  );
}
