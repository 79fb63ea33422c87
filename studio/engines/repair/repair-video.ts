import type { EngineContext, EngineInput, EngineRequest } from "#studio/engine.ts";
import { readFfmpeg } from "#studio/engines/ffmpeg.ts";
import { ffmpegOf, inputArguments, probeVideo } from "#studio/engines/media/probe.ts";
import { filterVideo } from "#studio/engines/media/video.ts";

import { type Measures, measure } from "./measure.ts";
import { chooseRemedies, pictureFilters } from "./picture-filters.ts";
import { type RepairCapability, readRemedies, remediesOf } from "./remedies.ts";
import type { Repaired } from "./repair-image.ts";

const sampleFrames = 8;
const sampleSize = { width: 480, height: 272 };

/** Repairs every frame with one set of filters, measured on a few frames, so that nothing flickers. */
export async function repairVideo(
  file: EngineInput,
  request: EngineRequest,
  capability: RepairCapability,
  context: EngineContext,
): Promise<Repaired> {
  const facts = await probeVideo(file, context);
  context.progress(0.05, "measuring");
  const measures = await measureVideo(file, facts.durationSeconds, context);
  const named = readRemedies(request, capability, "video");
  const applied = named.length > 0 ? named : chooseRemedies(remediesOf[capability].video, measures);
  const filters = pictureFilters(applied, measures, "video");
  const graph = `[base]${filters.join(",") || "null"}[done]`;
  return { output: await filterVideo(file, facts, { graph }, context), applied };
}

/** Measures a mosaic-free sample: parts of frames at their full resolution, one after the other. */
async function measureVideo(
  file: EngineInput,
  durationSeconds: number,
  context: EngineContext,
): Promise<Measures> {
  const { width, height } = sampleSize;
  const rate = sampleFrames / Math.max(durationSeconds, 0.1);
  const crop = `crop='min(iw,${width})':'min(ih,${height})',scale=${width}:${height}:flags=neighbor`;
  const chunks: Buffer[] = [];
  for await (const chunk of readFfmpeg(
    [
      ...inputArguments(file),
      "-map",
      "0:V:0",
      "-vf",
      `fps=${rate.toFixed(4)},${crop}`,
      "-frames:v",
      `${sampleFrames}`,
      "-f",
      "rawvideo",
      "-pix_fmt",
      "rgb24",
      "pipe:1",
    ],
    ffmpegOf(context),
  )) {
    chunks.push(chunk);
  }
  const rgb = new Uint8Array(Buffer.concat(chunks));
  return measure(rgb, width, Math.floor(rgb.length / 3 / width));
}
