import type { GenerationParameters } from "#domain/requests/intent.ts";

/** Change of one field that a message requests relative to an earlier request. */
export const adjustments = [
  "wide",
  "tall",
  "square",
  "longer",
  "shorter",
  "slower",
  "faster",
  "sharper",
  "cheaper",
  "better",
] as const;
export type Adjustment = (typeof adjustments)[number];

/** Fields that an adjustment changes. */
export type AdjustedField = keyof GenerationParameters | "optimizeFor";

const resolutions = ["480p", "720p", "1080p", "1440p", "4k", "8k"] as const;
const secondsDefault = 5;
const lengthFactor = 1.5;
const speedFactor = 1.25;
const speedLimits = { min: 0.5, max: 2 } as const;

/**
 * Returns the field and the next value of an adjustment. A ratio becomes at least 16:9, or at most 9:16, and the next
 * one beyond that; a length changes by half.
 */
export function nextValue(
  adjustment: Adjustment,
  parameters: GenerationParameters,
): { readonly field: AdjustedField; readonly value: string | number } {
  const { aspectRatio = "1:1", durationSeconds = secondsDefault, speed = 1 } = parameters;
  switch (adjustment) {
    case "wide":
      return { field: "aspectRatio", value: aspectRatio === "16:9" ? "21:9" : "16:9" };
    case "tall":
      return { field: "aspectRatio", value: "9:16" };
    case "square":
      return { field: "aspectRatio", value: "1:1" };
    case "longer":
      return { field: "durationSeconds", value: Math.ceil(durationSeconds * lengthFactor) };
    case "shorter":
      return {
        field: "durationSeconds",
        value: Math.max(1, Math.floor(durationSeconds / lengthFactor)),
      };
    case "slower":
      return { field: "speed", value: Math.max(speedLimits.min, round(speed / speedFactor)) };
    case "faster":
      return { field: "speed", value: Math.min(speedLimits.max, round(speed * speedFactor)) };
    case "sharper": {
      const at = resolutions.findIndex((known) => known === parameters.resolution);
      const value = at < 0 ? "4k" : resolutions[Math.min(at + 1, resolutions.length - 1)];
      return { field: "resolution", value: value ?? "4k" };
    }
    case "cheaper":
      return { field: "optimizeFor", value: "cost" };
    case "better":
      return { field: "optimizeFor", value: "quality" };
  }
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
