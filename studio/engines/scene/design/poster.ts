import { type Canvas, createCanvas } from "@napi-rs/canvas";

import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";
import { buildScene, paintStill } from "#studio/engines/scene/scene.ts";

import { fitText } from "./badge.ts";
import type { Size } from "./draw-design.ts";
import { drawFlatScene } from "./flat-scene.ts";

const linesMax = 3;

/** Draws a framed picture with the title below it. Without a title the picture fills the frame. */
export async function drawPoster(
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas> {
  const { width, height } = size;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.fillStyle = "#f7f0e1";
  context.fillRect(0, 0, width, height);
  const lines = (reading.title ?? reading.quotedText ?? "")
    .split("\n")
    .filter((line) => line !== "");
  const edge = Math.round(Math.min(width, height) * 0.045);
  const caption =
    lines.length === 0 ? 0 : Math.round(height * Math.min(0.3, 0.13 + lines.length * 0.06));
  const inner = { width: width - edge * 2, height: height - edge * 2 - caption };
  const silent = { ...reading, quotedText: null };
  const picture =
    reading.style === "flat"
      ? await drawFlatScene(silent, inner, seed)
      : paintStill(await buildScene(silent, inner, seed));
  context.drawImage(picture, edge, edge);
  context.fillStyle = "#2a2630";
  context.textAlign = "center";
  context.textBaseline = "middle";
  const shown = lines.slice(0, linesMax);
  const room = caption / Math.max(1, shown.length);
  for (const [index, line] of shown.entries()) {
    fitText(context, line.toUpperCase(), inner.width * 0.94, room * (index === 0 ? 0.78 : 0.5));
    const y = height - edge * 0.7 - caption + room * (index + 0.5);
    context.fillText(line.toUpperCase(), width / 2, y);
  }
  return canvas;
}
