import { z } from "zod";

import { generationRequestSchema } from "#api/schemas/job-request.ts";
import { outputSchema } from "#api/schemas/job.ts";
import { parameterRoles } from "#catalog/parameters.ts";
import type { Model } from "#db/entities/catalog.ts";
import { describeWhen } from "#domain/requests/apply-conditions.ts";
import type { Capability, InputKind } from "#domain/requests/capability.ts";
import { voiceTraits } from "#domain/requests/fit-value.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { modelFor } from "#domain/requests/map-request.ts";
import {
  type ModelParameter,
  type ModelParameters,
  unsupportedParameters,
} from "#domain/requests/model-parameters.ts";
import { promptCharactersMax, unstatedCharactersMax } from "#domain/requests/prompt-length.ts";
import { inputSets, needsPrompt, roomFor } from "#domain/requests/request-issues.ts";

/** JSON Schema 2020-12, limited to the keywords read here. */
interface JsonSchema extends Readonly<Record<string, unknown>> {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

const dialect = "https://json-schema.org/draft/2020-12/schema";
const options = { io: "input", target: "draft-2020-12" } as const;
const request = z.toJSONSchema(generationRequestSchema, options) as JsonSchema;
const { GenerationRequest: body = {}, ...definitions } = request.$defs ?? {};
const { GenerationParameters: fields = {}, ModelParameters: _, ...shared } = definitions;
const output = z.toJSONSchema(outputSchema, { ...options, io: "output" }) as JsonSchema;

interface DescribedModel extends Readonly<
  Pick<Model, "id" | "name" | "description" | "providerSlug" | "parameters">
> {
  readonly capabilities: readonly Capability[];
}

/**
 * Builds the JSON Schemas of a model: the body of `POST /v1/generations` that names it, and the outputs of
 * its jobs. Derived from the same rules as acceptance, so that schema and acceptance agree.
 */
export function modelSchemaOf(model: DescribedModel): {
  model: string;
  input: JsonSchema;
  output: JsonSchema;
} {
  const described = model.parameters as ModelParameters;
  const { prompt, ...rest } = body.properties ?? {};
  return {
    model: model.id,
    input: {
      $schema: dialect,
      title: model.name,
      description: model.description,
      ...body,
      required: ["capability", "model"],
      properties: {
        ...rest,
        model: { const: model.id },
        provider: { const: model.providerSlug },
        capability: { enum: [...model.capabilities] },
        prompt: { ...prompt, ...lengthOf(described) },
        parameters: parametersOf(described, model.capabilities),
      },
      allOf: [
        { not: { required: ["dryRun", "estimateId"], properties: { dryRun: { const: true } } } },
        ...model.capabilities.map((capability) => ruleOf(described, capability)),
      ],
      $defs: shared,
    },
    output: {
      $schema: dialect,
      description: "`outputs` of a completed job.",
      type: "array",
      minItems: 1,
      items: { $ref: "#/$defs/Output" },
      $defs: output.$defs ?? {},
    },
  };
}

/** Limits the prompt by the model's own prompt or text parameter. */
function lengthOf({ properties = {} }: ModelParameters): JsonSchema {
  const text = roleOf(properties, "prompt") ?? roleOf(properties, "text");
  const maxLength = Math.min(text?.maxLength ?? unstatedCharactersMax, promptCharactersMax);
  return text?.type === "string" ? { maxLength } : {};
}

function parametersOf(model: ModelParameters, capabilities: readonly Capability[]): JsonSchema {
  const taken = Object.entries(fields.properties ?? {}).flatMap(([field, canonical]) => {
    if (field === "modelParameters") return [];
    const narrowed = isSupported(model, field as Field, capabilities)
      ? narrow(model, field as Field, canonical)
      : unsupported(field as Field, canonical);
    return narrowed === null ? [] : [[field, narrowed] as const];
  });
  const own = ownParameters(model);
  return {
    type: "object",
    properties: {
      ...Object.fromEntries(taken),
      ...(Object.keys(own).length === 0
        ? {}
        : {
            modelParameters: {
              type: "object",
              description: "Model-specific parameters, by the provider's names.",
              properties: own,
              additionalProperties: false,
              ...conditionsOf(model, own),
            },
          }),
    },
    additionalProperties: false,
  };
}

type Field = Exclude<keyof GenerationParameters, "modelParameters">;

/** Roles with the exact meaning of a request field, where the names differ. */
const exactRoles: Partial<Record<Field, string>> = { durationSeconds: "duration" };

/** Sample value of each field, used to test whether the model supports the field. */
const samples: Readonly<Record<Field, unknown>> = {
  aspectRatio: "1:1",
  width: 1_024,
  height: 1_024,
  resolution: "720p",
  durationSeconds: 5,
  fps: 24,
  // Every model makes a single result, so only a count of 2 tests support.
  count: 2,
  style: "watercolor",
  voice: {},
  speed: 1,
  language: "en",
  format: "png",
  scale: 2,
  strength: 0.5,
  seed: 1,
  negativePrompt: "fog",
  operations: ["trim"],
  timestamps: true,
  trimStartSeconds: 0,
  trimEndSeconds: 1,
};

/** True when the model supports the field for any of the capabilities. */
function isSupported(
  model: ModelParameters,
  field: Field,
  capabilities: readonly Capability[],
): boolean {
  const parameters = { [field]: samples[field] };
  return capabilities.some((capability) =>
    unsupportedParameters(model, parameters, capability).every(
      ({ code }) => code !== "not_supported",
    ),
  );
}

/** Null removes the field. Every model makes one result. */
function unsupported(field: Field, canonical: JsonSchema): JsonSchema | null {
  return field === "count" ? { ...canonical, maximum: 1 } : null;
}

/** Narrows a field's schema to the values of this model; null when it has none. */
function narrow(model: ModelParameters, field: Field, canonical: JsonSchema): JsonSchema | null {
  const exact = roleOf(model.properties ?? {}, exactRoles[field] ?? field);
  if (field === "operations") return narrowOperations(exact, canonical);
  if (exact === undefined) return canonical;
  if (field === "voice") return narrowVoice(canonical, exact);
  const isNumber = canonical["type"] === "number" || canonical["type"] === "integer";
  if (exact.enum !== undefined) {
    const values = exact.enum
      .map((value) => (isNumber ? numberIn(value) : String(value)))
      .filter(
        (value) => fits(canonical, value) && issuesOf(model, { [field]: value }).length === 0,
      );
    return values.length === 0 ? null : { ...canonical, enum: [...new Set(values)] };
  }
  return isNumber
    ? { ...canonical, ...boundsOf(exact, canonical) }
    : { ...canonical, ...textBounds(exact, canonical) };
}

function issuesOf(model: ModelParameters, parameters: Readonly<Record<string, unknown>>) {
  return unsupportedParameters(model, parameters);
}

function roleOf(
  properties: Readonly<Record<string, ModelParameter>>,
  role: string,
): ModelParameter | undefined {
  return Object.values(properties).find((parameter) => parameter["x-role"] === role);
}

/** Extracts the number of a value such as "5s" or "x2". */
function numberIn(value: string | number): number {
  return Number(/\d+(?:\.\d+)?/.exec(String(value))?.[0]);
}

function fits(canonical: JsonSchema, value: string | number): boolean {
  if (typeof value === "number") {
    const isWhole = canonical["type"] !== "integer" || Number.isInteger(value);
    return (
      isWhole && value >= Number(canonical["minimum"]) && value <= Number(canonical["maximum"])
    );
  }
  const { pattern, maxLength } = canonical;
  const isShort = typeof maxLength !== "number" || value.length <= maxLength;
  return isShort && (typeof pattern !== "string" || new RegExp(pattern).test(value));
}

function boundsOf({ type, minimum, maximum, multipleOf }: ModelParameter, canonical: JsonSchema) {
  return {
    minimum: Math.max(minimum ?? -Infinity, Number(canonical["minimum"])),
    maximum: Math.min(maximum ?? Infinity, Number(canonical["maximum"])),
    ...(multipleOf === undefined ? {} : { multipleOf }),
    ...(type === "integer" ? { type } : {}),
  };
}

function textBounds({ maxLength }: ModelParameter, canonical: JsonSchema) {
  const known = typeof canonical["maxLength"] === "number" ? canonical["maxLength"] : Infinity;
  const least = Math.min(maxLength ?? Infinity, known);
  return Number.isFinite(least) ? { maxLength: least } : {};
}

/** Only a model without a list of operations performs typed operations. */
function narrowOperations(exact: ModelParameter | undefined, canonical: JsonSchema): JsonSchema {
  const values = exact?.items?.enum;
  if (exact !== undefined && values === undefined) return canonical;
  return {
    ...canonical,
    items: { type: "string", maxLength: 100, ...(values && { enum: values }) },
  };
}

/** A model takes a voice as an object, or by its name, which expresses no further traits. */
function narrowVoice(canonical: JsonSchema, exact: ModelParameter): JsonSchema {
  const { name = {}, ...others } = canonical.properties ?? {};
  const traits: readonly string[] = voiceTraits;
  const properties = exact.properties ?? {
    name: exact.enum === undefined ? name : { ...name, enum: exact.enum.map(String) },
    ...Object.fromEntries(Object.entries(others).filter(([trait]) => !traits.includes(trait))),
  };
  return { ...canonical, properties, additionalProperties: false };
}

/** Provider-specific parameters (neither request fields nor inputs), as the provider describes them. */
function ownParameters(model: ModelParameters): Record<string, JsonSchema> {
  const own = Object.entries(model.properties ?? {}).filter(([name]) =>
    issuesOf(model, { modelParameters: { [name]: null } }).every(
      ({ code }) => code !== "not_supported",
    ),
  );
  return Object.fromEntries(
    own.map(
      ([
        name,
        { "x-role": role, "x-voices": _voices, "x-only": _only, "x-tasks": _tasks, ...described },
      ]) => {
        const about =
          role === undefined
            ? undefined
            : Object.entries(parameterRoles).find(([known]) => known === role)?.[1];
        return [name, about === undefined ? described : { description: about, ...described }];
      },
    ),
  );
}

/**
 * Combinations that the model refuses: as rules where both sides are parameters of the provider's names, and
 * as text where a request's field or an input decides.
 */
function conditionsOf(
  { "x-conditions": conditions = [] }: ModelParameters,
  own: Readonly<Record<string, JsonSchema>>,
): JsonSchema {
  const texts = conditions.flatMap(({ when, allows }) =>
    Object.entries(allows).map(
      ([name, values]) => `${describeWhen(when)}, ${name} is one of: ${values.join(", ")}.`,
    ),
  );
  const rules = conditions.flatMap(({ when, allows }) => {
    const stated = Object.entries(when);
    const names = [...stated.map(([name]) => name), ...Object.keys(allows)];
    if (!names.every((name) => name in own) || stated.some(([, each]) => !Array.isArray(each))) {
      return [];
    }
    const among = (of: object) =>
      Object.fromEntries(Object.entries(of).map(([name, values]) => [name, { enum: values }]));
    const condition = { properties: among(when), required: stated.map(([name]) => name) };
    // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword; nothing awaits a schema
    return [{ if: condition, then: { properties: among(allows) } }];
  });
  return {
    ...(texts.length === 0
      ? {}
      : {
          description: ["Model-specific parameters, by the provider's names.", ...texts].join(" "),
        }),
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

/** Conditional schema of one capability: required prompt and inputs, permitted inputs, and parameters. */
function ruleOf(model: ModelParameters, capability: Capability): JsonSchema {
  const sets = inputSets(model, capability);
  const room = roomFor(model, capability);
  const least = Math.min(...sets.map((set) => set.length));
  const required = [
    ...(needsPrompt(model, capability) ? ["prompt"] : []),
    ...(least > 0 ? ["inputs"] : []),
  ];
  const of = (kind: InputKind) => ({
    contains: { properties: { kind: { const: kind } }, required: ["kind"] },
  });
  const bounds = [...room].flatMap(([kind, count]) =>
    Number.isFinite(count) ? [{ ...of(kind), minContains: 0, maxContains: count }] : [],
  );
  const list =
    room.size === 0
      ? { maxItems: 0 }
      : {
          minItems: least,
          items: { properties: { kind: { enum: [...room.keys()] } } },
          ...(bounds.length === 0 ? {} : { allOf: bounds }),
          ...(least === 0 ? {} : { anyOf: sets.map((set) => ({ allOf: set.map(of) })) }),
        };
  return {
    if: { properties: { capability: { const: capability } }, required: ["capability"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a JSON Schema keyword; nothing awaits a schema
    then: { required, properties: { inputs: list, ...ownRuleOf(model, capability) } },
  };
}

/** Repeats the parameters only where this capability restricts a parameter differently (`x-only`). */
function ownRuleOf(model: ModelParameters, capability: Capability): { parameters?: JsonSchema } {
  const isOwn = Object.values(model.properties ?? {}).some(
    (parameter) => parameter["x-only"]?.[capability] !== undefined,
  );
  return isOwn ? { parameters: parametersOf(modelFor(model, capability), [capability]) } : {};
}
