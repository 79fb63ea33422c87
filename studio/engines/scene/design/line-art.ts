import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import type { Stage } from "#studio/engines/scene/layer.ts";
import { layOut } from "#studio/engines/scene/layout.ts";
import { chooseMood } from "#studio/engines/scene/mood.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";
import { choosePlace } from "#studio/engines/scene/scenery/choose-place.ts";

import type { Size } from "./draw-design.ts";
import { paintFlatScenery } from "./flat-scene.ts";

/** Pixels between the compared points, and the difference of colour that makes a line. */
const reach = 2;
const threshold = 17;

/** Draws the outlines of the figures, and of the colours within them, in black on white. */
export async function drawLineArt(
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas> {
  const { width, height } = size;
  const random = createRandom(seed);
  const place = choosePlace(reading);
  const mood = chooseMood(reading, place === "abstract" ? "sky" : place, random.fork("mood"));
  const stage: Stage = { width, height, horizon: Math.round(height * 0.62), mood, random };
  const sheet = createCanvas(width, height);
  const context = sheet.getContext("2d");
  if (reading.subjects.length === 0) paintFlatScenery(context, stage, place);
  const footing = { behind: [], inFront: [], footing: "hard", groundColor: "#888888" } as const;
  const alone: PromptReading = { ...reading, decor: [] };
  const figures = await layOut(alone, place === "abstract" ? "table" : place, stage, footing);
  const fit = fitOf(figures, size);
  for (const figure of figures) {
    context.save();
    context.translate(
      width / 2 + (figure.x - fit.x) * fit.scale,
      height / 2 + (figure.y - fit.y) * fit.scale,
    );
    if (figure.isFlipped) context.scale(-1, 1);
    const [wide, tall] = [figure.width * fit.scale, figure.height * fit.scale];
    context.drawImage(figure.sprite, -wide / 2, -tall, wide, tall);
    context.restore();
  }
  return trace(context, size);
}

/** Enlarges the figures to fill the sheet. */
function fitOf(
  figures: readonly { x: number; y: number; width: number; height: number }[],
  { width, height }: Size,
) {
  const left = Math.min(...figures.map((figure) => figure.x - figure.width / 2), width);
  const right = Math.max(...figures.map((figure) => figure.x + figure.width / 2), 0);
  const top = Math.min(...figures.map((figure) => figure.y - figure.height), height);
  const bottom = Math.max(...figures.map((figure) => figure.y), 0);
  if (figures.length === 0) return { x: width / 2, y: height / 2, scale: 1 };
  const scale = Math.min((width * 0.82) / (right - left), (height * 0.82) / (bottom - top));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Marks the pixels at which colour or coverage change, and draws them as round dots. */
function trace(context: SKRSContext2D, { width, height }: Size): Canvas {
  const smooth = createCanvas(width, height);
  const smoothContext = smooth.getContext("2d");
  smoothContext.fillStyle = "#ffffff";
  smoothContext.fillRect(0, 0, width, height);
  smoothContext.filter = `blur(${Math.max(1, width / 600).toFixed(1)}px)`;
  smoothContext.drawImage(context.canvas, 0, 0);
  const colors = smoothContext.getImageData(0, 0, width, height).data;
  const covered = context.getImageData(0, 0, width, height).data;
  const drawing = createCanvas(width, height);
  const ink = drawing.getContext("2d");
  ink.fillStyle = "#ffffff";
  ink.fillRect(0, 0, width, height);
  ink.fillStyle = "#1b1b22";
  const dot = Math.max(1.2, Math.min(width, height) / 420);
  ink.beginPath();
  for (let y = reach; y < height - reach; y += 1) {
    for (let x = reach; x < width - reach; x += 1) {
      const here = (y * width + x) * 4;
      const isEdge = [here + reach * 4, here + reach * width * 4].some((there) => {
        const rim = (covered[here + 3] ?? 0) > 127 !== (covered[there + 3] ?? 0) > 127;
        return rim || distance(colors, here, there) > threshold;
      });
      if (isEdge) ink.rect(x - dot / 2, y - dot / 2, dot, dot);
    }
  }
  ink.fill();
  return drawing;
}

function distance(data: Uint8ClampedArray, here: number, there: number): number {
  let sum = 0;
  for (const channel of [0, 1, 2]) {
    sum += Math.abs((data[here + channel] ?? 0) - (data[there + channel] ?? 0));
  }
  return sum / 3;
}
