import { Ajv } from "ajv";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import type { ModelDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import type { Capability } from "#domain/requests/capability.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { mapRequest, type MappedRequest, type MappingInput } from "#domain/requests/map-request.ts";
import type { ModelParameter } from "#domain/requests/model-parameters.ts";
import { anyParameters } from "#test/support/providers/random-request.ts";
import { fewestInputs } from "#test/support/providers/sample-request.ts";

const models = providers
  .filter((provider) => provider.tier !== "embedded")
  .flatMap((provider) => provider.models);
const cases = models.flatMap((model) =>
  model.capabilities.map((capability) => ({ model, capability, id: model.id })),
);

const ajv = new Ajv({ strict: false, allErrors: true, formats: { uri: true, binary: true } });

/** Problems of a mapped request by the row's own schema, with inputs filled in as adapters do. */
function problemsOf(model: ModelDefinition, { values, inputs }: MappedRequest): string[] {
  const body: Record<string, unknown> = { ...values };
  for (const [name, ordinals] of Object.entries(inputs)) {
    const parameter = model.parameters.properties[name];
    if (parameter !== undefined) body[name] = sample(parameter, ordinals.length);
  }
  for (const [name, parameter] of Object.entries(model.parameters.properties)) {
    const isShaped = parameter["x-role"] === "prompt" || parameter["x-role"] === "contents";
    if (isShaped && parameter.type !== "string") body[name] ??= sample(parameter, 1);
  }
  const validate = validatorOf(model);
  if (validate(body) === true) return [];
  return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ""}`);
}

/** Caches validators, because compiling costs more than checking. */
const validators = new Map<ModelDefinition["parameters"], ReturnType<Ajv["compile"]>>();

function validatorOf({
  parameters,
  setByAdapter = [],
}: ModelDefinition): ReturnType<Ajv["compile"]> {
  const known = validators.get(parameters);
  if (known !== undefined) return known;
  const required = parameters.required.filter((name) => !setByAdapter.includes(name));
  const fixed = Object.keys(parameters["x-fixed"] ?? {}).map((name) => [name, {}] as const);
  const properties = { ...parameters.properties, ...Object.fromEntries(fixed) };
  const schema = { type: "object", properties, required, additionalProperties: false };
  const validate = ajv.compile(schema);
  validators.set(parameters, validate);
  return validate;
}

function sample(parameter: ModelParameter, count: number): unknown {
  if (parameter.type === "object") return {};
  if (parameter.type !== "array") return "https://example.com/file";
  const item = parameter.items?.type === "object" ? {} : "https://example.com/file";
  return Array.from({ length: count }, () => item);
}

function wishFor(
  model: ModelDefinition,
  capability: Capability,
  parameters: GenerationParameters,
): MappingInput {
  return {
    capability,
    prompt: "a red fox in the snow",
    inputs: fewestInputs(model, capability).map((kind) => ({ kind })),
    parameters,
    explicit: {},
    priced: pricedOf(model),
  };
}

function pricedOf({ priced, priceFactors }: ModelDefinition): NonNullable<MappingInput["priced"]> {
  return {
    typical: priced.seconds === undefined ? {} : { seconds: priced.seconds },
    ...(priceFactors === undefined ? {} : { factors: priceFactors }),
  };
}

test.each(cases)("$id accepts the smallest request for $capability", ({ model, capability }) => {
  const mapped = mapRequest(model.parameters, wishFor(model, capability, {}));

  expect(mapped.issues).toEqual([]);
  expect(problemsOf(model, mapped)).toEqual([]);
});

test.each(cases)(
  "$id is sent only values for $capability that its row allows",
  ({ model, capability }) => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const mapped = mapRequest(model.parameters, wishFor(model, capability, parameters));

        expect(problemsOf(model, mapped)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  },
);

test.each(cases)(
  "each deviation of $id from the request for $capability is reported",
  ({ model, capability }) => {
    fc.assert(
      fc.property(anyParameters, (parameters) => {
        const parsed = mapRequest(model.parameters, wishFor(model, capability, parameters));
        const { explicit: _, ...wish } = wishFor(model, capability, parameters);
        const explicit = mapRequest(model.parameters, wish);

        expect(parsed.issues).toEqual([]);
        expect(explicit.values).toEqual(parsed.values);
        expect(explicit.issues.length + explicit.assumptions.length).toBe(
          parsed.assumptions.length,
        );
      }),
      { numRuns: 20 },
    );
  },
);

test.each(models)("$id accepts exactly as many inputs as its row allows", (model) => {
  const lenient = { ...model, parameters: { ...model.parameters, required: [] } };
  for (const kind of ["image", "mask", "video", "audio"] as const) {
    for (const inputFormat of ["uri", "binary"] as const) {
      const inputs = Array.from({ length: 70 }, () => ({ kind }));
      const mapped = mapRequest(model.parameters, { parameters: {}, inputs, inputFormat });

      const placed = Object.values(mapped.inputs).flat();
      expect(new Set(placed).size).toBe(placed.length);
      expect(placed.length + mapped.issues.length).toBe(inputs.length);
      expect(problemsOf(lenient, mapped)).toEqual([]);
    }
  }
});
