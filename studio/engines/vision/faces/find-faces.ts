import { setImmediate } from "node:timers/promises";

import ort from "onnxruntime-node";

import type { EngineContext } from "#studio/engine.ts";
import type { Raster } from "#studio/engines/raster.ts";
import { resizePixels } from "#studio/engines/upscaling/match-source.ts";
import { encodeOnnx } from "#studio/models/onnx-file.ts";
import { readPackFile } from "#studio/models/packs.ts";
import { useModel } from "#studio/models/use-model.ts";
import { usePack } from "#studio/models/use-pack.ts";

import {
  type Candidate,
  type Found,
  type Landmarks,
  type Point,
  keepBest,
  toSquare,
} from "./candidates.ts";
import { buildGraph, networks } from "./networks.ts";
import { readWeights } from "./read-weights.ts";

const facePack = "mtcnn";

export interface Face {
  /** Pixels of the upright image. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly landmarks: Landmarks;
  readonly confidence: number;
}

const edgeMax = 1024;
/** Smaller faces, in pixels of an image of at most `edgeMax`, are missed. */
const faceMin = 24;
const pyramidFactor = 0.709;
/** Scores from which a candidate is kept. Drawn people of studio's art score from 0.7, and some of its animals too. */
const thresholds = {
  photo: { proposal: 0.6, refinement: 0.7, decision: 0.97 },
  drawing: { proposal: 0.5, refinement: 0.5, decision: 0.6 },
} as const;
/** What a face may be: a search for drawn faces finds more that are none. */
export type FaceSource = keyof typeof thresholds;
const candidatesMax = 600;
const batchMax = 64;

/**
 * Finds faces that look towards the camera with MTCNN, from the largest to the smallest. The image is
 * `enlargement` times as large as the raster.
 */
export async function findFaces(
  raster: Raster,
  enlargement: number,
  context: EngineContext,
  source: FaceSource = "photo",
): Promise<Face[]> {
  const sessions = await openNetworks(context);
  const scale = Math.min(1, edgeMax / Math.max(raster.width, raster.height));
  const size = {
    width: Math.max(1, Math.round(raster.width * scale)),
    height: Math.max(1, Math.round(raster.height * scale)),
  };
  const image = { ...size, rgb: await resizePixels(raster.rgb, 3, raster, size, "cubic") };
  const search = { sessions, thresholds: thresholds[source], signal: context.signal };
  const proposals = await propose(image, search);
  const refined = await decide(image, proposals, "refinement", search, keepBox);
  const faces = await decide(image, refined, "decision", search, addLandmarks);
  return keepBest(faces, 0.5, "smaller")
    .map((face) => toFace(face, enlargement / scale))
    .toSorted((one, other) => other.box.width - one.box.width);
}

/**
 * Finds a face again near its place in the frame before, with the last network alone. Returns null when there
 * is no face any more.
 */
export async function followFace(
  raster: Picture,
  { box: { x, y, width, height } }: Face,
  context: EngineContext,
): Promise<Face | null> {
  const search = {
    sessions: await openNetworks(context),
    thresholds: thresholds.drawing,
    signal: context.signal,
  };
  const before = { left: x, top: y, right: x + width, bottom: y + height, score: 1 };
  const [found] = await decide(raster, [before], "decision", search, addLandmarks);
  return found ? toFace(found, 1) : null;
}

function toFace({ left, top, right, bottom, score, landmarks }: Found, factor: number): Face {
  const tenth = (value: number) => Math.round(value * factor * 10) / 10;
  const place = ({ x, y }: Point) => ({ x: tenth(x), y: tenth(y) });
  return {
    box: {
      x: Math.max(0, Math.round(left * factor)),
      y: Math.max(0, Math.round(top * factor)),
      width: Math.round((right - left) * factor),
      height: Math.round((bottom - top) * factor),
    },
    landmarks: {
      leftEye: place(landmarks.leftEye),
      rightEye: place(landmarks.rightEye),
      nose: place(landmarks.nose),
      mouthLeft: place(landmarks.mouthLeft),
      mouthRight: place(landmarks.mouthRight),
    },
    confidence: Math.round(score * 1000) / 1000,
  };
}

type Networks = Awaited<ReturnType<typeof load>>;

interface Search {
  readonly sessions: Networks;
  readonly thresholds: Readonly<Record<keyof typeof networks, number>>;
  readonly signal: AbortSignal;
}

async function openNetworks(context: EngineContext): Promise<Networks> {
  await usePack(facePack, context);
  return useModel(facePack, async () => load(context.settings.modelsFolder));
}

async function load(modelsFolder: string) {
  const open = async (name: keyof typeof networks, file: string) => {
    const values = readWeights(await readPackFile(modelsFolder, facePack, file));
    return ort.InferenceSession.create(encodeOnnx(buildGraph(name, values)), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      // Images differ in size, and the runtime would keep a memory plan for each.
      enableMemPattern: false,
    });
  };
  return {
    proposal: await open("proposal", "pnet.pt"),
    refinement: await open("refinement", "rnet.pt"),
    decision: await open("decision", "onet.pt"),
  };
}

export type Picture = Pick<Raster, "width" | "height" | "rgb">;

/** Runs the first network over the image at many scales; each of its cells sees 12 pixels. */
async function propose(
  image: Picture,
  { sessions, thresholds, signal }: Search,
): Promise<Candidate[]> {
  const cell = 12;
  const found: Candidate[] = [];
  for (
    let scale = cell / faceMin;
    Math.min(image.width, image.height) * scale >= cell;
    scale *= pyramidFactor
  ) {
    await setImmediate();
    signal.throwIfAborted();
    const width = Math.floor(image.width * scale + 1);
    const height = Math.floor(image.height * scale + 1);
    const whole = { left: 0, top: 0, right: image.width, bottom: image.height, score: 1 };
    const values = new Float32Array(width * height * 3);
    sampleArea(image, whole, { width, height }, values);
    const tensor = new ort.Tensor("float32", values, [1, 3, height, width]);
    const { score, box } = await sessions.proposal.run({ image: tensor });
    const [, , rows = 0, columns = 0] = score?.dims ?? [];
    const [both, shifts] = [score?.data as Float32Array, box?.data as Float32Array];
    // The scores of "no face" come first.
    const scores = both.subarray(rows * columns);
    const level: Candidate[] = [];
    for (const [place, value] of scores.entries()) {
      if (value < thresholds.proposal) continue;
      const [x, y] = [place % columns, Math.floor(place / columns)];
      const candidate = {
        left: Math.floor((2 * x + 1) / scale),
        top: Math.floor((2 * y + 1) / scale),
        right: Math.floor((2 * x + cell) / scale),
        bottom: Math.floor((2 * y + cell) / scale),
        score: value,
      };
      level.push(shift(candidate, (side) => shifts[side * rows * columns + place] ?? 0));
    }
    found.push(...keepBest(level, 0.5, "union").slice(0, candidatesMax));
  }
  return keepBest(found, 0.7, "union").slice(0, candidatesMax);
}

/**
 * Runs the second or third network over the candidates, in batches. `toKept` receives the corrected box, the
 * square that the network saw, and its landmarks: five x, then five y, as fractions of the square.
 */
async function decide<Kept extends Candidate>(
  image: Picture,
  candidates: readonly Candidate[],
  name: "refinement" | "decision",
  { sessions, thresholds, signal }: Search,
  toKept: (box: Candidate, square: Candidate, landmarks: Float32Array) => Kept,
): Promise<Kept[]> {
  const edge = networks[name].size;
  const values = edge * edge * 3;
  const squares = candidates.map(toSquare);
  const kept: Kept[] = [];
  for (let start = 0; start < squares.length; start += batchMax) {
    await setImmediate();
    signal.throwIfAborted();
    const batch = squares.slice(start, start + batchMax);
    const pixels = new Float32Array(batch.length * values);
    for (const [index, square] of batch.entries()) {
      const part = pixels.subarray(index * values, (index + 1) * values);
      sampleArea(image, square, { width: edge, height: edge }, part);
    }
    const tensor = new ort.Tensor("float32", pixels, [batch.length, 3, edge, edge]);
    const { score, box, landmarks } = await sessions[name].run({ image: tensor });
    const scores = score?.data as Float32Array;
    const shifts = box?.data as Float32Array;
    const places = (landmarks?.data ?? new Float32Array()) as Float32Array;
    for (const [index, square] of batch.entries()) {
      const value = scores[index * 2 + 1] ?? 0;
      if (value < thresholds[name]) continue;
      const shifted = shift({ ...square, score: value }, (side) => shifts[index * 4 + side] ?? 0);
      kept.push(toKept(shifted, square, places.subarray(index * 10, index * 10 + 10)));
    }
  }
  return keepBest(kept, 0.7, "union");
}

const keepBox = (box: Candidate) => box;

function addLandmarks(box: Candidate, square: Candidate, places: Float32Array): Found {
  const place = (index: number) => ({
    x: square.left + (places[index] ?? 0) * (square.right - square.left),
    y: square.top + (places[index + 5] ?? 0) * (square.bottom - square.top),
  });
  return {
    ...box,
    landmarks: {
      leftEye: place(0),
      rightEye: place(1),
      nose: place(2),
      mouthLeft: place(3),
      mouthRight: place(4),
    },
  };
}

/** Moves the sides of a box by fractions of its edges: left, top, right, bottom. */
function shift(box: Candidate, by: (side: number) => number): Candidate {
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  return {
    left: box.left + by(0) * width,
    top: box.top + by(1) * height,
    right: box.right + by(2) * width,
    bottom: box.bottom + by(3) * height,
    score: box.score,
  };
}

/** Writes a part of the image at another size, as means of areas, in the range of the networks (about -1 to 1). */
function sampleArea(
  { width, height, rgb }: Picture,
  { left, top, right, bottom }: Candidate,
  size: { readonly width: number; readonly height: number },
  target: Float32Array,
): void {
  const within = (value: number, limit: number) => Math.min(limit, Math.max(0, Math.trunc(value)));
  const [fromX, fromY] = [within(left, width - 1), within(top, height - 1)];
  const columns = Math.max(1, within(right, width) - fromX);
  const rows = Math.max(1, within(bottom, height) - fromY);
  const area = size.width * size.height;
  for (let y = 0; y < size.height; y += 1) {
    const startY = fromY + Math.floor((y * rows) / size.height);
    const endY = fromY + Math.ceil(((y + 1) * rows) / size.height);
    for (let x = 0; x < size.width; x += 1) {
      const startX = fromX + Math.floor((x * columns) / size.width);
      const endX = fromX + Math.ceil(((x + 1) * columns) / size.width);
      const count = (endX - startX) * (endY - startY);
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let row = startY; row < endY; row += 1) {
          for (let column = startX; column < endX; column += 1) {
            sum += rgb[(row * width + column) * 3 + channel] ?? 0;
          }
        }
        target[channel * area + y * size.width + x] = (sum / count - 127.5) / 128;
      }
    }
  }
}
