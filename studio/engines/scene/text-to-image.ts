import { join } from "node:path";

import type {
  Engine,
  EngineContext,
  EngineDescription,
  EngineOutput,
  EngineRequest,
} from "#studio/engine.ts";
import { applyStyle, isStyleName } from "#studio/engines/filters/styles.ts";
import { type SizeLimits, checkSize, chooseSize } from "#studio/engines/picture-size.ts";
import {
  checkImageFormat,
  findImageFormat,
  fromRgba,
  writeRaster,
} from "#studio/engines/raster.ts";
import type { Issue } from "#studio/errors.ts";

import { hashText } from "./random.ts";
import { explainReading } from "./reading/explain-reading.ts";
import { findStyle } from "./reading/find-style.ts";
import { type PromptReading, readPrompt } from "./reading/read-prompt.ts";
import { buildScene, paintStill } from "./scene.ts";

const compositor: EngineDescription = {
  name: "compositor",
  tier: "procedural",
  limitation: "Illustration composed from an art library; not a photo, not a neural model",
};

const limits: SizeLimits = { edgeMin: 64, edgeMax: 2048, shortEdge: 1024, aspectRatio: 1 };
const countMax = 8;

/** Draws a scene of the prompt's subjects, place, time of day, weather, style and lettering. */
export const textToImage: Engine = {
  capability: "text-to-image",
  async describe() {
    return { engine: compositor, available: true };
  },
  validate({ parameters }) {
    const issues: Issue[] = checkSize(parameters, limits);
    issues.push(...checkImageFormat(parameters.format));
    if ((parameters.count ?? 1) > countMax) {
      issues.push({ path: "parameters.count", message: `expected ${countMax} at most` });
    }
    return issues;
  },
  async run(request, context) {
    const reading = readPrompt(request.prompt, request.parameters.negativePrompt);
    const engine = { ...compositor, limitation: explainReading(reading, compositor.limitation) };
    const count = request.parameters.count ?? 1;
    const outputs: EngineOutput[] = [];
    for (let index = 0; index < count; index += 1) {
      context.signal.throwIfAborted();
      context.progress(index / count, "drawing", (count - index) * 1);
      outputs.push(await drawOne(request, reading, index, context));
      // Yields to the event loop, so that a cancellation takes effect between two images.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { engine, outputs };
  },
};

async function drawOne(
  { prompt, parameters }: EngineRequest,
  reading: PromptReading,
  index: number,
  context: EngineContext,
): Promise<EngineOutput> {
  const size = chooseSize(parameters, limits);
  const seed = index === 0 ? context.seed : hashText(`picture ${index}`, context.seed);
  const scene = await buildScene(reading, size, seed);
  const canvas = paintStill(scene);
  const { data } = canvas.getContext("2d").getImageData(0, 0, size.width, size.height);
  const drawn = fromRgba(new Uint8Array(data.buffer), size.width, size.height);

  const style = findStyle(parameters.style) ?? reading.style;
  // The scene's light already shows the night; the night filter is for photographs.
  const styled =
    style !== null && style !== "night" && isStyleName(style)
      ? applyStyle(drawn, style, { strength: parameters.strength ?? 1, seed })
      : drawn;
  const format = findImageFormat(parameters.format) ?? "png";
  const path = join(context.workFolder, `${index}.${format}`);
  await writeRaster(styled, path, {
    format,
    engine: compositor.name,
    description: describe(prompt),
  });
  return { path, contentType: `image/${format}`, ...size };
}

/** Describes the image in ASCII, as EXIF requires. */
function describe(prompt: string): string {
  const ascii = prompt.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 500);
  return `${ascii} (${compositor.limitation})`;
}
