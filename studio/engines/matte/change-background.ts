import { blurPlane } from "#studio/engines/filters/smooth.ts";
import { fromCanvas, toCanvas } from "#studio/engines/raster-canvas.ts";
import type { Raster } from "#studio/engines/raster.ts";
import { parseHex } from "#studio/engines/scene/color.ts";
import { buildScene, paintStill } from "#studio/engines/scene/scene.ts";
import { horizons } from "#studio/engines/scene/scenery/scenery.ts";

import type { Background } from "./read-background.ts";

const blurShare = 1 / 50;

/** Removes, blurs or replaces everything behind the foreground, whose opacities are `matte`. */
export async function changeBackground(
  raster: Raster,
  matte: Uint8Array,
  background: Background,
  seed: number,
): Promise<Raster> {
  const front = { ...raster, rgb: pureColors(raster, matte) };
  switch (background.kind) {
    case "removed":
      return { ...front, alpha: matte };
    case "blurred":
      return blend(raster, matte, blurAround(raster, matte));
    case "color": {
      const paint = parseHex(background.paint);
      return blend(
        front,
        matte,
        raster.rgb.map((_, index) => paint[index % 3] ?? 0),
      );
    }
    case "scene":
      return placeInScene(front, matte, background.reading, seed);
  }
}

function blend(front: Raster, matte: Uint8Array, behind: Uint8Array): Raster {
  const rgb = front.rgb.map((value, index) => {
    const opacity = (matte[Math.floor(index / 3)] ?? 0) / 255;
    return Math.round(value * opacity + (behind[index] ?? 0) * (1 - opacity));
  });
  return { ...front, rgb, alpha: null };
}

/** Replaces the colours of soft edges, which are mixed with the old background, by those of the foreground. */
function pureColors({ rgb, width, height }: Raster, matte: Uint8Array): Uint8Array {
  const opaque = new Float32Array(matte).map((value) => (value >= 240 ? 1 : 0));
  const around = meanColors(rgb, opaque, width, height, Math.max(width, height) / 250);
  return rgb.map((value, index) => {
    const opacity = matte[Math.floor(index / 3)] ?? 0;
    return opacity === 0 || opacity >= 240 ? value : (around[index] ?? value);
  });
}

/** Blurs the background without colours of the foreground, which would form a halo around it. */
function blurAround({ rgb, width, height }: Raster, matte: Uint8Array): Uint8Array {
  const behind = new Float32Array(matte).map((value) => 1 - value / 255);
  return meanColors(rgb, behind, width, height, Math.max(width, height) * blurShare);
}

/** Means of the colours around each pixel, by weight; a pixel without any weight around keeps its colour. */
function meanColors(
  rgb: Uint8Array,
  weights: Float32Array,
  width: number,
  height: number,
  radius: number,
): Uint8Array {
  const total = blurPlane(weights, width, height, radius);
  const target = rgb.slice();
  for (const channel of [0, 1, 2]) {
    const weighted = weights.map((weight, index) => weight * (rgb[index * 3 + channel] ?? 0));
    const sums = blurPlane(weighted, width, height, radius);
    for (let index = 0; index < total.length; index += 1) {
      const weight = total[index] ?? 0;
      if (weight > 1e-3) target[index * 3 + channel] = Math.min(255, (sums[index] ?? 0) / weight);
    }
  }
  return target;
}

/** Draws the place of a reading, and the foreground at its old position in the light of that place. */
async function placeInScene(
  front: Raster,
  matte: Uint8Array,
  reading: Extract<Background, { kind: "scene" }>["reading"],
  seed: number,
): Promise<Raster> {
  const { width, height } = front;
  const scene = await buildScene(reading, { width, height }, seed);
  const canvas = paintStill(scene);
  const context = canvas.getContext("2d");
  const box = boxOf(matte, width, height);
  // A subject that the frame cuts off at its lower edge stands outside of the image.
  if (horizons[scene.place] < 1 && box.bottom < height * 0.97 && box.bottom > scene.stage.horizon) {
    context.filter = `blur(${(box.width * 0.04 + 1).toFixed(1)}px)`;
    context.fillStyle = "rgba(10,10,25,0.4)";
    context.beginPath();
    const middle = box.left + box.width / 2;
    context.ellipse(middle, box.bottom, box.width * 0.46, box.width * 0.07, 0, 0, Math.PI * 2);
    context.fill();
    context.filter = "none";
  }
  const { mood } = scene.stage;
  const lit = toCanvas({ ...front, alpha: matte });
  const light = lit.getContext("2d");
  const [red, green, blue] = parseHex(mood.ambient);
  context.drawImage(lit, 0, 0);
  light.globalCompositeOperation = "source-in";
  light.fillStyle = `rgb(${red},${green},${blue})`;
  light.fillRect(0, 0, width, height);
  context.globalCompositeOperation = "multiply";
  context.globalAlpha = mood.ambientShare * 0.5;
  context.drawImage(lit, 0, 0);
  return fromCanvas(canvas);
}

interface Box {
  readonly left: number;
  readonly bottom: number;
  readonly width: number;
}

function boxOf(matte: Uint8Array, width: number, height: number): Box {
  let [left, right, bottom] = [width, 0, 0];
  for (let index = 0; index < width * height; index += 1) {
    if ((matte[index] ?? 0) < 128) continue;
    left = Math.min(left, index % width);
    right = Math.max(right, index % width);
    bottom = Math.floor(index / width);
  }
  return { left, bottom, width: Math.max(1, right - left) };
}
