import { join } from "node:path";

import type { EngineContext, EngineOutput, EngineRequest } from "#studio/engine.ts";
import { runFfmpeg, ffmpegError } from "#studio/engines/ffmpeg.ts";
import { ffmpegOf } from "#studio/engines/media/probe.ts";
import { type Raster, findImageFormat, readRaster, writeRaster } from "#studio/engines/raster.ts";
import { enlargeRaster } from "#studio/engines/upscaling/upscaling.ts";
import { StudioError } from "#studio/errors.ts";

import { deconvolve } from "./deconvolve.ts";
import { measure } from "./measure.ts";
import { chooseRemedies, pictureFilters } from "./picture-filters.ts";
import { type Remedy, type RepairCapability, readRemedies, remediesOf } from "./remedies.ts";
import { removeScratches } from "./scratches.ts";

const imageEdgeMax = 8192;
const repairPixelsMax = 16_000_000;
/** Images of at most this edge are enlarged by a restoration that names nothing else. */
const smallEdge = 400;
const enlargePixelsMax = 4_000_000;

export interface Repaired {
  readonly output: EngineOutput;
  readonly applied: readonly Remedy[];
}

export async function repairImage(
  path: string,
  request: EngineRequest,
  capability: RepairCapability,
  context: EngineContext,
): Promise<Repaired> {
  context.progress(0.05, "measuring");
  let raster = await readRaster(path, imageEdgeMax);
  const { width, height } = raster;
  if (width * height > repairPixelsMax) {
    const message = `The image has ${((width * height) / 1e6).toFixed(1)} megapixels; ${repairPixelsMax / 1e6} are the most.`;
    throw new StudioError("invalid_input", message);
  }
  const measures = measure(raster.rgb, width, height);
  const named = readRemedies(request, capability, "image");
  const applied =
    named.length > 0 ? [...named] : [...chooseRemedies(remediesOf[capability].image, measures)];
  const isSmall =
    capability === "restoration" && named.length === 0 && Math.max(width, height) <= smallEdge;
  if (isSmall) applied.push("enlarge");

  context.progress(0.15, "repairing");
  if (applied.includes("scratches")) raster = await removeScratches(raster);
  // White scratches would pass for the brightest part of a faded image.
  const filters = pictureFilters(applied, measure(raster.rgb, width, height), "image");
  if (filters.length > 0) raster = await filterRaster(raster, filters, context);
  if (applied.includes("deblur")) {
    raster = deconvolve(raster, (share) => {
      context.signal.throwIfAborted();
      context.progress(0.3 + 0.5 * share, "sharpening");
    });
  }
  if (applied.includes("enlarge")) {
    if (width * height > enlargePixelsMax) {
      throw new StudioError("invalid_input", "An image of at most 4 megapixels can be enlarged.");
    }
    raster = await enlargeRaster(raster, request.parameters.scale ?? 2, 1, context);
  }

  const format = findImageFormat(request.parameters.format) ?? "png";
  const target = join(context.workFolder, `0.${format}`);
  const description = `Repaired: ${applied.join(", ") || "nothing"}`;
  await writeRaster(raster, target, { format, engine: "repair", description });
  return {
    output: {
      path: target,
      contentType: `image/${format}`,
      width: raster.width,
      height: raster.height,
    },
    applied,
  };
}

/** Runs ffmpeg's filters on the colours of an image. */
async function filterRaster(
  raster: Raster,
  filters: readonly string[],
  context: EngineContext,
): Promise<Raster> {
  const { width, height } = raster;
  const raw = ["-f", "rawvideo", "-pix_fmt", "rgb24"];
  const chunks: Buffer[] = [];
  const { status, text } = await runFfmpeg(
    [
      ...raw,
      "-s",
      `${width}x${height}`,
      "-i",
      "pipe:0",
      "-vf",
      filters.join(","),
      "-threads",
      "1",
      ...raw,
      "pipe:1",
    ],
    ffmpegOf(context),
    { stdin: raster.rgb, onOutput: (chunk) => chunks.push(chunk) },
  );
  const rgb = new Uint8Array(Buffer.concat(chunks));
  if (status !== 0 || rgb.length !== raster.rgb.length) {
    throw ffmpegError("ffmpeg could not filter the image.", text);
  }
  return { ...raster, rgb };
}
