import type { SKRSContext2D } from "@napi-rs/canvas";

import { mix, withAlpha } from "#studio/engines/scene/color.ts";
import type { Layer, Stage } from "#studio/engines/scene/layer.ts";

import { glow } from "./sky.ts";

const rocketCount = 7;
const sparksOfRocket = 64;
/** Time from the launch of a rocket to its next one. */
const periodSeconds = 3.2;
/** Shares of the period: rises, then bursts and fades. */
const riseShare = 0.22;
const colors = ["#ff5a5a", "#ffd35a", "#6fe08a", "#5ab8ff", "#d77bff", "#ff9be0", "#fff3cf"];

interface Rocket {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly color: string;
  /** Share of the period at the start of the film. */
  readonly phase: number;
  readonly sparks: readonly { readonly angle: number; readonly reach: number }[];
}

/** Paints fireworks in the sky: rockets that rise and burst, each in its own rhythm. */
export function fireworks(stage: Stage): Layer {
  const random = stage.random.fork("fireworks");
  const { width, horizon } = stage;
  const edge = Math.min(width, stage.height);
  const rockets = Array.from({ length: rocketCount }, (_, index): Rocket => {
    return {
      x: width * ((index + random.between(0.25, 0.75)) / rocketCount),
      y: horizon * random.between(0.16, 0.56),
      radius: edge * random.between(0.13, 0.24),
      color: colors[index % colors.length] ?? "#ffffff",
      // A still image shows most of them in bloom.
      phase: index % 4 === 3 ? random.between(0.05, 0.2) : random.between(0.38, 0.66),
      sparks: Array.from({ length: sparksOfRocket }, () => ({
        angle: random.between(0, Math.PI * 2),
        reach: Math.sqrt(random.between(0.1, 1)),
      })),
    };
  });
  return {
    depth: 0.05,
    moving(context, timeSeconds) {
      context.save();
      context.globalCompositeOperation = "screen";
      context.lineCap = "round";
      for (const rocket of rockets) {
        const share = (rocket.phase + timeSeconds / periodSeconds) % 1;
        if (share < riseShare) paintRise(context, rocket, { stage, share: share / riseShare });
        else paintBurst(context, rocket, { edge, share: (share - riseShare) / (1 - riseShare) });
      }
      context.restore();
    },
  };
}

function paintRise(
  context: SKRSContext2D,
  { x, y, color }: Rocket,
  { stage, share }: { stage: Stage; share: number },
): void {
  const eased = 1 - (1 - share) ** 2;
  const head = stage.horizon + (y - stage.horizon) * eased;
  const tail = head + stage.height * 0.09 * (1 - share * 0.6);
  const trail = context.createLinearGradient(0, head, 0, tail);
  trail.addColorStop(0, withAlpha("#fff1c9", 0.95));
  trail.addColorStop(1, withAlpha(color, 0));
  context.strokeStyle = trail;
  context.lineWidth = Math.max(1.5, stage.height * 0.004);
  context.beginPath();
  context.moveTo(x, head);
  context.lineTo(x, tail);
  context.stroke();
}

/** Sparks fly outwards, slow down, sink and fade. */
function paintBurst(
  context: SKRSContext2D,
  { x, y, radius, color, sparks }: Rocket,
  { edge, share }: { edge: number; share: number },
): void {
  const open = 1 - (1 - Math.min(1, share * 1.5)) ** 3;
  const light = Math.min(1, (1 - share) * 1.5);
  const sink = radius * 0.55 * share * share;
  glow(context, x, y, radius * (0.5 + open), color, 0.34 * light * (1 - share));
  const unit = edge / 720;
  for (const [index, { angle, reach }] of sparks.entries()) {
    const away = radius * reach * open;
    const [atX, atY] = [x + Math.cos(angle) * away, y + Math.sin(angle) * away + sink];
    const from = away * Math.max(0, 1 - 0.42 * (1 - share * 0.5));
    const tint = index % 3 === 0 ? mix(color, "#ffffff", 0.55) : color;
    context.strokeStyle = withAlpha(tint, 0.85 * light);
    context.lineWidth = (1.1 + 1.3 * (1 - share)) * unit;
    context.beginPath();
    context.moveTo(x + Math.cos(angle) * from, y + Math.sin(angle) * from + sink * 0.6);
    context.lineTo(atX, atY);
    context.stroke();
    glow(context, atX, atY, (3.5 + 3 * (1 - share)) * unit, tint, light);
  }
}
