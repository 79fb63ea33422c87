import type { Issue } from "#domain/errors.ts";
import { withNearest } from "#domain/nearest-name.ts";
import { oncePerRow } from "#domain/once-per-row.ts";

import { applyConditions } from "./apply-conditions.ts";
import { assignInputs, isInputRole } from "./assign-inputs.ts";
import type { Capability } from "./capability.ts";
import { carryLength } from "./carry-length.ts";
import { carryOperations } from "./carry-operations.ts";
import { carryTimestamps } from "./carry-timestamps.ts";
import { convertField, type Conversion, wantedSize } from "./convert-field.ts";
import { fitNumber, fitText, fitValue, ownValueProblem } from "./fit-value.ts";
import { imageIssues } from "./image-issues.ts";
import type { InputFacts, MeasuredQuantities } from "./input-facts.ts";
import type { GenerationParameters } from "./intent.ts";
import type { ModelParameter, ModelParameters, ParameterValue } from "./model-parameters.ts";
import type { PriceFactor, PriceFactors } from "./price-factors.ts";
import { unstatedCharactersMax } from "./prompt-length.ts";
import { sizeOf } from "./sizes.ts";

/** A request to a model in the engine's terms. */
export interface MappingInput {
  readonly capability?: Capability;
  readonly prompt?: string;
  readonly inputs?: readonly InputFacts[];
  readonly parameters: GenerationParameters;
  /**
   * The parameters that the caller gave explicitly; the others were read from a message. An unsupported
   * explicit value is an issue. An unsupported value from a message becomes the nearest supported one,
   * reported as an assumption. Absent: all parameters are explicit.
   */
  readonly explicit?: GenerationParameters;
  /** Defaults that the price assumes for unspecified values; they are sent, so that the price is correct. */
  readonly priced?: PricedDefaults;
  /** Preferred form of an input for models that offer two forms of it. */
  readonly inputFormat?: "uri" | "binary";
}

export interface PricedDefaults {
  readonly typical: { readonly seconds?: number };
  readonly factors?: PriceFactors;
  readonly measured?: MeasuredQuantities;
}

/** The request in a model's terms: names are those of its catalog row, including dots and brackets. */
export interface MappedRequest {
  readonly values: Readonly<Record<string, unknown>>;
  /** Indexes of the request's inputs for each parameter. */
  readonly inputs: Readonly<Record<string, readonly number[]>>;
  /** Values that the engine chose, as sentences for the caller. */
  readonly assumptions: readonly string[];
  /** Parts of the request that the model does not support. */
  readonly issues: readonly Issue[];
}

type Properties = Readonly<Record<string, ModelParameter>>;

/**
 * Roles that can carry each field of a request, best first. A size can be sent as width and height, as one
 * text, or as the nearest aspect ratio, so any of these roles is acceptable. `carryOperations` and `carryTimestamps`
 * carry the absent fields.
 */
const dispatchers = {
  aspectRatio: ["aspectRatio", "size", "width"],
  width: ["width", "size", "aspectRatio", "resolution"],
  height: ["height", "size", "aspectRatio", "resolution"],
  resolution: ["resolution", "size", "width"],
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

type Field = keyof typeof dispatchers;

/** Capabilities whose result has the shape of the input. */
const shapeOfInput: ReadonlySet<Capability> = new Set(["upscaling", "enhancement", "restoration"]);

function keepsShape(capability: Capability | undefined): boolean {
  return capability !== undefined && shapeOfInput.has(capability);
}

/**
 * Translates a request to a model's parameters. Pure and deterministic: acceptance reports its issues, the
 * price follows its values, and the adapter sends them.
 */
export function mapRequest(model: ModelParameters, wish: MappingInput): MappedRequest {
  const narrowed = wish.capability === undefined ? model : modelFor(model, wish.capability);
  const { properties = {} } = narrowed;
  const values: Record<string, unknown> = { ...model["x-fixed"] };
  const issues: Issue[] = [];
  const assumptions: string[] = [];
  const note = (field: string, told: Issue, taken = ""): void => {
    if (wish.explicit === undefined || Object.hasOwn(wish.explicit, field)) issues.push(told);
    else assumptions.push(`${field}: ${told.message}${taken}`);
  };

  const carried = carryFields(properties, wish, { values, note, assumptions });
  carryOperations(properties, wish.parameters, { values, note });
  carryTimestamps(properties, wish.parameters, { values, note });
  setPrompt(properties, wish, { values, issues, carried });
  setOwn(properties, wish.parameters.modelParameters, { values, issues });
  const given = new Set(Object.keys(values));
  setUnsaid(properties, wish, values);
  setLength(properties, wish, { values, issues, assumptions });
  issues.push(...imageIssues(wish.inputs ?? [], wish.priced?.measured?.images));
  const assigned = assignInputs(properties, wish);
  issues.push(...assigned.issues);
  setRequired(narrowed, { values, inputs: assigned.inputs, assumptions });
  const mapped = { values, inputs: assigned.inputs };
  applyConditions(model["x-conditions"] ?? [], mapped, (name, message, { former, value }) => {
    const field = fieldOf(wish.parameters, properties[name]);
    // A value that was only fitted to the model, such as a resolution to a height, is fitted once more.
    if (!given.has(name) || !states(wish.parameters, { field, name, value: former })) {
      assumptions.push(`${name}: ${message}${usedInstead(value)}`);
      return;
    }
    const told = { pointer: `/parameters/${field}`, code: "value_not_supported", message } as const;
    note(field, told, usedInstead(value));
  });
  return { values, inputs: assigned.inputs, assumptions, issues };
}

/** Narrows a model's parameters to one capability, which may exclude values and whole parameters. */
export const modelFor = oncePerRow(
  (model: ModelParameters, capability: Capability): ModelParameters => {
    const properties = Object.entries(model.properties ?? {}).flatMap(([name, parameter]) => {
      const only = parameter["x-only"]?.[capability];
      if (only === undefined) return [[name, parameter] as const];
      return only.length === 0 ? [] : [[name, { ...parameter, enum: only }] as const];
    });
    return { ...model, properties: Object.fromEntries(properties) };
  },
);

/** Finds the parameter of a role, if the model has one. */
export const parameterOf = oncePerRow(
  (
    properties: Properties,
    role: string,
  ): readonly [name: string, parameter: ModelParameter] | undefined =>
    Object.entries(properties).find(([, parameter]) => parameter["x-role"] === role),
);

/** Reports whether the request states the very value of a parameter. */
function states(
  parameters: GenerationParameters,
  { field, name, value }: { field: string; name: string; value: unknown },
): boolean {
  const stated =
    field === "modelParameters"
      ? parameters.modelParameters?.[name]
      : parameters[field as keyof GenerationParameters];
  return String(stated).toLowerCase() === String(value).toLowerCase();
}

/** Returns the field of a request that gave a parameter its value. */
function fieldOf(
  parameters: GenerationParameters,
  { "x-role": role = "" }: ModelParameter = {},
): string {
  const fields = Object.keys(dispatchers) as Field[];
  const carrying = fields.find(
    (field) =>
      parameters[field] !== undefined && dispatchers[field].some((carrier) => carrier === role),
  );
  return carrying ?? "modelParameters";
}

interface Target {
  readonly values: Record<string, unknown>;
  readonly assumptions: string[];
  readonly note: (field: string, told: Issue, taken?: string) => void;
}

/** Returns the fields that become part of the prompt, because no parameter carries them. */
function carryFields(properties: Properties, wish: MappingInput, target: Target): Set<Field> {
  const inPrompt = new Set<Field>();
  for (const field of Object.keys(dispatchers) as Field[]) {
    if (wish.parameters[field] === undefined) continue;
    const pointer = `/parameters/${field}`;
    const found = findCarrier(properties, field, wish);
    // A question about an image has no style.
    const isQuestion = wish.capability === "vision-analysis" && found?.[1]["x-role"] === "prompt";
    if (found === undefined || isQuestion) {
      // Every model makes one result by default.
      if (field === "count" && wish.parameters.count === 1) continue;
      const message = `The model does not support ${field}.`;
      target.note(field, { pointer, code: "not_supported", message });
      continue;
    }
    const [name, parameter, rank] = found;
    if (parameter["x-role"] === "prompt") {
      inPrompt.add(field);
      continue;
    }
    if (parameter["x-role"] === "width" && field !== "width") {
      carrySides(properties, wish, { ...target, field });
      continue;
    }
    const conversion = convertField(parameter, wish.parameters);
    if (conversion === undefined) continue;
    carry(target, { field, name, parameter, conversion, isExact: rank === 0 });
  }
  return inPrompt;
}

function findCarrier(
  properties: Properties,
  field: Field,
  { capability, parameters }: MappingInput,
): readonly [string, ModelParameter, number] | undefined {
  const roles =
    field === "aspectRatio" && keepsShape(capability) ? ["aspectRatio"] : dispatchers[field];
  const isSize = field === "resolution" && sizeOf(parameters.resolution ?? "") !== null;
  for (const [rank, role] of roles.entries()) {
    const found = parameterOf(properties, role);
    // Two sides carry a size in pixels exactly, its number of lines does not.
    if (isSize && role === "resolution" && parameterOf(properties, "width") !== undefined) continue;
    // A list or an object has the provider's own structure and cannot hold a text.
    if (found === undefined || (role === "style" && found[1].type !== "string")) continue;
    return [...found, rank];
  }
  return undefined;
}

interface Carried {
  readonly field: Field;
  readonly name: string;
  readonly parameter: ModelParameter;
  readonly conversion: Conversion;
  /** True when the parameter means exactly this field. */
  readonly isExact: boolean;
}

function carry(
  { values, assumptions, note }: Target,
  { field, name, parameter, conversion, isExact }: Carried,
): void {
  const fitted = fitValue(parameter, conversion);
  if (fitted.value !== undefined) values[name] = fitted.value;
  if (fitted.problem === undefined) return;
  const taken = typeof fitted.value === "object" ? "" : usedInstead(fitted.value);
  if (!isExact) {
    // One value carries both sides, so the assumption is reported once.
    const what = field === "width" || field === "height" ? "size" : field;
    const told = `${what}: ${fitted.problem}${taken}`;
    if (!assumptions.includes(told)) assumptions.push(told);
    return;
  }
  note(
    field,
    { pointer: `/parameters/${field}`, code: "value_not_supported", message: fitted.problem },
    taken,
  );
}

function usedInstead(value: ParameterValue | undefined): string {
  return value === undefined ? "" : ` ${value} is used.`;
}

/**
 * Carries a shape or a resolution by both sides, reduced in its shape when it exceeds the model's maximum. Sides
 * that the caller gave have their own fields. One side suffices where the input's shape is kept.
 */
function carrySides(
  properties: Properties,
  { capability, parameters }: MappingInput,
  { values, assumptions, field }: Target & { readonly field: Field },
): void {
  const wanted = wantedSize(parameters);
  if (wanted === undefined) return;
  const sides = (["width", "height"] as const).flatMap((side) => {
    const found = parameterOf(properties, side);
    if (found === undefined || (side === "height" && keepsShape(capability))) return [];
    return [{ name: found[0], parameter: found[1], pixels: wanted[side] }];
  });
  const shares = sides.map(({ parameter, pixels }) => (parameter.maximum ?? Infinity) / pixels);
  const share = Math.min(1, ...shares);
  for (const { name, parameter, pixels } of sides) {
    values[name] = fitNumber(parameter, pixels * share).value;
  }
  const isGiven = parameters.width !== undefined || parameters.height !== undefined;
  if (share === 1 || isGiven || field !== "resolution") return;
  const most = sides.map(({ parameter }) => parameter.maximum).join(" x ");
  const used = sides.map(({ name }) => values[name]).join(" x ");
  assumptions.push(`resolution: The model takes at most ${most} pixels. ${used} is used.`);
}

function setPrompt(
  properties: Properties,
  { prompt, parameters }: MappingInput,
  {
    values,
    issues,
    carried,
  }: { values: Record<string, unknown>; issues: Issue[]; carried: ReadonlySet<Field> },
): void {
  const found = parameterOf(properties, "prompt") ?? parameterOf(properties, "text");
  if (found === undefined || prompt === undefined || prompt === "") return;
  const [name, parameter] = found;
  if (parameter.type !== "string") return;
  const style = carried.has("style") ? `, ${String(parameters.style)} style` : "";
  const { maxLength = unstatedCharactersMax + style.length } = parameter;
  const text = fitText({ ...parameter, maxLength }, `${prompt}${style}`);
  values[name] = text.value;
  if (text.problem === undefined) return;
  issues.push({ pointer: "/prompt", code: "too_long", message: text.problem });
}

/** Parameters that redirect results or notifications, or that the engine sets. */
const reserved = /webhook|callback|storage/i;

/**
 * Applies the caller's model-specific parameters after checking them against the model's schema. They
 * override mapped fields.
 */
function setOwn(
  properties: Properties,
  own: Readonly<Record<string, unknown>> | undefined,
  { values, issues }: { values: Record<string, unknown>; issues: Issue[] },
): void {
  for (const [name, value] of Object.entries(own ?? {})) {
    const pointer = `/parameters/modelParameters/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const parameter = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (parameter === undefined || !isOwn(name, parameter)) {
      const known = Object.keys(properties).filter((each) => isOwn(each, properties[each] ?? {}));
      const text = `The model has no parameter ${name} that can be set.`;
      const message = withNearest(text, name, known);
      issues.push({ pointer, code: "not_supported", message });
      continue;
    }
    const message = ownValueProblem(parameter, value);
    if (message === null) values[name] = value;
    else issues.push({ pointer, code: "value_not_supported", message });
  }
}

/**
 * Reports whether a caller may set a parameter directly. Inputs and prompts have their own fields, and
 * callers must not direct a provider to other URLs.
 */
function isOwn(name: string, parameter: ModelParameter): boolean {
  const role = parameter["x-role"];
  if (reserved.test(name) || role === "idempotencyKey") return false;
  if (parameter.format !== undefined || parameter.items?.format !== undefined) return false;
  return !isInputRole(parameter) && role !== "prompt" && role !== "text" && role !== "operations";
}

/** Sends the values that the price assumes, and the operation that the capability implies. */
function setUnsaid(
  properties: Properties,
  { priced, capability }: MappingInput,
  values: Record<string, unknown>,
): void {
  for (const [name, parameter] of Object.entries(properties)) {
    if (values[name] !== undefined) continue;
    const value =
      parameter["x-role"] === "task"
        ? capability && parameter["x-tasks"]?.[capability]
        : (typicalOf(parameter, priced?.factors?.[name]) ??
          (parameter["x-role"] === "duration" && priced?.typical.seconds !== undefined
            ? fitNumber(parameter, priced.typical.seconds).value
            : undefined));
    if (value !== undefined) values[name] = value;
  }
}

function setLength(
  properties: Properties,
  { inputs = [], parameters, priced }: MappingInput,
  target: Parameters<typeof carryLength>[1],
): void {
  const duration = parameterOf(properties, "duration");
  const own = parameters.modelParameters ?? {};
  const isSaid =
    parameters.durationSeconds !== undefined ||
    (duration !== undefined && Object.hasOwn(own, duration[0]));
  carryLength({ inputs, rule: priced?.measured?.seconds, duration, isSaid }, target);
}

/** Returns the value with the price factor 1. */
function typicalOf(
  parameter: ModelParameter,
  factors: Readonly<Record<string, PriceFactor>> | undefined,
): ParameterValue | undefined {
  if (factors === undefined) return undefined;
  const preset = String(parameter.default);
  const once = Object.keys(factors).filter((value) => factors[value] === 1);
  const word = once.includes(preset) ? preset : once[0];
  if (parameter.type === "boolean")
    return word === undefined ? !("true" in factors) : word === "true";
  if (word === undefined) return undefined;
  return parameter.type === "string" ? word : Number(word);
}

/** Sets required parameters without a value to their default, else to their first listed value. */
function setRequired(
  { required = [], properties = {} }: ModelParameters,
  {
    values,
    inputs,
    assumptions,
  }: {
    values: Record<string, unknown>;
    inputs: MappedRequest["inputs"];
    assumptions: string[];
  },
): void {
  for (const name of required) {
    const parameter = properties[name];
    if (parameter === undefined || values[name] !== undefined || inputs[name]) continue;
    const value = parameter.default ?? parameter.enum?.[0];
    if (value === undefined) continue;
    values[name] = value;
    const role = parameter["x-role"];
    if (role !== undefined && role !== "task") assumptions.push(`${role}: ${value} is used.`);
  }
}
