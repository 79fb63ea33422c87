import type { SKRSContext2D } from "@napi-rs/canvas";

import { darken, lighten, mix, withAlpha } from "#studio/engines/scene/color.ts";
import type { Random } from "#studio/engines/scene/random.ts";

export interface TreeLook {
  readonly x: number;
  /** Foot of the tree, in pixels from the top. */
  readonly y: number;
  readonly height: number;
  readonly foliage: string;
  readonly trunk: string;
  /** Colour of the snow on the branches; null without snow. */
  readonly snow: string | null;
  /** −1 when the light comes from the left, 1 from the right. */
  readonly lightSide: number;
  readonly light: string;
}

/** Paints a fir of overlapping skirts of branches, each lit on one side, with optional snow. */
export function paintConifer(context: SKRSContext2D, look: TreeLook, random: Random): void {
  const { x, y, height, snow } = look;
  const width = height * random.between(0.36, 0.46);
  context.fillStyle = look.trunk;
  context.fillRect(x - height * 0.02, y - height * 0.12, height * 0.04, height * 0.13);
  const tiers = height > 60 ? random.whole(6, 8) : 5;
  // Painted from the lowest skirt upwards, because each skirt overlaps the one below.
  for (let tier = tiers - 1; tier >= 0; tier -= 1) {
    const top = y - height + height * 0.86 * (tier / tiers);
    const tierHeight = (height / tiers) * 1.75;
    const half = (width / 2) * (0.2 + 0.8 * ((tier + 1) / tiers)) * random.between(0.94, 1.06);
    paintSkirt(context, { x, top, half, tall: tierHeight, look, snow }, random);
  }
}

function paintSkirt(
  context: SKRSContext2D,
  skirt: {
    x: number;
    top: number;
    half: number;
    tall: number;
    look: TreeLook;
    snow: string | null;
  },
  random: Random,
): void {
  const { x, top, half, tall, look, snow } = skirt;
  const bottom = top + tall;
  const teeth = 5;
  const droop = Array.from({ length: teeth * 2 + 1 }, (_, index) => ({
    x: x - half + (half * 2 * index) / (teeth * 2),
    y: bottom - (index % 2 === 0 ? 0 : tall * random.between(0.12, 0.22)),
  }));
  const trace = (lift: number, narrow: number) => {
    context.beginPath();
    context.moveTo(x, top - lift * 0.4);
    context.quadraticCurveTo(
      x - half * 0.28 * narrow,
      top + tall * 0.6 - lift,
      x - half * narrow,
      bottom - lift,
    );
    for (const point of droop) {
      context.lineTo(x + (point.x - x) * narrow, point.y - lift);
    }
    context.quadraticCurveTo(
      x + half * 0.28 * narrow,
      top + tall * 0.6 - lift,
      x,
      top - lift * 0.4,
    );
    context.closePath();
  };

  const gradient = context.createLinearGradient(x - half, 0, x + half, 0);
  const bright = mix(look.foliage, look.light, 0.16);
  const dark = darken(look.foliage, 0.4);
  const leftIsLit = look.lightSide < 0;
  gradient.addColorStop(0, leftIsLit ? bright : dark);
  gradient.addColorStop(0.55, look.foliage);
  gradient.addColorStop(1, leftIsLit ? dark : bright);
  context.fillStyle = gradient;
  trace(0, 1);
  context.fill();
  if (snow === null) return;

  paintSnowOnSkirt(context, { x, top, half, tall, look, snow });
}

/** Paints a pillow of snow with a scalloped edge, bright on the lit side. */
function paintSnowOnSkirt(
  context: SKRSContext2D,
  {
    x,
    top,
    half,
    tall,
    look,
    snow,
  }: { x: number; top: number; half: number; tall: number; look: TreeLook; snow: string },
): void {
  const reach = half * 0.82;
  const rim = top + tall * 0.7;
  context.beginPath();
  context.moveTo(x, top - tall * 0.06);
  context.quadraticCurveTo(x - reach * 0.3, top + tall * 0.42, x - reach, rim + tall * 0.1);
  const lobes = 6;
  for (let lobe = 0; lobe < lobes; lobe += 1) {
    const from = x - reach + (reach * 2 * lobe) / lobes;
    const to = x - reach + (reach * 2 * (lobe + 1)) / lobes;
    const sag = tall * (lobe % 2 === 0 ? 0.16 : 0.08);
    const end =
      rim +
      tall * (lobe === lobes - 1 ? 0.1 : -0.06 * (1 - Math.abs((lobe + 1) / lobes - 0.5) * 2));
    context.quadraticCurveTo((from + to) / 2, rim + sag, to, end);
  }
  context.quadraticCurveTo(x + reach * 0.3, top + tall * 0.42, x, top - tall * 0.06);
  context.closePath();
  const cover = context.createLinearGradient(x - reach, 0, x + reach, 0);
  const lit = mix(lighten(snow, 0.3), look.light, 0.35);
  const shaded = mix(snow, look.foliage, 0.42);
  const leftIsLit = look.lightSide < 0;
  cover.addColorStop(0, leftIsLit ? lit : shaded);
  cover.addColorStop(0.5, snow);
  cover.addColorStop(1, leftIsLit ? shaded : lit);
  context.fillStyle = cover;
  context.fill();
  const depth = context.createLinearGradient(0, top, 0, rim + tall * 0.14);
  depth.addColorStop(0, withAlpha(look.foliage, 0.34));
  depth.addColorStop(0.45, withAlpha(look.foliage, 0));
  depth.addColorStop(1, withAlpha(look.foliage, 0.16));
  context.fillStyle = depth;
  context.fill();
}

/** Paints a round tree whose crown consists of heaps of leaves, lit from above on one side. */
export function paintLeafTree(context: SKRSContext2D, look: TreeLook, random: Random): void {
  const { x, y, height } = look;
  const trunkWidth = height * 0.075;
  context.fillStyle = look.trunk;
  context.beginPath();
  context.moveTo(x - trunkWidth * 0.8, y);
  context.quadraticCurveTo(
    x - trunkWidth * 0.4,
    y - height * 0.25,
    x - trunkWidth * 0.3,
    y - height * 0.55,
  );
  context.lineTo(x + trunkWidth * 0.3, y - height * 0.55);
  context.quadraticCurveTo(x + trunkWidth * 0.4, y - height * 0.25, x + trunkWidth * 0.8, y);
  context.fill();
  const heaps = Array.from({ length: 44 }, () => {
    const angle = random.between(0, Math.PI * 2);
    const reach = Math.sqrt(random.next()) * height * 0.29;
    return {
      x: x + Math.cos(angle) * reach * 1.1,
      y: y - height * 0.68 + Math.sin(angle) * reach * 0.95,
      radius: height * random.between(0.055, 0.11),
    };
  }).toSorted((left, right) => right.y - left.y);
  for (const heap of heaps) {
    const gradient = context.createRadialGradient(
      heap.x + look.lightSide * heap.radius * 0.4,
      heap.y - heap.radius * 0.5,
      heap.radius * 0.1,
      heap.x,
      heap.y,
      heap.radius,
    );
    gradient.addColorStop(0, mix(lighten(look.foliage, 0.14), look.light, 0.18));
    gradient.addColorStop(0.6, look.foliage);
    gradient.addColorStop(1, darken(look.foliage, 0.32));
    context.fillStyle = gradient;
    context.beginPath();
    context.arc(heap.x, heap.y, heap.radius, 0, Math.PI * 2);
    context.fill();
    if (look.snow === null) continue;
    context.fillStyle = withAlpha(look.snow, 0.85);
    context.beginPath();
    context.ellipse(
      heap.x,
      heap.y - heap.radius * 0.55,
      heap.radius * 0.72,
      heap.radius * 0.34,
      0,
      0,
      7,
    );
    context.fill();
  }
}
