import { join } from "node:path";

import type { Engine, EngineDescription, EngineOutput } from "#studio/engine.ts";
import { changeBackground } from "#studio/engines/matte/change-background.ts";
import { findMatte, matteLimitation } from "#studio/engines/matte/find-matte.ts";
import { type BackgroundReading, readBackground } from "#studio/engines/matte/read-background.ts";
import { fromCanvas, toCanvas } from "#studio/engines/raster-canvas.ts";
import {
  type Raster,
  checkImageFormat,
  findImageFormat,
  readRaster,
  writeRaster,
} from "#studio/engines/raster.ts";
import type { MovingLayer } from "#studio/engines/scene/layer.ts";
import { chooseMood } from "#studio/engines/scene/mood.ts";
import { mist, rainfall, snowfall } from "#studio/engines/scene/particles.ts";
import { createRandom } from "#studio/engines/scene/random.ts";
import { findStyle } from "#studio/engines/scene/reading/find-style.ts";
import { type PromptReading, readPrompt } from "#studio/engines/scene/reading/read-prompt.ts";
import { type Issue, StudioError } from "#studio/errors.ts";

import { type StyleName, applyStyle, isStyleName, styleNames } from "./styles.ts";
import { type Tone, applyTone, readTones } from "./tones.ts";

const restyler: EngineDescription = {
  name: "style-filters",
  tier: "algorithmic",
  limitation: "Style filters over the given picture; it draws nothing new and moves nothing",
};

const cutter: EngineDescription = { name: "matte", tier: "neural", limitation: matteLimitation };

const edgeMax = 2048;

/** Effects of a request, applied in the order of the fields. */
interface Plan {
  readonly background: BackgroundReading;
  readonly tones: readonly Tone[];
  readonly weather: PromptReading["weather"];
  readonly style: StyleName | null;
}

/**
 * Restyles an image by the effects that the prompt names: paint, pencil, light, colour, weather; or removes,
 * blurs or replaces its background.
 */
export const imageToImage: Engine = {
  capability: "image-to-image",
  async describe() {
    return { engine: restyler, available: true };
  },
  validate({ prompt, parameters }) {
    const issues: Issue[] = [...checkImageFormat(parameters.format)];
    if ((parameters.count ?? 1) > 1) {
      issues.push({ path: "parameters.count", message: "expected 1: a filter has one result" });
    }
    const {
      background: { isNamed, background },
      tones,
      weather,
      style,
    } = planFor(prompt, parameters.style);
    if (background?.kind === "removed" && findImageFormat(parameters.format) === "jpeg") {
      issues.push({
        path: "parameters.format",
        message: "expected png or webp: jpeg has no transparency",
      });
    }
    const hasEffect = tones.length + weather.length > 0 || style !== null || background !== null;
    if (isNamed ? background === null : !hasEffect) {
      const message = isNamed
        ? "names no background that studio makes: removed, blurred, a colour, or a place such as a beach, a forest, a city street, a room or the moon"
        : `names no effect that these filters have: ${styleNames.join(", ")}, sunset, dawn, snow, rain, fog, warm, cold, vivid, faded, brighter, darker, blurred, sharper, negative, a colour, or a change of the background`;
      issues.push({ path: prompt === "" ? "parameters.style" : "prompt", message });
    }
    return issues;
  },
  async run({ prompt, parameters }, context) {
    const input = context.inputs.find(({ kind }) => kind === "image");
    if (!input) throw new StudioError("invalid_input", "An image is needed.");
    context.progress(0, "reading", 2);
    const raster = await readRaster(input.path, edgeMax);
    const plan = planFor(prompt, parameters.style);
    const strength = parameters.strength ?? 1;

    let result = raster;
    const { background } = plan.background;
    if (background) {
      const matte = await findMatte(raster, context);
      context.progress(0.5, "changing background", 2);
      result = await changeBackground(raster, matte, background, context.seed);
      context.signal.throwIfAborted();
    }
    context.progress(0.6, "filtering", 2);
    result = plan.tones.reduce((toned, tone) => applyTone(toned, tone, strength), result);
    if (plan.weather.length > 0) result = addWeather(result, plan.weather, context.seed);
    context.signal.throwIfAborted();
    if (plan.style) result = applyStyle(result, plan.style, { strength, seed: context.seed });

    context.progress(0.8, "writing", 1);
    const engine = background ? cutter : restyler;
    const format = findImageFormat(parameters.format) ?? "png";
    const path = join(context.workFolder, `0.${format}`);
    await writeRaster(result, path, {
      format,
      engine: engine.name,
      description:
        engine === restyler ? restyler.limitation : "Background changed by a neural matte",
    });
    const { width, height } = result;
    const output: EngineOutput = { path, contentType: `image/${format}`, width, height };
    return { engine, outputs: [output] };
  },
};

function planFor(prompt: string, asked: string | undefined): Plan {
  const background = readBackground(prompt);
  const reading = readPrompt(prompt);
  const style = findStyle(asked) ?? reading.style;
  // Colours, places and weather of such a prompt belong to the new background.
  if (background.isNamed) {
    return { background, tones: [], weather: [], style: isFilter(style) ? style : null };
  }
  const named = style ?? (reading.time === "night" ? "night" : null);
  return {
    background,
    tones: readTones(`${prompt} ${asked ?? ""}`, reading),
    weather: reading.weather.filter((word) => word !== "storm"),
    style: isFilter(named) ? named : null,
  };
}

function isFilter(name: string | null): name is StyleName {
  return name !== null && isStyleName(name);
}

function addWeather(raster: Raster, weather: PromptReading["weather"], seed: number): Raster {
  const { width, height } = raster;
  const random = createRandom(seed);
  const mood = chooseMood({ ...readPrompt(""), weather }, "meadow", random);
  const stage = { width, height, horizon: height * 0.55, mood, random };
  const canvas = toCanvas({ ...raster, alpha: null });
  const context = canvas.getContext("2d");
  const layers: Readonly<Record<string, () => MovingLayer>> = {
    snow: () => snowfall(stage),
    rain: () => rainfall(stage),
    fog: () => mist(stage, 0.55),
  };
  for (const word of weather) layers[word]?.().moving(context, 0);
  return { ...fromCanvas(canvas), alpha: raster.alpha };
}
