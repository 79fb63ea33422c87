import { type Canvas, createCanvas } from "@napi-rs/canvas";
import sharp from "sharp";

import { artPath } from "#studio/engines/scene/art.ts";
import { paints } from "#studio/engines/scene/color.ts";

import type { Drawing } from "./drawing.ts";
import { findDrawing } from "./drawings.ts";
import { completeFigure } from "./figures.ts";
import { repaint } from "./repaint.ts";
import { drawSolidFigure, isSolidFigure, solidEdge } from "./solid-figures.ts";

/** Edge of enlarged art in pixels, enough for most scenes. The art has 256 pixels; more is only softer. */
const artSize = 768;
const cachedMax = 24;
const cache = new Map<string, Promise<Canvas>>();

/**
 * Loads the art of an emoji or a studio drawing as a whole figure, cropped and optionally recoloured.
 * `edge` is the size of rendered objects in pixels. Caches the last 24 sprites.
 */
export function loadSprite(
  emoji: string,
  {
    color = null,
    withBody = true,
    edge = solidEdge,
  }: { color?: string | null; withBody?: boolean; edge?: number } = {},
): Promise<Canvas> {
  const key = `${emoji} ${color ?? ""} ${withBody} ${isSolidFigure(emoji) ? edge : ""}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const loading = prepare(emoji, { color, withBody, edge });
  cache.set(key, loading);
  const oldest = cache.keys().next().value;
  if (cache.size > cachedMax && oldest !== undefined) cache.delete(oldest);
  return loading;
}

async function prepare(
  emoji: string,
  { color, withBody, edge }: { color: string | null; withBody: boolean; edge: number },
): Promise<Canvas> {
  // The library's black cat is violet, which does not look black in coloured light.
  const paint = paints[color ?? (emoji === "🐈‍⬛" ? "black" : "")];
  if (isSolidFigure(emoji)) return drawSolidFigure(emoji, paint, edge);
  const drawing = findDrawing(emoji);
  if (drawing) return draw(drawing, color, withBody);
  const { data, info } = await sharp(artPath(emoji))
    .resize(artSize, artSize, { kernel: "lanczos3" })
    .sharpen({ sigma: 1.6, m1: 0.6, m2: 2.2 })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const canvas = createCanvas(info.width, info.height);
  const context = canvas.getContext("2d");
  const image = context.createImageData(info.width, info.height);
  image.data.set(data);
  context.putImageData(image, 0, 0);

  const cropped = cropToDrawn(dryOut(canvas, emoji));
  const figure = withBody ? completeFigure(emoji, cropped) : cropped;
  return paint === undefined ? figure : repaint(figure, paint);
}

/** Paints a studio drawing. Without its body, a person ends at the hips like the library's busts. */
function draw(drawing: Drawing, color: string | null, withBody: boolean): Canvas {
  const hipsShare = 0.76;
  const canvas = createCanvas(
    drawing.width,
    Math.round(drawing.height * (withBody ? 1 : hipsShare)),
  );
  drawing.paint(canvas.getContext("2d"), (color === null ? undefined : paints[color]) ?? null);
  return canvas;
}

/** Lower end of the hull in art of boats, in shares of the art's height. */
const hullShares: Readonly<Record<string, number>> = {
  "⛵": 0.76,
  "🛶": 0.725,
  "🚤": 0.725,
  "🚢": 0.865,
  "⛴️": 0.85,
  "🛥️": 0.72,
};

/** Crops the sea from art of boats, which would look like a block in other water. */
function dryOut(boat: Canvas, emoji: string): Canvas {
  const hullShare = hullShares[emoji];
  if (hullShare === undefined) return boat;
  const dry = createCanvas(boat.width, Math.round(boat.height * hullShare));
  dry.getContext("2d").drawImage(boat, 0, 0);
  return dry;
}

/** Crops the lower part, which is under water. */
export function sinkSprite(sprite: Canvas): Canvas {
  const shownShare = 0.84;
  const shown = createCanvas(sprite.width, Math.round(sprite.height * shownShare));
  shown.getContext("2d").drawImage(sprite, 0, 0);
  return shown;
}

function cropToDrawn(canvas: Canvas): Canvas {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 24) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  if (right < 0) return canvas;
  const cropped = createCanvas(right - left + 1, bottom - top + 1);
  cropped.getContext("2d").drawImage(canvas, -left, -top);
  return cropped;
}
