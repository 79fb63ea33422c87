import type { SKRSContext2D } from "@napi-rs/canvas";

import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import { glow } from "./scenery/sky.ts";

/** Tops of chimneys, from the middle of the feet: shares of the figure's width and height. */
const chimneys: Readonly<Record<string, readonly [x: number, y: number]>> = {
  "🏠": [-0.28, 0.88],
  "🏡": [-0.26, 0.9],
  "@cottage": [0.2, 0.98],
  "🏭": [0.22, 0.98],
  "🚂": [0.26, 0.95],
};

const puffs = 14;
const riseSeconds = 4.5;

/** Reports whether smoke can rise from a subject. */
export function hasChimney(emoji: string): boolean {
  return emoji in chimneys;
}

/** Paints smoke that rises from a figure's chimney and drifts to the side. */
export function paintSmoke(
  context: SKRSContext2D,
  figure: Figure,
  stage: Stage,
  timeSeconds: number,
): void {
  const [across, up] = chimneys[figure.emoji] ?? [0, 1];
  const side = figure.isFlipped ? -1 : 1;
  const x = figure.x + side * across * figure.width;
  const y = figure.y - up * figure.height;
  const color = stage.mood.time === "night" ? "#8f98ac" : "#e4e4e6";
  for (let index = 0; index < puffs; index += 1) {
    const age = (index / puffs + timeSeconds / riseSeconds) % 1;
    const radius = figure.height * (0.07 + age * 0.2);
    const drift = figure.height * (age * age * 0.34 + 0.02 * Math.sin(index * 2.1));
    const alpha = Math.min(1, age * 8) * (1 - age) ** 0.7;
    glow(context, x + drift, y - figure.height * age * 0.75, radius, color, alpha);
  }
}
