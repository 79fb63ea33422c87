import { withNearest } from "#domain/nearest-name.ts";

import type { Conversion } from "./convert-field.ts";
import type { GenerationParameters } from "./intent.ts";
import type { ModelParameter, ParameterValue } from "./model-parameters.ts";
import { linesOf, sameRatio, sizeOf, type Size } from "./sizes.ts";

export interface Fitted<Value = ParameterValue> {
  /** Absent when the parameter allows nothing close to the requested value. */
  readonly value?: Value;
  /** Explains the difference from the requested value. */
  readonly problem?: string;
}

/** Returns the requested value, or the nearest value that the parameter allows. */
export function fitValue(
  parameter: ModelParameter,
  wanted: Conversion,
): Fitted<ParameterValue | Readonly<Record<string, string>>> {
  if ("number" in wanted) return fitNumber(parameter, wanted.number);
  if ("ratio" in wanted) return fitRatio(parameter, wanted);
  if ("size" in wanted) return fitSize(parameter, wanted);
  if ("lines" in wanted) return fitResolution(parameter, wanted);
  if ("voice" in wanted) return fitVoice(parameter, wanted.voice);
  return fitWord(parameter, wanted.words);
}

function listed({ enum: values = [] }: ModelParameter, given = ""): string {
  return withNearest(`The model takes one of: ${values.join(", ")}.`, given, values.map(String));
}

/** Reads a number from a text with a unit: 5 from "5s", 2 from "x2". */
export function numberIn(value: string | number): number {
  return Number(/\d+(?:\.\d+)?/.exec(String(value))?.[0]);
}

function nearest<Item>(items: readonly Item[], distance: (item: Item) => number): Item | undefined {
  return items.toSorted((left, right) => distance(left) - distance(right))[0];
}

export function fitNumber(parameter: ModelParameter, wanted: number): Fitted {
  const { type, enum: values, minimum = -Infinity, maximum = Infinity, multipleOf } = parameter;
  if (values !== undefined) {
    const value = nearest(values, (each) => Math.abs(numberIn(each) - wanted));
    if (value === undefined) return {};
    return numberIn(value) === wanted ? { value } : { value, problem: listed(parameter) };
  }
  // A duration as free text: "5s".
  if (type === "string") return { value: `${wanted}s` };
  const step = multipleOf ?? (type === "integer" ? 1 : 0);
  const clamped = Math.min(Math.max(wanted, minimum), maximum);
  const value = step === 0 ? clamped : toStep(clamped, { step, minimum, maximum });
  if (value === wanted) return { value };
  if (wanted < minimum) return { value, problem: `The model takes at least ${minimum}.` };
  if (wanted > maximum) return { value, problem: `The model takes at most ${maximum}.` };
  const problem =
    step === 1 ? "The model takes whole numbers." : `The model takes multiples of ${step}.`;
  return { value, problem };
}

function toStep(
  value: number,
  { step, minimum, maximum }: { step: number; minimum: number; maximum: number },
): number {
  const rounded = Math.round(value / step) * step;
  if (rounded > maximum) return rounded - step;
  return rounded < minimum ? rounded + step : rounded;
}

function fitRatio(
  parameter: ModelParameter,
  { ratio, word }: { ratio: number; word: string },
): Fitted {
  const { enum: values, "x-ratios": [least, most] = [0, Infinity] } = parameter;
  if (values === undefined) {
    if (ratio >= least && ratio <= most) return { value: word };
    const problem = `The model takes ratios of width to height from ${toRatio(least)} to ${toRatio(most)}.`;
    return { value: toRatio(ratio > most ? most : least), problem };
  }
  const sized = values.flatMap((value) => {
    const size = sizeOf(String(value));
    return size === null ? [] : [{ value, ratio: size.width / size.height }];
  });
  const best = nearest(sized, (each) => Math.abs(Math.log(each.ratio / ratio)));
  if (best === undefined) return { problem: listed(parameter) };
  return sameRatio(best.ratio, ratio)
    ? { value: best.value }
    : { value: best.value, problem: listed(parameter) };
}

/** Text of a ratio such as 4 or 0.25: "4:1", "1:4". */
function toRatio(ratio: number): string {
  return ratio >= 1 ? `${ratio}:1` : `1:${1 / ratio}`;
}

/** Steps and bounds for a size given as free text, for parameters that allow any size. */
const freeSide = { step: 16, minimum: 16, maximum: Infinity };

/** Compares the shape first, then the area. */
function fitSize(
  parameter: ModelParameter,
  { size: wanted, shape }: { size: Size; shape: boolean },
): Fitted {
  const { enum: values, default: preset } = parameter;
  if (values === undefined) {
    const separator = String(preset ?? "").includes(":") ? ":" : "x";
    const width = toStep(wanted.width, freeSide);
    const height = toStep(wanted.height, freeSide);
    const value = `${width}${separator}${height}`;
    return width === wanted.width && height === wanted.height
      ? { value }
      : { value, problem: `The model takes sides in steps of ${freeSide.step} pixels.` };
  }
  const sized = values.flatMap((value) => {
    const size = sizeOf(String(value));
    return size === null ? [] : [{ value, size }];
  });
  const best = nearest(
    sized,
    ({ size }) =>
      Math.abs(Math.log((size.width * wanted.height) / (size.height * wanted.width))) +
      Math.abs(Math.log((size.width * size.height) / (wanted.width * wanted.height))) / 10,
  );
  if (best === undefined) return { problem: listed(parameter) };
  const isSame = shape
    ? sameRatio(best.size.width / best.size.height, wanted.width / wanted.height)
    : best.size.width === wanted.width && best.size.height === wanted.height;
  return isSame ? { value: best.value } : { value: best.value, problem: listed(parameter) };
}

function fitResolution(
  parameter: ModelParameter,
  { word, lines }: { word: string; lines: number },
): Fitted {
  const { enum: values, type } = parameter;
  if (type !== "string") return {};
  if (values === undefined) return { value: word };
  const same = values.find((value) => String(value).toLowerCase() === word.toLowerCase());
  if (same !== undefined) return { value: same };
  const lined = values.map((value) => ({ value, lines: linesOf(String(value)) ?? 0 }));
  const equal = lined.find((each) => each.lines === lines);
  if (equal !== undefined) return { value: equal.value };
  const best = nearest(lined, (each) => Math.abs(Math.log(Math.max(each.lines, 1) / lines)));
  return best === undefined ? {} : { value: best.value, problem: listed(parameter) };
}

/** Names of the same file format. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  jpg: ["jpeg"],
  jpeg: ["jpg"],
  tif: ["tiff"],
  pcm: ["linear16"],
  wav: ["linear16"],
  txt: ["text"],
  ogg: ["opus"],
};

/**
 * Matches the value itself, or a longer one that begins with it ("mp3_44100_128"): the default, else the first
 * in the row.
 */
function fitWord(parameter: ModelParameter, words: readonly string[]): Fitted {
  const { enum: values, default: preset } = parameter;
  const [first = ""] = words;
  if (values === undefined) return fitText(parameter, first);
  for (const word of words.flatMap((each) => [each, ...(synonyms[each.toLowerCase()] ?? [])])) {
    const wanted = word.toLowerCase();
    const same = values.find((value) => String(value).toLowerCase() === wanted);
    if (same !== undefined) return { value: same };
    const longer = values.filter((value) => /^[_-]/.test(String(value).slice(wanted.length)));
    const begun = longer.filter((value) => String(value).toLowerCase().startsWith(wanted));
    const usual = begun.find((value) => value === preset);
    const best = usual ?? begun[0];
    if (best !== undefined) return { value: best };
  }
  const fallback = preset ?? values[0];
  const problem = listed(parameter, first);
  return fallback === undefined ? { problem } : { value: fallback, problem };
}

function fitVoice(
  parameter: ModelParameter,
  voice: NonNullable<GenerationParameters["voice"]>,
): Fitted<ParameterValue | Readonly<Record<string, string>>> {
  if (parameter.type === "object") return fitVoiceObject(parameter, voice);
  const named = fitVoiceName(parameter, voice);
  const problems = voiceTraits
    .filter((trait) => voice[trait] !== undefined)
    .map((trait) => `The model does not support voice.${trait}.`);
  if (problems.length === 0) return named;
  return { ...named, problem: [named.problem, ...problems].filter(Boolean).join(" ") };
}

/** Properties of a voice that a parameter with names of voices cannot express. */
export const voiceTraits = ["accent", "age", "tone"] as const;

function fitVoiceName(
  parameter: ModelParameter,
  { name, gender }: NonNullable<GenerationParameters["voice"]>,
): Fitted {
  const { enum: values, default: preset, "x-voices": voices } = parameter;
  if (name !== undefined) {
    if (values === undefined) return { value: name };
    const same = values.find((value) => String(value).toLowerCase() === name.toLowerCase());
    if (same !== undefined) return { value: same };
  }
  const suited = gender === undefined ? undefined : voices?.[gender][0];
  const value = suited ?? preset ?? values?.[0];
  const problem =
    values === undefined ? "The model has no voice with this name." : listed(parameter, name);
  if (value === undefined) return name === undefined ? {} : { problem };
  return name === undefined ? { value } : { value, problem };
}

/** Keeps the properties of a voice that the model takes, each with a value that it takes. */
function fitVoiceObject(
  { properties = {} }: ModelParameter,
  voice: NonNullable<GenerationParameters["voice"]>,
): Fitted<Readonly<Record<string, string>>> {
  const value: Record<string, string> = {};
  const problems: string[] = [];
  for (const [name, wanted] of Object.entries(voice)) {
    const property = properties[name];
    const allowed = property?.enum?.map(String) ?? [wanted];
    const same = allowed.find((each) => each.toLowerCase() === wanted.toLowerCase());
    if (property !== undefined && same !== undefined) value[name] = same;
    else if (property === undefined) problems.push(`The model does not support voice.${name}.`);
    else problems.push(`The model takes as voice.${name} one of: ${allowed.join(", ")}.`);
  }
  return {
    ...(Object.keys(value).length === 0 ? {} : { value }),
    ...(problems.length === 0 ? {} : { problem: problems.join(" ") }),
  };
}

export function fitText(
  { maxLength }: ModelParameter,
  text: string,
): { value: string; problem?: string } {
  if (maxLength === undefined || text.length <= maxLength) return { value: text };
  return {
    value: text.slice(0, maxLength),
    problem: `The model takes at most ${maxLength} characters.`,
  };
}

/** Explains why a parameter does not allow a value; null when it does. */
export function ownValueProblem(parameter: ModelParameter, value: unknown): string | null {
  const { type = "string", enum: values } = parameter;
  if (!isOfType(value, type)) return `Must be of type ${type}.`;
  if (values !== undefined && !values.some((allowed) => allowed === value))
    return listed(parameter, String(value));
  if (typeof value === "number") return fitNumber(parameter, value).problem ?? null;
  if (typeof value === "string") return fitText(parameter, value).problem ?? null;
  const { maxItems } = parameter;
  if (Array.isArray(value) && maxItems !== undefined && value.length > maxItems) {
    return `The model takes at most ${maxItems} entries.`;
  }
  return null;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}
