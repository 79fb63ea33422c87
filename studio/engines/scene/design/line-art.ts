import { type Canvas, type SKRSContext2D, createCanvas } from "@napi-rs/canvas";

import type { PromptReading } from "#studio/engines/scene/reading/read-prompt.ts";

import type { Size } from "./draw-design.ts";
import { paintFlatScenery } from "./flat-scene.ts";
import { layOutAlone, paintAlone } from "./lone-figures.ts";

/** Pixels between the compared points. */
const reach = 2;
/** Differences of colour: one that begins a line, and one at which a line goes on. */
const difference = { strong: 17, weak: 10 };
/** Share of the sheet that the figures take. */
const share = 0.82;

/** Draws the outlines of the figures, and of the colours within them, in black on white. */
export async function drawLineArt(
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas> {
  const sheet = createCanvas(size.width, size.height);
  const context = sheet.getContext("2d");
  const alone = await layOutAlone(reading, size, seed);
  if (reading.subjects.length === 0) paintFlatScenery(context, alone.stage, alone.place);
  paintAlone(context, alone, { share, shadow: null });
  return trace(context, size);
}

/** Draws round dots at the pixels of lines. */
function trace(context: SKRSContext2D, { width, height }: Size): Canvas {
  const drawing = createCanvas(width, height);
  const ink = drawing.getContext("2d");
  ink.fillStyle = "#ffffff";
  ink.fillRect(0, 0, width, height);
  ink.fillStyle = "#1b1b22";
  const dot = Math.max(1.2, Math.min(width, height) / 420);
  ink.beginPath();
  const lines = joinLines(
    measureEdges(context, { width, height }),
    width,
    dotsMin({ width, height }),
  );
  for (const index of lines) {
    ink.rect((index % width) - dot / 2, Math.floor(index / width) - dot / 2, dot, dot);
  }
  ink.fill();
  return drawing;
}

/** Shorter lines are dirt. */
function dotsMin({ width, height }: Size): number {
  return Math.min(width, height) / 24;
}

/** Measures how much colour changes at each pixel; at the rim of a figure, as much as is possible. */
function measureEdges(context: SKRSContext2D, { width, height }: Size): Uint8Array {
  const smooth = createCanvas(width, height);
  const smoothContext = smooth.getContext("2d");
  smoothContext.fillStyle = "#ffffff";
  smoothContext.fillRect(0, 0, width, height);
  smoothContext.filter = `blur(${Math.max(1, width / 600).toFixed(1)}px)`;
  smoothContext.drawImage(context.canvas, 0, 0);
  const colors = smoothContext.getImageData(0, 0, width, height).data;
  const covered = context.getImageData(0, 0, width, height).data;
  const edges = new Uint8Array(width * height);
  for (let y = reach; y < height - reach; y += 1) {
    for (let x = reach; x < width - reach; x += 1) {
      const here = (y * width + x) * 4;
      for (const there of [here + reach * 4, here + reach * width * 4]) {
        const isRim = (covered[here + 3] ?? 0) > 127 !== (covered[there + 3] ?? 0) > 127;
        const edge = isRim ? 255 : distance(colors, here, there);
        edges[y * width + x] = Math.max(edges[y * width + x] ?? 0, edge);
      }
    }
  }
  return edges;
}

/** Returns the pixels of weak edges that touch a strong one over others, as the detector of Canny joins them. */
function joinLines(edges: Uint8Array, width: number, lengthMin: number): number[] {
  const isTaken = new Uint8Array(edges.length);
  const lines: number[] = [];
  for (let start = 0; start < edges.length; start += 1) {
    if ((edges[start] ?? 0) < difference.strong || isTaken[start] === 1) continue;
    isTaken[start] = 1;
    const line = [start];
    for (const index of line) {
      for (const next of neighborsOf(index, width)) {
        if ((edges[next] ?? 0) < difference.weak || isTaken[next] === 1) continue;
        isTaken[next] = 1;
        line.push(next);
      }
    }
    if (line.length >= lengthMin) for (const index of line) lines.push(index);
  }
  return lines;
}

/** No edge is at the border of the sheet, so no neighbor is in another row. */
function neighborsOf(index: number, width: number): readonly number[] {
  const [above, below] = [index - width, index + width];
  return [above - 1, above, above + 1, index - 1, index + 1, below - 1, below, below + 1];
}

function distance(data: Uint8ClampedArray, here: number, there: number): number {
  let sum = 0;
  for (const channel of [0, 1, 2]) {
    sum += Math.abs((data[here + channel] ?? 0) - (data[there + channel] ?? 0));
  }
  return sum / 3;
}
