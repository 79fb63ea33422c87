import type { SKRSContext2D } from "@napi-rs/canvas";

import type { Layer, Stage } from "#studio/engines/scene/layer.ts";
import type { Random } from "#studio/engines/scene/random.ts";

import { glow } from "./sky.ts";

const boltCount = 2;
const stepsOfBolt = 9;
/** A film flashes for a moment in each period. */
const periodSeconds = 1.9;
const flashSeconds = 0.3;

type Point = readonly [x: number, y: number];

interface Bolt {
  readonly stem: readonly Point[];
  readonly twigs: readonly (readonly Point[])[];
}

/** Paints bolts of lightning between the clouds and the horizon. */
export function lightning(stage: Stage): Layer {
  const random = stage.random.fork("lightning");
  const bolts = Array.from({ length: boltCount }, (_, index) => {
    const x = stage.width * ((index + random.between(0.3, 0.7)) / boltCount);
    return createBolt(stage, x, random);
  });
  return {
    depth: 0.06,
    moving(context, timeSeconds) {
      if (timeSeconds % periodSeconds > flashSeconds) return;
      context.globalCompositeOperation = "screen";
      context.lineJoin = "round";
      context.lineCap = "round";
      for (const bolt of bolts) paintBolt(context, bolt, stage);
    },
  };
}

function createBolt({ width, height, horizon }: Stage, x: number, random: Random): Bolt {
  const top = height * 0.06;
  const end = Math.min(height, Math.max(horizon, height * 0.3));
  const stem: Point[] = [[x, top]];
  const twigs: Point[][] = [];
  let at = x;
  for (let step = 1; step <= stepsOfBolt; step += 1) {
    at += width * random.between(-0.035, 0.035);
    const y = top + ((end - top) * step) / stepsOfBolt;
    stem.push([at, y]);
    if (step % 3 !== 0 || step === stepsOfBolt) continue;
    const side = random.chance(0.5) ? 1 : -1;
    const reach = width * random.between(0.03, 0.06);
    twigs.push([
      [at, y],
      [at + side * reach, y + reach * 0.9],
      [at + side * reach * 1.3, y + reach * 1.9],
    ]);
  }
  return { stem, twigs };
}

function paintBolt(context: SKRSContext2D, { stem, twigs }: Bolt, stage: Stage): void {
  const unit = Math.min(stage.width, stage.height);
  const [x = 0, y = 0] = stem[0] ?? [];
  glow(context, x, y, unit * 0.4, "#aebfff", 0.5);
  for (const [share, color] of [
    [0.016, "rgba(120, 140, 255, 0.35)"],
    [0.005, "#f6f4ff"],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = Math.max(1, unit * share);
    strokeLine(context, stem);
    context.lineWidth = Math.max(1, unit * share * 0.55);
    for (const twig of twigs) strokeLine(context, twig);
  }
}

function strokeLine(context: SKRSContext2D, points: readonly Point[]): void {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}
