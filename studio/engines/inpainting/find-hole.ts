import sharp from "sharp";

import type { EngineContext } from "#studio/engine.ts";
import { boxBlur } from "#studio/engines/filters/smooth.ts";
import { findMatte } from "#studio/engines/matte/find-matte.ts";
import { type Raster, rasterShare, readRaster } from "#studio/engines/raster.ts";
import { StudioError } from "#studio/errors.ts";

/** Where the area comes from: a mask, transparent pixels, or the foreground that a network finds. */
export interface Hole {
  readonly source: "mask" | "transparency" | "subject";
  /** 1 for each pixel to replace. */
  readonly pixels: Uint8Array;
}

const shareMax = 0.6;
const ratioTolerance = 0.02;
const markedMin = 128;
/** Nearly opaque pixels at the edge of a transparent part have its colour. */
const opaqueMin = 250;
const foregroundMin = 24;
/** Growth as a share of the longer edge: masks are cut closely, and the foreground leaves a rim. */
const growth = { mask: 1 / 300, transparency: 1 / 300, subject: 1 / 60 } as const;

/** Finds the area that an inpainting replaces. Throws `invalid_input` when it is empty or too large. */
export async function findHole(raster: Raster, context: EngineContext): Promise<Hole> {
  return toHole(await findMarked(raster, context), raster);
}

/** Makes the area of a foreground, whose opacities are known. Throws as `findHole` does. */
export function holeOfSubject(matte: Uint8Array, raster: Raster): Hole {
  return toHole(markSubject(matte), raster);
}

interface Marked {
  readonly source: Hole["source"];
  readonly marked: Uint8Array;
}

function toHole({ source, marked }: Marked, raster: Raster): Hole {
  if (!marked.includes(1)) {
    throw new StudioError(
      "invalid_input",
      "The mask marks nothing: white pixels mark the area to change.",
    );
  }
  const reach = Math.max(1, Math.round(Math.max(raster.width, raster.height) * growth[source]));
  const grown = boxBlur(Float32Array.from(marked), raster.width, raster.height, reach);
  const smallest = 0.5 / (reach * 2 + 1) ** 2;
  const pixels = new Uint8Array(grown.map((value) => (value > smallest ? 1 : 0)));
  const share = rasterShare(pixels, (value) => value === 1);
  if (share > shareMax) {
    throw new StudioError(
      "invalid_input",
      `The area to change covers ${Math.round(share * 100)} % of the image; ${shareMax * 100} % is the most, because the rest is what fills it. Attach a mask of a smaller area.`,
    );
  }
  return { source, pixels };
}

async function findMarked(raster: Raster, context: EngineContext): Promise<Marked> {
  const mask = context.inputs.find(({ kind }) => kind === "mask");
  if (mask) return { source: "mask", marked: await readMask(mask.path, raster) };
  const { alpha } = raster;
  if (alpha) {
    return { source: "transparency", marked: alpha.map((value) => (value < opaqueMin ? 1 : 0)) };
  }
  return markSubject(await findMatte(raster, context));
}

function markSubject(matte: Uint8Array): Marked {
  return { source: "subject", marked: matte.map((value) => (value >= foregroundMin ? 1 : 0)) };
}

async function readMask(path: string, { width, height }: Raster): Promise<Uint8Array> {
  const mask = await readRaster(path, Math.max(width, height));
  const ratio = mask.width / mask.height / (width / height);
  if (Math.abs(ratio - 1) > ratioTolerance) {
    throw new StudioError(
      "invalid_input",
      `The mask has ${mask.width} × ${mask.height} pixels and the image ${width} × ${height}; both need the same proportions.`,
    );
  }
  const light = await sharp(mask.rgb, {
    raw: { width: mask.width, height: mask.height, channels: 3 },
  })
    .resize(width, height, { fit: "fill" })
    .greyscale()
    .raw()
    .toBuffer();
  return light.map((value) => (value >= markedMin ? 1 : 0));
}
