import type { SKRSContext2D } from "@napi-rs/canvas";

import type { Stage } from "#studio/engines/scene/layer.ts";
import type { Figure } from "#studio/engines/scene/layout.ts";
import { glow } from "#studio/engines/scene/scenery/sky.ts";

const puffs = 34;

/** Paints the flame below a launching figure, and the smoke that it leaves on its way. `tail` is in pixels. */
export function paintExhaust(
  context: SKRSContext2D,
  { figure, stage, tail, share }: { figure: Figure; stage: Stage; tail: number; share: number },
): void {
  if (share < 0.06) return;
  const { x, y, height } = figure;
  const random = stage.random.fork("exhaust");
  const isNight = stage.mood.time === "night";
  for (let index = 0; index < puffs; index += 1) {
    // A third of the smoke spreads on the ground; the rest hangs along the way of the rocket.
    const isOnGround = index % 3 === 0;
    const born = 0.06 + (index / puffs) * 0.5;
    const side = random.between(-1, 1);
    const size = random.between(0.12, 0.24);
    const puffY = isOnGround ? y : y - (index / puffs) ** 2 * y;
    const age = share - born;
    if (age < 0 || (!isOnGround && puffY < tail)) continue;
    const radius = height * size * (1 + age * 4);
    const drift = side * height * (isOnGround ? 0.35 + age * 2.2 : 0.05 + age * 0.3);
    const color = isNight ? "#9aa0b4" : "#e9e6e2";
    glow(context, x + drift, puffY - radius * 0.3, radius, color, Math.max(0, 0.75 - age * 0.6));
  }
  const flicker = 1 + 0.18 * Math.sin(share * 420);
  context.save();
  context.globalCompositeOperation = "screen";
  glow(context, x, tail + height * 0.1, height * 0.9 * flicker, "#ff9a3c", 0.55);
  context.restore();
  for (const [color, width, length] of [
    ["#ff7a1a", 0.1, 0.5],
    ["#ffc247", 0.07, 0.36],
    ["#fff6d8", 0.04, 0.22],
  ] as const) {
    context.fillStyle = color;
    context.beginPath();
    context.moveTo(x - width * height, tail);
    context.quadraticCurveTo(
      x - width * height,
      tail + height * 0.1,
      x,
      tail + length * height * flicker,
    );
    context.quadraticCurveTo(x + width * height, tail + height * 0.1, x + width * height, tail);
    context.fill();
  }
}
