import ort from "onnxruntime-node";
import sharp from "sharp";

import type { EngineContext } from "#studio/engine.ts";
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
  // The network needs half a gigabyte and loads in a fifth of a second; images of 2048 pixels need as much.
  freeModel();
  context.signal.throwIfAborted();
  const matte = followEdges(await enlargeMask(certainty, raster), raster);
  if (rasterShare(matte, (value) => value >= 128) < foregroundShareMin) throw nothingFound();
  return matte;
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
