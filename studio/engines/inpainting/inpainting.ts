import { join } from "node:path";

import type { Engine, EngineContext, EngineDescription } from "#studio/engine.ts";
import { matteLimitation } from "#studio/engines/matte/find-matte.ts";
import {
  type Raster,
  checkImageFormat,
  findImageFormat,
  readRaster,
  writeRaster,
} from "#studio/engines/raster.ts";
import { explainReading } from "#studio/engines/scene/reading/explain-reading.ts";
import { type Issue, StudioError } from "#studio/errors.ts";

import { fillHole } from "./fill-hole.ts";
import { type Hole, findHole } from "./find-hole.ts";
import { insertSubjects } from "./insert-subjects.ts";
import { readChange } from "./read-change.ts";

const patchMatch: EngineDescription = {
  name: "patchmatch",
  tier: "algorithmic",
  limitation:
    "Fills the area with texture from the rest of the image; new subjects come from an art library",
};

const edgeMax = 2048;

const sources: Readonly<Record<Hole["source"], string>> = {
  mask: "The mask names the area",
  transparency: "The transparent part was filled",
  subject: `Without a mask, the main subject was changed, whatever the prompt names. ${matteLimitation}`,
};

/** Removes what a mask marks, fills transparent parts, and replaces areas with subjects that studio draws. */
export const inpainting: Engine = {
  capability: "inpainting",
  async describe() {
    return { engine: patchMatch, available: true };
  },
  validate({ prompt, parameters }, kinds) {
    const issues: Issue[] = [...checkImageFormat(parameters.format)];
    const { isAddition, unknown } = readChange(prompt);
    if (unknown !== "") {
      issues.push({
        path: "prompt",
        message: `names nothing that studio draws: “${unknown.slice(0, 100)}”. Write "remove" to empty the area, or name common things such as a cat, a tree or a boat`,
      });
    }
    if (isAddition && !kinds.includes("mask")) {
      issues.push({
        path: "inputs",
        message: "expected a mask that marks where to add the content",
      });
    }
    return issues;
  },
  async run({ prompt, parameters }, context) {
    const input = context.inputs.find(({ kind }) => kind === "image");
    if (!input) throw new StudioError("invalid_input", "An image is needed.");
    context.progress(0, "reading", 4);
    const raster = await readRaster(input.path, edgeMax);
    const hole = await findHole(raster, context);
    const { insert, isAddition } = readChange(prompt);
    let result = raster;
    // Additions are drawn over the image; a replacement or removal needs the area filled.
    if (!isAddition) result = await fillRaster(raster, hole, context);
    if (insert) {
      result = { ...(await insertSubjects(result, hole.pixels, insert)), alpha: result.alpha };
    }
    context.signal.throwIfAborted();

    context.progress(0.95, "writing", 1);
    const format = findImageFormat(parameters.format) ?? "png";
    const path = join(context.workFolder, `0.${format}`);
    await writeRaster(result, path, {
      format,
      engine: patchMatch.name,
      description: patchMatch.limitation,
    });
    const { width, height } = result;
    const limitation = `${patchMatch.limitation}. ${sources[hole.source]}`;
    const engine = {
      ...patchMatch,
      limitation: insert ? explainReading(insert, limitation) : limitation,
    };
    return { engine, outputs: [{ path, contentType: `image/${format}`, width, height }] };
  },
};

async function fillRaster(raster: Raster, hole: Hole, context: EngineContext): Promise<Raster> {
  context.progress(0.3, "filling", 3);
  const rgb = await fillHole(raster.rgb, hole.pixels, raster, {
    seed: context.seed,
    signal: context.signal,
    onProgress: (fraction) => context.progress(0.3 + 0.6 * fraction, "filling"),
  });
  if (rgb === null) {
    throw new StudioError(
      "invalid_input",
      "Too little of the image is left to fill the area from.",
    );
  }
  return { ...raster, rgb, alpha: hole.source === "mask" ? raster.alpha : null };
}
