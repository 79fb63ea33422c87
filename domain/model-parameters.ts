import type { Issue } from "./errors.ts";
import type { GenerationParameters } from "./intent.ts";

/** One parameter of a model as its catalog row describes it, as far as a value can be checked with it. */
export interface ModelParameter {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** Which of our fields it stands for. */
  readonly "x-role"?: string;
}

/** What a model takes, as JSON Schema (catalog/parameters.ts). */
export interface ModelParameters {
  readonly properties?: Readonly<Record<string, ModelParameter>>;
}

/**
 * The roles that can carry a field of ours, best first. A size travels as width and height, as one
 * word, or as the nearest aspect ratio, so any of them will do. Fields that are not here say what is
 * done with an input (cut it, clean it), which an adapter reads by itself.
 */
const carriers = {
  aspectRatio: ["aspectRatio", "size", "width"],
  width: ["width", "size", "aspectRatio", "resolution"],
  height: ["height", "size", "aspectRatio", "resolution"],
  resolution: ["resolution", "size", "quality", "width"],
  durationSeconds: ["duration"],
  fps: ["fps"],
  count: ["count"],
  style: ["style", "prompt"],
  voice: ["voice"],
  speed: ["speed"],
  language: ["language"],
  format: ["format"],
  scale: ["scale"],
  strength: ["strength"],
  seed: ["seed"],
  negativePrompt: ["negativePrompt"],
} as const satisfies Partial<Record<keyof GenerationParameters, readonly string[]>>;

/**
 * Every parameter that a model does not take, or not with this value; empty when all are fine.
 * A value is checked only where the parameter means exactly our field: what an adapter converts
 * (a width to a named size) it converts to the nearest.
 */
export function unsupportedParameters(
  model: ModelParameters,
  parameters: GenerationParameters,
): Issue[] {
  const described = Object.values(model.properties ?? {});
  return Object.entries(parameters).flatMap(([field, value]) => {
    if (value === undefined || !isField(field)) return [];
    const roles: readonly string[] = carriers[field];
    const parameter = roles
      .map((role) => described.find((candidate) => candidate["x-role"] === role))
      .find((found) => found !== undefined);
    const pointer = `/parameters/${field}`;
    if (parameter === undefined) {
      // One result is what every model makes.
      if (field === "count" && value === 1) return [];
      return [{ pointer, code: "not_supported", message: `The model does not take ${field}.` }];
    }
    const message = parameter["x-role"] === roles[0] ? refusalOf(parameter, value) : null;
    return message === null ? [] : [{ pointer, code: "value_not_supported", message }];
  });
}

function isField(name: string): name is keyof typeof carriers {
  return Object.hasOwn(carriers, name);
}

function refusalOf(parameter: ModelParameter, value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  const { minimum, maximum, maxLength } = parameter;
  if (parameter.enum !== undefined && !parameter.enum.some((allowed) => isSame(allowed, value))) {
    return `The model takes one of: ${parameter.enum.join(", ")}.`;
  }
  if (typeof value === "number") {
    if (minimum !== undefined && value < minimum) return `The model takes at least ${minimum}.`;
    if (maximum !== undefined && value > maximum) return `The model takes at most ${maximum}.`;
    return null;
  }
  if (maxLength !== undefined && value.length > maxLength) {
    return `The model takes at most ${maxLength} characters.`;
  }
  return null;
}

/** A number may be listed as a word with its unit: 5 is "5s", 2 is "x2". */
function isSame(allowed: string | number, value: string | number): boolean {
  if (typeof value === "number") {
    return Number(/\d+(?:\.\d+)?/.exec(String(allowed))?.[0]) === value;
  }
  return String(allowed).toLowerCase() === value.toLowerCase();
}
