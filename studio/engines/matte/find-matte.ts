import ort from "onnxruntime-node";
import sharp from "sharp";

import type { EngineContext } from "#studio/engine.ts";
import { clearConnected, keepRegions } from "#studio/engines/cut-out.ts";
import { type Raster, rasterShare } from "#studio/engines/raster.ts";
import { StudioError } from "#studio/errors.ts";
import { readPackFile } from "#studio/models/packs.ts";
import { freeModel, useModel } from "#studio/models/use-model.ts";
import { usePack } from "#studio/models/use-pack.ts";

import { followEdges } from "./follow-edges.ts";

const pack = "u2netp";
/** Edge of the network's input and mask in pixels. */
const edge = 320;
const area = edge * edge;
/** Mean and deviation of the images that the network was trained on. */
const means = [0.485, 0.456, 0.406];
const deviations = [0.229, 0.224, 0.225];
const certaintyMin = 0.5;
const foregroundShareMin = 0.002;
const cutShareMin = 0.01;
/** The second look leaves out this share of the image at the left, the right and the top. */
const closerMargin = 1 / 6;
/** Smaller subjects of the second look, as a share of the first foreground, do not replace it. */
const closerShareMin = 0.25;
/** Shares of pixels of the closer subject: inside of the first foreground at least, and at the edges of the look at most. */
const closerInsideMin = 0.9;
const closerBorderMax = 0.01;
/** Parts that only the first look found count when they have this share of the subject; fewer are gaps in it. */
const restoredShareMin = 0.2;
/** Smaller parts, as a share of the largest part, are specks of the background. */
const partMin = 0.02;

export const matteLimitation =
  "The foreground is found by a neural network (U²-Net): it is the most salient thing, and hair and glass have soft edges";

/**
 * Returns the opacity of the foreground for each pixel. An image that is cut out already keeps its own
 * transparency. Throws `invalid_input` when nothing stands out.
 */
export async function findMatte(raster: Raster, context: EngineContext): Promise<Uint8Array> {
  const { alpha } = raster;
  if (alpha && rasterShare(alpha, (value) => value < 128) >= cutShareMin) return alpha;
  await usePack(pack, context);
  context.progress(0.25, "finding subject", 2);
  const certainty = await findCertainty(raster, context);
  context.signal.throwIfAborted();
  const mask = await enlargeMask(certainty, raster);
  const closer = await lookCloser(raster, mask, context);
  // The network needs half a gigabyte and loads in a fifth of a second; images of 2048 pixels need as much.
  freeModel();
  context.signal.throwIfAborted();
  const matte = removeSpecks(followEdges(closer ?? mask, raster), raster);
  if (rasterShare(matte, (value) => value >= 128) < foregroundShareMin) throw nothingFound();
  return matte;
}

/**
 * Looks at the middle of the image again. The network finds all things that stand out, such as a tree next to a bicycle; a
 * subject that is complete in the middle is found alone there, and its thin parts are larger. Returns the mask of that
 * subject; null when the middle has none, or only a part of the foreground.
 */
async function lookCloser(
  raster: Raster,
  mask: Uint8Array,
  context: EngineContext,
): Promise<Uint8Array | null> {
  const { width, height } = raster;
  const box = closerBox(raster);
  const { left, top } = box;
  if (Math.min(box.width, box.height) < 1) return null;
  const rgb = await sharp(raster.rgb, { raw: { width, height, channels: 3 } })
    .extract(box)
    .raw()
    .toBuffer();
  const middle: Raster = { rgb, alpha: null, width: box.width, height: box.height };
  const certainty = await findCertainty(middle, context);
  if (certainty.every((value) => value < certaintyMin)) return null;
  const found = await enlargeMask(certainty, middle);

  const closer = new Uint8Array(mask.length);
  const count = { found: 0, inside: 0, border: 0, first: 0 };
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const target = (y + top) * width + x + left;
      const opacity = found[y * box.width + x] ?? 0;
      closer[target] = opacity;
      if (opacity < 128) continue;
      count.found += 1;
      if ((mask[target] ?? 0) >= 128) count.inside += 1;
      if (x === 0 || x === box.width - 1 || y === 0) count.border += 1;
    }
  }
  for (const opacity of mask) if (opacity >= 128) count.first += 1;
  const isSubject =
    count.found >= count.first * closerShareMin &&
    count.inside >= count.found * closerInsideMin &&
    count.border <= Math.sqrt(count.found) * closerBorderMax;
  return isSubject ? restoreParts(closer, mask, raster) : null;
}

function closerBox({ width, height }: Raster) {
  const left = Math.round(width * closerMargin);
  const top = Math.round(height * closerMargin);
  return { left, top, width: width - left * 2, height: height - top };
}

/** Adds parts that only the first look found, such as the inside of a guitar, unless they reach out of the second look. */
function restoreParts(closer: Uint8Array, mask: Uint8Array, raster: Raster): Uint8Array {
  const { width, height } = raster;
  const { left, top } = closerBox(raster);
  const missed = mask.map((opacity, index) =>
    opacity >= 128 && (closer[index] ?? 0) < 128 ? 255 : 0,
  );
  const outside: number[] = [];
  for (const [index, value] of missed.entries()) {
    const x = index % width;
    const isOutside = x <= left || x >= width - left - 1 || index < (top + 1) * width;
    if (value === 255 && isOutside) outside.push(index);
  }
  clearConnected(missed, outside, { width, height });
  const found = closer.reduce((sum, opacity) => sum + (opacity >= 128 ? 1 : 0), 0);
  if (missed.reduce((sum, value) => sum + value / 255, 0) < found * restoredShareMin) return closer;
  return closer.map((opacity, index) => (missed[index] === 255 ? (mask[index] ?? 0) : opacity));
}

function removeSpecks(matte: Uint8Array, { width, height }: Raster): Uint8Array {
  const kept = keepRegions(matte, width, height, partMin);
  return matte.map((opacity, index) => (kept[index] === 0 ? 0 : opacity));
}

async function findCertainty(raster: Raster, context: EngineContext): Promise<Float32Array> {
  const session = await useModel(pack, async () =>
    ort.InferenceSession.create(
      await readPackFile(context.settings.modelsFolder, pack, "u2netp.onnx"),
      { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 },
    ),
  );
  context.signal.throwIfAborted();
  const outputs = await session.run({ "input.1": await toInput(raster) });
  // The first output joins the masks of all scales. It is copied, because it keeps the memory of the network.
  const certainty = Float32Array.from(outputs[session.outputNames[0] ?? ""]?.data as Float32Array);
  return certainty;
}

async function toInput({ rgb, width, height }: Raster): Promise<ort.Tensor> {
  const pixels = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(edge, edge, { fit: "fill" })
    .raw()
    .toBuffer();
  const brightest = Math.max(
    1,
    pixels.reduce((most, value) => Math.max(most, value), 0),
  );
  const values = new Float32Array(area * 3);
  for (let index = 0; index < area; index += 1) {
    for (const [channel, mean] of means.entries()) {
      values[channel * area + index] =
        ((pixels[index * 3 + channel] ?? 0) / brightest - mean) / (deviations[channel] ?? 1);
    }
  }
  return new ort.Tensor("float32", values, [1, 3, edge, edge]);
}

/** Stretches the certainties to the full range, as the network's authors do, and enlarges them. */
async function enlargeMask(
  certainty: Float32Array,
  { width, height }: Raster,
): Promise<Uint8Array> {
  let [low, high] = [1, 0];
  for (const value of certainty) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high < certaintyMin) throw nothingFound();
  const mask = new Uint8Array(certainty.map((value) => (255 * (value - low)) / (high - low)));
  return sharp(mask, { raw: { width: edge, height: edge, channels: 1 } })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .extractChannel(0)
    .raw()
    .toBuffer();
}

function nothingFound(): StudioError {
  return new StudioError("invalid_input", "Nothing in the image stands out as its foreground.");
}
