import ort from "onnxruntime-node";

import type { Raster } from "#studio/engines/raster.ts";
import { resizePixels } from "#studio/engines/upscaling/match-source.ts";

import { type Corner, type Rectangle, enclose, grow, stretch } from "./rectangle.ts";

/** The detector sees images with edges in this range: small letters need a large image. */
const edges = { shorterMin: 736, longerMax: 1600 } as const;
/** Edges must be multiples of the network's stride. */
const stride = 32;
const pixelMin = 0.3;
const boxMin = 0.5;
const sideMin = 3;
/** The network marks the core of a line; this grows it to the line. */
const growth = 1.6;
const linesMax = 200;
const regionPixelsMin = 8;

/** Finds lines of text: the corners of each in pixels of the image, in the order of reading. */
export async function findLines(
  { width, height, rgb }: Raster,
  session: ort.InferenceSession,
): Promise<Rectangle["corners"][]> {
  const size = chooseSize(width, height);
  const pixels = await resizePixels(rgb, 3, { width, height }, size, "cubic");
  const input = toTensor(pixels, size);
  const results = await session.run({ [session.inputNames[0] ?? ""]: input });
  const scores = results[session.outputNames[0] ?? ""]?.data as Float32Array;
  const boxes = findRegions(scores, size)
    .map((region) => toBox(region, scores, size.width))
    .filter((box) => box !== null)
    .slice(0, linesMax)
    .map(({ corners }) => stretch(corners, width / size.width, height / size.height));
  return inReadingOrder(boxes);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function chooseSize(width: number, height: number): Size {
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(edges.longerMax / longer, Math.max(1, edges.shorterMin / shorter));
  const round = (edge: number) => Math.max(stride, Math.round((edge * scale) / stride) * stride);
  return { width: round(width), height: round(height) };
}

function toTensor(rgb: Uint8Array, { width, height }: Size): ort.Tensor {
  const area = width * height;
  const values = new Float32Array(area * 3);
  for (let pixel = 0; pixel < area; pixel += 1) {
    for (let channel = 0; channel < 3; channel += 1) {
      // The network was trained with the channels blue, green, red.
      values[channel * area + pixel] = (rgb[pixel * 3 + 2 - channel] ?? 0) / 127.5 - 1;
    }
  }
  return new ort.Tensor("float32", values, [1, 3, height, width]);
}

/** Connected pixels that belong to text, as indices; the largest regions first. */
function findRegions(scores: Float32Array, { width, height }: Size): number[][] {
  const seen = new Uint8Array(scores.length);
  const regions: number[][] = [];
  for (let start = 0; start < scores.length; start += 1) {
    if (seen[start] === 1 || (scores[start] ?? 0) <= pixelMin) continue;
    const region: number[] = [];
    const stack = [start];
    seen[start] = 1;
    for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
      region.push(pixel);
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY += 1) {
        for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX += 1) {
          const next = nextY * width + nextX;
          if (seen[next] === 1 || (scores[next] ?? 0) <= pixelMin) continue;
          seen[next] = 1;
          stack.push(next);
        }
      }
    }
    if (region.length >= regionPixelsMin) regions.push(region);
  }
  return regions.toSorted((left, right) => right.length - left.length);
}

function toBox(region: readonly number[], scores: Float32Array, width: number): Rectangle | null {
  const box = enclose(outline(region, width));
  if (Math.min(box.width, box.height) < sideMin) return null;
  const score = region.reduce((sum, pixel) => sum + (scores[pixel] ?? 0), 0) / region.length;
  if (score < boxMin) return null;
  const distance = (box.width * box.height * growth) / (2 * (box.width + box.height));
  return grow(box, distance);
}

/** The outer pixels of each row suffice for a convex hull. */
function outline(region: readonly number[], width: number): Corner[] {
  const rows = new Map<number, [low: number, high: number]>();
  for (const pixel of region) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const row = rows.get(y);
    rows.set(y, row ? [Math.min(row[0], x), Math.max(row[1], x)] : [x, x]);
  }
  return [...rows].flatMap(([y, [low, high]]) => [
    [low, y] as const,
    [low, y + 1] as const,
    [high + 1, y] as const,
    [high + 1, y + 1] as const,
  ]);
}

/** Orders boxes from top to bottom, and from left to right those whose centres are at the same height. */
function inReadingOrder(boxes: readonly Rectangle["corners"][]): Rectangle["corners"][] {
  const rows: { middle: number; height: number; boxes: Rectangle["corners"][] }[] = [];
  const middleOf = (box: Rectangle["corners"]) => (box[0][1] + box[2][1]) / 2;
  for (const box of boxes.toSorted((left, right) => middleOf(left) - middleOf(right))) {
    const middle = middleOf(box);
    const row = rows.at(-1);
    if (row && middle - row.middle < row.height / 2) row.boxes.push(box);
    else rows.push({ middle, height: Math.abs(box[3][1] - box[0][1]), boxes: [box] });
  }
  return rows.flatMap((row) => row.boxes.toSorted((left, right) => left[0][0] - right[0][0]));
}
