import type { SKRSContext2D } from "@napi-rs/canvas";

import { findDrawing } from "./drawings/drawings.ts";
import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import type { Pose } from "./paint-figure.ts";
import { glow } from "./scenery/sky.ts";

/** Paints the glow of windows and lanterns of studio's own drawings, except in dry weather by day. */
export function paintLights(
  context: SKRSContext2D,
  figure: Figure,
  { mood }: Stage,
  pose: Pose,
): void {
  const drawing = findDrawing(figure.emoji);
  const isDull = mood.weather.includes("storm") || mood.weather.includes("rain");
  if (!drawing || (mood.time === "day" && !isDull)) return;
  const scale = figure.height / drawing.height;
  const strength = mood.time === "night" ? 1 : 0.6;
  context.save();
  context.globalCompositeOperation = "screen";
  for (const { x, y, radius } of drawing.lights) {
    glow(
      context,
      figure.x + pose.x + (x - drawing.width / 2) * scale,
      figure.y + pose.y + (y - drawing.height) * scale,
      radius * scale,
      "#ffbf5e",
      strength,
    );
  }
  context.restore();
}
