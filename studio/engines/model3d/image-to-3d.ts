import sharp from "sharp";

import type { Engine, EngineContext, EngineDescription, EngineResult } from "#studio/engine.ts";
import { findCutOut, keepRegions } from "#studio/engines/cut-out.ts";
import { findMatte } from "#studio/engines/matte/find-matte.ts";
import { type Raster, readRaster } from "#studio/engines/raster.ts";
import { StudioError } from "#studio/errors.ts";

import { type Inflation, inflatePicture } from "./inflate-picture.ts";
import { boundsOf, placeMesh } from "./mesh.ts";
import { defaultLongest, readLength } from "./read-length.ts";
import { checkModelFormat, writeModel } from "./write-model.ts";

const engine: EngineDescription = {
  name: "inflate",
  tier: "procedural",
  limitation:
    "A relief blown up from the outline: good from the front, and the back mirrors the front; depth is not measured",
};

const edgeMax = 1024;
const inflation: Inflation = { gridSize: 160, textureSize: 1024, relief: 0.5, backDepth: 0.6 };
/** Softens the outline of a mask, so that its steps do not show. */
const outlineBlur = 1.2;

/** Makes a closed, textured binary glTF model in metres from the subject of an image, and a preview image. */
export const imageTo3d: Engine = {
  capability: "image-to-3d",
  describe: async () => ({ engine, available: true }),
  validate: checkModelFormat,
  async run({ prompt }, context): Promise<EngineResult> {
    const input = context.inputs.find(({ kind }) => kind === "image");
    if (!input) throw new StudioError("invalid_input", "An image is needed.");
    context.progress(0.05, "reading");
    const raster = await readRaster(input.path, edgeMax);
    context.progress(0.1, "finding subject");
    const { mask, basis } = await findSubject(raster, context);
    context.signal.throwIfAborted();
    context.progress(0.3, "modelling");
    const inflated = await inflatePicture("subject", await cut(raster, mask), inflation);
    const { low, high } = boundsOf([inflated]);
    const length = readLength(prompt) ?? defaultLongest;
    const edges = { tall: high[1] - low[1], wide: high[0] - low[0] };
    const longest = Math.max(edges.tall, edges.wide);
    const scale = length.metres / (length.axis === "longest" ? longest : edges[length.axis]);
    const mesh = placeMesh(inflated, { scale, degrees: 0, move: [0, -low[1] * scale, 0] });

    context.signal.throwIfAborted();
    context.progress(0.6, "writing");
    const description = {
      ...engine,
      limitation: `${engine.limitation}. Subject found by ${basis}; ${(edges.tall * scale).toFixed(2)} m tall`,
    };
    return writeModel([mesh], { title: prompt || "Subject", engine: description }, context);
  },
};

/** Parts of a matte below this share of its largest part are dropped: they would be separate from the model. */
const partMin = 0.05;

/** A transparent or plain background needs no network and has the sharper outline. */
async function findSubject(
  raster: Raster,
  context: EngineContext,
): Promise<{ readonly mask: Uint8Array; readonly basis: string }> {
  const cutOut = findCutOut(raster);
  if (cutOut) return { mask: cutOut.mask, basis: `its ${cutOut.basis}` };
  const matte = await findMatte(raster, context);
  const inside = matte.map((opacity) => (opacity > 127 ? 255 : 0));
  const mask = keepRegions(inside, raster.width, raster.height, partMin);
  return { mask, basis: "a neural network (U²-Net)" };
}

/** Returns a PNG of the subject on a transparent background. */
async function cut({ width, height, rgb }: Raster, mask: Uint8Array): Promise<Buffer> {
  const alpha = await sharp(mask, { raw: { width, height, channels: 1 } })
    .blur(outlineBlur)
    .extractChannel(0)
    .raw()
    .toBuffer();
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .joinChannel(alpha, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
