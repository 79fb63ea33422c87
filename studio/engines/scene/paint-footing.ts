import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten, mix, withAlpha } from "./color.ts";
import type { Stage } from "./layer.ts";
import type { Figure } from "./layout.ts";
import { type Pose, softEllipse } from "./paint-figure.ts";
import type { Random } from "./random.ts";
import type { Scenery } from "./scenery/scenery.ts";

/** Paints snow, grass or foam over the feet, so that a figure stands in the ground instead of on it. */
export function paintFooting(
  context: SKRSContext2D,
  figure: Figure,
  stage: Stage,
  scenery: Scenery,
  pose: Pose,
  random: Random,
): void {
  const { footing, groundColor } = scenery;
  const isBoat = figure.habit.habitat === "afloat" && figure.mount === null;
  const isAfloat = isBoat && !figure.hasGroundUnder && footing !== "none";
  if (isAfloat || (footing === "water" && figure.hasGroundUnder)) {
    paintFoam(context, figure, stage, pose, random);
    return;
  }
  if (!figure.hasGroundUnder) return;
  if (footing === "snow" || footing === "sand") {
    paintDrift(context, figure, scenery, random);
    return;
  }
  if (footing !== "grass") return;
  context.lineCap = "round";
  const blades = Math.round(18 + figure.width / 14);
  for (let index = 0; index < blades; index += 1) {
    const x = figure.x + random.between(-0.55, 0.55) * figure.width;
    const tall = stage.height * random.between(0.014, 0.034);
    const color = random.chance(0.5)
      ? mix(lighten(groundColor, 0.12), stage.mood.light, 0.16)
      : darken(groundColor, 0.2);
    context.strokeStyle = color;
    context.lineWidth = Math.max(0.8, tall * 0.09);
    const foot = figure.y + stage.height * random.between(0.002, 0.012);
    context.beginPath();
    context.moveTo(x, foot);
    context.quadraticCurveTo(
      x,
      foot - tall * 0.6,
      x + random.between(-0.5, 0.5) * tall,
      foot - tall,
    );
    context.stroke();
  }
}

/** Paints a low, uneven heap around the feet, highest in the middle. */
function paintDrift(
  context: SKRSContext2D,
  figure: Figure,
  { footing, groundColor }: Scenery,
  random: Random,
): void {
  const puffs = 15;
  for (let index = 0; index < puffs; index += 1) {
    const share = (index + random.between(0.1, 0.9)) / puffs - 0.5;
    const middle = 1 - Math.abs(share) * 2;
    softEllipse(
      context,
      lighten(groundColor, random.between(0, 0.16)),
      footing === "snow" ? 0.8 : 0.5,
      {
        x: figure.x + share * figure.width * 0.96,
        y: figure.y - figure.height * random.between(0.01, 0.03),
        rx: figure.width * random.between(0.07, 0.13),
        ry: figure.height * (0.014 + 0.016 * middle) * random.between(0.7, 1.2),
      },
    );
  }
}

/** Paints a line of foam along the waterline that rocks with the hull. */
function paintFoam(
  context: SKRSContext2D,
  figure: Figure,
  { mood }: Stage,
  pose: Pose,
  random: Random,
): void {
  const puffs = 22;
  const white = mix("#ffffff", mood.sky[2], mood.time === "night" ? 0.5 : 0.2);
  for (let index = 0; index < puffs; index += 1) {
    const share = (index + random.between(0.1, 0.9)) / puffs - 0.5;
    const middle = 1 - Math.abs(share) * 2;
    context.fillStyle = withAlpha(white, random.between(0.3, 0.62));
    context.beginPath();
    context.ellipse(
      figure.x + pose.x + share * figure.width * 1.02,
      figure.y + figure.height * random.between(-0.012, 0.012),
      figure.width * random.between(0.025, 0.07),
      figure.height * (0.007 + 0.014 * middle) * random.between(0.6, 1.2),
      0,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
}
