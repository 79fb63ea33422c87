import { darken, lighten, mix, paints, withAlpha } from "#studio/engines/scene/color.ts";
import { type Layer, type Stage, marginOf } from "#studio/engines/scene/layer.ts";
import { motes } from "#studio/engines/scene/particles.ts";
import { hashText } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Scenery } from "./scenery.ts";
import { glow } from "./sky.ts";
import { ridgeLine } from "./terrain.ts";

const palettes = [
  ["#1b1464", "#6a3de8", "#ff5c9a", "#ffc46b"],
  ["#04283a", "#0f7f8f", "#3fd6a8", "#f0f3b0"],
  ["#2a0f3a", "#8f2f6f", "#ff7a5c", "#ffe0a0"],
  ["#0f1f4a", "#2f6fdb", "#6fd0ff", "#f4f7ff"],
  ["#3a1f1a", "#b8502f", "#f5a34a", "#fff0c9"],
] as const;
const calm =
  /\b(calm|peace|quiet|serene|silence|slow|soft|nostalgia|memory|dream|sleep|zen|hope)\b/i;
const wild = /\b(chaos|energy|anger|fast|storm|noise|wild|power|rage|explosion|entropy|speed)\b/i;

/**
 * Creates ribbons of light for prompts without a known subject. Colours in the prompt define the
 * palette; otherwise a hash of the words selects one. Calm or wild words determine the movement.
 */
export function abstractScenery(stage: Stage, reading: PromptReading): Scenery {
  const { width, height } = stage;
  const margin = marginOf(stage);
  const words = reading.unknownWords.join(" ");
  const named = reading.colors.flatMap((color) => paints[color] ?? []);
  const chosen = palettes[hashText(words) % palettes.length] ?? palettes[0];
  const first = named[0];
  const [deep, middle, bright, glowing] =
    first === undefined
      ? chosen
      : [
          darken(first, 0.75),
          first,
          named[1] ?? lighten(first, 0.3),
          lighten(named[2] ?? first, 0.6),
        ];
  const unrest = wild.test(words) ? 1.8 : calm.test(words) ? 0.55 : 1;

  const backdrop: Layer = {
    depth: 0,
    still(context) {
      const random = stage.random.fork("abstract light");
      const body = context.createLinearGradient(0, 0, width, height);
      body.addColorStop(0, deep);
      body.addColorStop(1, mix(deep, middle, 0.55));
      context.fillStyle = body;
      context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2);
      context.save();
      context.globalCompositeOperation = "screen";
      for (const color of [middle, bright, glowing, middle, bright]) {
        glow(
          context,
          random.next() * width,
          random.next() * height,
          width * random.between(0.3, 0.6),
          color,
          0.4,
        );
      }
      context.restore();
    },
  };
  const ribbons = Array.from({ length: 9 }, (_, index) => {
    const random = stage.random.fork(`ribbon ${index}`);
    return {
      line: ridgeLine(random, 0.08 * unrest),
      y: random.between(0.25, 0.85) * height,
      sway: height * random.between(0.16, 0.34) * unrest,
      thickness: height * random.between(0.05, 0.16),
      color: [middle, bright, glowing][index % 3] ?? bright,
      rate: random.between(0.01, 0.03) * unrest,
      alpha: random.between(0.22, 0.5),
    };
  });
  const flow: Layer = {
    depth: 0.4,
    moving(context, timeSeconds) {
      context.save();
      context.globalCompositeOperation = "screen";
      const step = Math.max(2, width / 240);
      for (const { line, y, sway, thickness, color, rate, alpha } of ribbons) {
        const at = (x: number) => y + (line(x / width + rate * timeSeconds) - 0.5) * sway * 2;
        for (let x = -margin; x < width + margin; x += step) {
          const top = at(x);
          const slope = (at(x + step) - top) / step;
          const wide = thickness * (0.55 + 0.45 * Math.cos(slope * 2.4));
          const fill = context.createLinearGradient(0, top, 0, top + wide);
          fill.addColorStop(0, withAlpha(lighten(color, 0.35), alpha));
          fill.addColorStop(0.12, withAlpha(color, alpha * 0.75));
          fill.addColorStop(1, withAlpha(color, 0));
          context.fillStyle = fill;
          context.fillRect(x, top, step + 0.7, wide);
        }
      }
      context.restore();
    },
  };
  return {
    behind: [backdrop, flow],
    inFront: [
      motes(stage, {
        name: "sparks",
        color: glowing,
        count: Math.round(40 * unrest),
        size: 1.8,
        top: 0,
        rise: 0.01,
      }),
    ],
    footing: "none",
    groundColor: deep,
  };
}
