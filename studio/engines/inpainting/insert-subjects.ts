import { createCanvas } from "@napi-rs/canvas";

import { fromCanvas, toCanvas } from "#studio/engines/raster-canvas.ts";
import type { Raster } from "#studio/engines/raster.ts";
import { loadSprite } from "#studio/engines/scene/drawings/sprites.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

const figuresMax = 5;
const tintShare = 0.18;

/** Draws subjects side by side into the bounds of an area, tinted with the colour around them. */
export async function insertSubjects(
  raster: Raster,
  area: Uint8Array,
  { subjects }: PromptReading,
): Promise<Raster> {
  const { width, rgb } = raster;
  const canvas = toCanvas({ ...raster, alpha: null });
  const context = canvas.getContext("2d");
  const box = boundsOf(area, width);
  const tint = meanColor(rgb, area);
  const figures = subjects
    .flatMap(({ emoji, color, count }) => Array.from({ length: count }, () => ({ emoji, color })))
    .slice(0, figuresMax);
  const share = box.width / figures.length;
  for (const [index, { emoji, color }] of figures.entries()) {
    const sprite = await loadSprite(emoji, { color });
    const scale = Math.min(share / sprite.width, box.height / sprite.height);
    const [across, down] = [sprite.width * scale, sprite.height * scale];
    const left = box.left + share * (index + 0.5) - across / 2;
    const figure = createCanvas(sprite.width, sprite.height);
    const brush = figure.getContext("2d");
    brush.drawImage(sprite, 0, 0);
    brush.globalCompositeOperation = "source-atop";
    brush.globalAlpha = tintShare;
    brush.fillStyle = tint;
    brush.fillRect(0, 0, sprite.width, sprite.height);
    context.drawImage(figure, left, box.top + box.height - down, across, down);
  }
  return fromCanvas(canvas);
}

function boundsOf(area: Uint8Array, width: number) {
  let [left, right, top, bottom] = [width, 0, area.length, 0];
  for (const [index, inside] of area.entries()) {
    if (!inside) continue;
    const y = Math.floor(index / width);
    left = Math.min(left, index % width);
    right = Math.max(right, index % width);
    top = Math.min(top, y);
    bottom = y;
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

function meanColor(rgb: Uint8Array, area: Uint8Array): string {
  const sums = [0, 0, 0];
  let count = 0;
  for (const [index, inside] of area.entries()) {
    if (!inside) continue;
    count += 1;
    for (const channel of [0, 1, 2]) sums[channel]! += rgb[index * 3 + channel] ?? 0;
  }
  return `rgb(${sums.map((sum) => Math.round(sum / count)).join(",")})`;
}
