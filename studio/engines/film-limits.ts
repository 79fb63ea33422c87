import type { GenerationParameters } from "#studio/engine.ts";
import { type Issue } from "#studio/errors.ts";

import { type SizeLimits, checkSize } from "./picture-size.ts";

/** Limits of the films that studio draws itself. */
export const filmSize: SizeLimits = {
  edgeMin: 128,
  edgeMax: 1920,
  shortEdge: 720,
  aspectRatio: 16 / 9,
};
const duration = { min: 1, max: 10, usual: 4 };
export const filmSecondsMax = duration.max;
const framesPerSecond = { min: 8, max: 60, usual: 24 };
const ranges = { durationSeconds: duration, fps: framesPerSecond, count: { min: 1, max: 1 } };

export function checkFilm(parameters: GenerationParameters): readonly Issue[] {
  const issues: Issue[] = checkSize(parameters, filmSize);
  for (const name of ["durationSeconds", "fps", "count"] as const) {
    const value = parameters[name];
    const { min, max } = ranges[name];
    if (value !== undefined && (value < min || value > max)) {
      issues.push({ path: `parameters.${name}`, message: `expected ${min} to ${max}` });
    }
  }
  if (!/^(video\/|\.)?mp4$/i.test(parameters.format ?? "mp4")) {
    issues.push({ path: "parameters.format", message: "expected mp4" });
  }
  return issues;
}

/** `least` are the seconds that the sound of the film needs; a length that the caller gives is kept. */
export function chooseTiming(
  {
    durationSeconds,
    fps = framesPerSecond.usual,
  }: Pick<GenerationParameters, "durationSeconds" | "fps">,
  least = 0,
) {
  const seconds = durationSeconds ?? Math.min(duration.max, Math.max(duration.usual, least));
  return { fps, frames: Math.max(1, Math.round(seconds * fps)) };
}
