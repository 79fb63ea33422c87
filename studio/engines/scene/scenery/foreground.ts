import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";

import { ridgeLine, traceRidge } from "./terrain.ts";

/** Computes the colour of a material in the scene's light. */
export function tint(stage: Stage, color: string): string {
  const { ambient, ambientShare, time } = stage.mood;
  const lit = mix(color, ambient, ambientShare * 0.62);
  return time === "night" ? mix(lit, "#071233", 0.34) : lit;
}

/** Returns the colour of snow in the scene's light: the colour of the sky instead of grey. */
export function snowColor(stage: Stage): string {
  switch (stage.mood.time) {
    case "day":
      return "#edf4fb";
    case "sunset":
      return "#f3c9cf";
    case "dawn":
      return "#f0dbe4";
    case "night":
      return "#a3bcec";
  }
}

/** Computes the colour of the ground in the scene's light, or of the snow on it. */
export function soil(stage: Stage, bare: string): string {
  return stage.mood.isSnowy ? snowColor(stage) : tint(stage, bare);
}

/** Creates tufts of grass and flowers on a band of the ground, larger towards the viewer. */
export function grassTufts(
  stage: Stage,
  look: {
    name: string;
    /** Upper end of the band: a share from the horizon (0) to the lower edge (1), like `to`. */
    from: number;
    to: number;
    count: number;
    color: string;
    flowers: readonly string[];
  },
): Layer {
  const { width, height, horizon, mood } = stage;
  const random = stage.random.fork(look.name);
  const ground = height - horizon;
  return {
    depth: look.from > 0.7 ? 1 : 0.5,
    still(context) {
      context.lineCap = "round";
      const tufts = Array.from({ length: look.count }, () => ({
        x: random.between(-0.08, 1.08) * width,
        share: look.from + (look.to - look.from) * random.next(),
      })).toSorted((left, right) => left.share - right.share);
      for (const { x, share } of tufts) {
        const y = horizon + share * ground;
        const size = height * (0.008 + share * 0.045) * random.between(0.6, 1.25);
        const blades = random.whole(3, 6);
        for (let blade = 0; blade < blades; blade += 1) {
          const lean = random.between(-0.6, 0.6) * size;
          const color = random.chance(0.5)
            ? mix(lighten(look.color, 0.12), mood.light, 0.16)
            : darken(look.color, 0.22);
          context.strokeStyle = withAlpha(color, 0.85);
          context.lineWidth = Math.max(0.7, size * 0.075);
          context.beginPath();
          context.moveTo(x + blade * size * 0.1, y);
          context.quadraticCurveTo(
            x + lean * 0.2,
            y - size * 0.6,
            x + lean,
            y - size * random.between(0.8, 1.2),
          );
          context.stroke();
        }
        const flower = look.flowers[random.whole(0, look.flowers.length * 4)];
        if (flower === undefined) continue;
        const top = { x: x + random.between(-0.3, 0.3) * size, y: y - size * 1.05 };
        const petal = size * 0.15;
        context.fillStyle = flower;
        for (let turn = 0; turn < 5; turn += 1) {
          const angle = (turn / 5) * Math.PI * 2;
          context.beginPath();
          context.arc(
            top.x + Math.cos(angle) * petal,
            top.y + Math.sin(angle) * petal,
            petal * 0.8,
            0,
            7,
          );
          context.fill();
        }
        context.fillStyle = "#f5b83a";
        context.beginPath();
        context.arc(top.x, top.y, petal * 0.7, 0, 7);
        context.fill();
      }
    },
  };
}

/** Creates rounded, softly lit banks of snow at the lower edge, in front of the subjects. */
export function snowBanks(stage: Stage, color: string): Layer {
  const { width, height, mood } = stage;
  const margin = marginOf(stage);
  const random = stage.random.fork("snow banks");
  return {
    depth: 1,
    still(context) {
      for (const [base, tall, shade] of [
        [0.98, 0.07, 0.02],
        [1.05, 0.09, 0.16],
      ] as const) {
        const line = ridgeLine(random, 0);
        const at = (x: number) => height * (base - tall * line(x / width));
        traceRidge(context, at, -margin, width + margin, width / 200, height);
        const body = context.createLinearGradient(0, height * (base - tall), 0, height * 1.05);
        const near = mix(color, mood.sky[1], shade * 1.6);
        body.addColorStop(0, mix(lighten(near, 0.22), mood.light, 0.25));
        body.addColorStop(0.25, near);
        body.addColorStop(1, mix(near, mood.sky[1], 0.55));
        context.fillStyle = body;
        context.fill();
      }
    },
  };
}
