import { join } from "node:path";

import type { Canvas } from "@napi-rs/canvas";

import type {
  Engine,
  EngineContext,
  EngineDescription,
  EngineOutput,
  EngineRequest,
} from "#studio/engine.ts";
import { applyStyle, isStyleName } from "#studio/engines/filters/styles.ts";
import { checkSize, chooseSize, imageSize } from "#studio/engines/picture-size.ts";
import {
  checkImageFormat,
  findImageFormat,
  fromRgba,
  writeRaster,
} from "#studio/engines/raster.ts";
import type { Issue } from "#studio/errors.ts";

import { type Size, drawDesign } from "./design/draw-design.ts";
import { drawFlatScene } from "./design/flat-scene.ts";
import { hasSolids } from "./design/isometric.ts";
import { drawStudy, isStudy } from "./design/study.ts";
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

const countMax = 8;

/** Draws a scene of the prompt's subjects, place, time of day, weather, style and lettering. */
export const textToImage: Engine = {
  capability: "text-to-image",
  async describe() {
    return { engine: compositor, available: true };
  },
  validate({ parameters }) {
    const issues: Issue[] = checkSize(parameters, imageSize);
    issues.push(...checkImageFormat(parameters.format));
    if ((parameters.count ?? 1) > countMax) {
      issues.push({ path: "parameters.count", message: `expected ${countMax} at most` });
    }
    return issues;
  },
  async run(request, context) {
    const reading = suitDesign(
      request.prompt,
      readPrompt(request.prompt, request.parameters.negativePrompt),
    );
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

/** Replaces an isometric view that has no solids by a scene, and reports it as not drawn. */
function suitDesign(prompt: string, reading: PromptReading): PromptReading {
  if (reading.design !== "isometric" || hasSolids(prompt, reading)) return reading;
  return { ...reading, design: null, unknownWords: [...reading.unknownWords, "isometric"] };
}

async function drawOne(
  { prompt, parameters }: EngineRequest,
  read: PromptReading,
  index: number,
  context: EngineContext,
): Promise<EngineOutput> {
  const style = findStyle(parameters.style) ?? read.style;
  const reading = { ...read, style };
  const size = chooseSize(parameters, imageSize);
  const seed = index === 0 ? context.seed : hashText(`picture ${index}`, context.seed);
  const canvas = await draw(prompt, reading, size, seed);
  const { data } = canvas.getContext("2d").getImageData(0, 0, size.width, size.height);
  const drawn = fromRgba(new Uint8Array(data.buffer), size.width, size.height);

  const styled =
    style !== null && !drawnStyles.has(style) && isStyleName(style)
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

/** Styles that the drawing itself has: the light of the night, and flat colours. */
const drawnStyles = new Set(["night", "flat"]);

async function draw(
  prompt: string,
  reading: PromptReading,
  size: Size,
  seed: number,
): Promise<Canvas> {
  const designed = await drawDesign(prompt, reading, size, seed);
  if (designed) return designed;
  if (isStudy(reading)) return drawStudy(reading, size, seed);
  if (reading.style === "flat") return drawFlatScene(reading, size, seed);
  return paintStill(await buildScene(reading, size, seed));
}

/** Describes the image in ASCII, as EXIF requires. */
function describe(prompt: string): string {
  const ascii = prompt.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 500);
  return `${ascii} (${compositor.limitation})`;
}
