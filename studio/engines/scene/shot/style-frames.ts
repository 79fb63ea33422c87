import { type Canvas, createCanvas } from "@napi-rs/canvas";

import { type StyleName, applyStyle } from "#studio/engines/filters/styles.ts";
import { fromCanvas, toCanvas } from "#studio/engines/raster-canvas.ts";

/** Styles that a painter would paint anew for each frame. Their filters take half a second at 720p. */
const painted: ReadonlySet<StyleName> = new Set([
  "oil",
  "watercolour",
  "pencil",
  "cartoon",
  "flat",
]);

/** As in hand-painted animation: fewer paintings a second than frames. */
const paintingsPerSecond = 8;
const paintedEdgeMax = 480;

/**
 * Applies a style to the frames of a film. Painted styles are painted eight times a second at a reduced size, so
 * that a film takes seconds instead of minutes. `frame` are numbers in ascending order.
 */
export function styleFrames(
  paint: (timeSeconds: number) => Canvas,
  style: StyleName,
  { fps, strength, seed }: { fps: number; strength: number; seed: number },
): (frame: number) => Canvas {
  const isPainted = painted.has(style);
  const framesPerPainting = isPainted ? Math.max(1, Math.round(fps / paintingsPerSecond)) : 1;
  let last: { readonly painting: number; readonly canvas: Canvas } | null = null;

  return (frame) => {
    const painting = Math.floor(frame / framesPerPainting);
    if (last?.painting === painting) return last.canvas;
    const canvas = paint((painting * framesPerPainting) / fps);
    const { width, height } = canvas;
    const scale = isPainted ? Math.min(1, paintedEdgeMax / Math.min(width, height)) : 1;
    const small = scale < 1 ? resize(canvas, width * scale, height * scale) : canvas;
    const styled = toCanvas(applyStyle(fromCanvas(small), style, { strength, seed }));
    last = { painting, canvas: scale < 1 ? resize(styled, width, height) : styled };
    return last.canvas;
  };
}

function resize(source: Canvas, width: number, height: number): Canvas {
  const target = createCanvas(Math.round(width), Math.round(height));
  const context = target.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, target.width, target.height);
  return target;
}
