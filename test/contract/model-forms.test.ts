import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";

import { modelSchemaOf } from "#api/http/model-schema.ts";
import { providers } from "#catalog/index.ts";
import { inputSets } from "#domain/requests/request-issues.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

/**
 * Fills the form of every model at random, from the schema that `GET /v1/models/{modelId}/schema` publishes, and sends it
 * as the form of the dashboard does: whatever the schema allows, the API accepts.
 */

const database = useDatabase();
/** Every provider has a key; an estimate sends nothing to it. */
const providerSettings = Object.fromEntries(keySettings.map((name) => [name, "http://localhost"]));
const api = useApi(database, { settings: { providerSettings } });
let token: string;

beforeAll(async () => {
  const { accountId } = await createOrganization(database.orm);
  ({ token } = await createTestSession(database.orm, accountId));
});

const models = providers.flatMap(({ slug, models: rows }) =>
  rows.map((row) => ({ ...row, providerSlug: slug })),
);
const cases = models.flatMap((model) =>
  model.capabilities.map((capability) => [model.id, capability, model] as const),
);

const requestsOfForm = 2;
const seed = 16;

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map(valueOf));
  const { minimum = -1_000, maximum = 1_000_000, multipleOf: step } = schema;
  if (schema.type === "integer" || step !== undefined) {
    const unit = step ?? 1;
    const steps = { min: Math.ceil(minimum / unit), max: Math.floor(maximum / unit) };
    return fc.integer(steps).map((count) => Number((count * unit).toPrecision(12)));
  }
  switch (schema.type) {
    case "number":
      return fc
        .integer({ min: 0, max: 100 })
        .map((part) => Number((minimum + ((maximum - minimum) * part) / 100).toPrecision(12)));
    case "boolean":
      return fc.boolean();
    case "string":
      return schema.pattern === undefined
        ? fc.string({
            unit: fc.constantFrom("a", "b", "c", "d"),
            minLength: Math.max(1, schema.minLength ?? 0),
            maxLength: Math.min(schema.maxLength ?? 20, 20),
          })
        : fc.stringMatching(new RegExp(schema.pattern));
    case "array":
      return fc.array(valueOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 1,
        maxLength: Math.min(schema.maxItems ?? 2, 2),
      });
    case "object":
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [name, valueOf(each)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      );
    case undefined:
    default:
      return fc.constant(undefined);
  }
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

/** A form has two or three fields filled; with all of them at once the conditions of a model leave none. */
function formsOf(model: (typeof models)[number], capability: string) {
  const { input } = modelSchemaOf(model);
  const rule = (input["allOf"] as { if?: Schema; then?: Schema }[]).find(
    (each) => (each.if?.properties?.["capability"] as { const?: string })?.const === capability,
  )?.then;
  const parameters = rule?.properties?.["parameters"] ?? input.properties?.["parameters"];
  const { modelParameters, ...fields } = parameters?.properties ?? {};
  const own = Object.entries(modelParameters?.properties ?? {});
  const [kinds = []] = inputSets(model.parameters, capability as never);
  const picked = (entries: [string, Schema][], maxLength: number) =>
    fc
      .subarray(entries, { maxLength: Math.min(maxLength, entries.length) })
      .chain((some) => fc.record(Object.fromEntries(some.map(([n, each]) => [n, valueOf(each)]))));
  const isValid = ajv.compile(input);
  return fc
    .tuple(picked(Object.entries(fields), 3), picked(own, 2))
    .map(([common, ofModel]) => ({
      model: model.id,
      provider: model.providerSlug,
      capability,
      prompt: "a red fox",
      inputs: kinds.map((kind) => ({ kind, url: "https://example.com/file" })),
      parameters: {
        ...common,
        ...(Object.keys(ofModel).length === 0 ? {} : { modelParameters: ofModel }),
      },
    }))
    .filter((body) => isValid(body));
}

/** Refusals for another reason than the form: a retired model, or a form that costs more than one request may. */
const beyondForm = ["model_not_available", "price_over_limit"];

/** Combinations with files are stated as text, in any order, because they depend on more than the parameters. */
function isStated(message: string, published: string): boolean {
  const [condition = ""] = message.split(", the model takes");
  return condition.split(" and ").every((part) => published.includes(part.toLowerCase()));
}

test.each(cases)(
  "every request that the schema of %s allows for %s is accepted",
  async (_id, capability, model) => {
    const published = JSON.stringify(modelSchemaOf(model).input).toLowerCase();
    const problems: unknown[] = [];
    for (const body of fc.sample(formsOf(model, capability), { seed, numRuns: requestsOfForm })) {
      const response = await api.call("/app/estimates", { token, body });
      const { code, errors } = (await response.json()) as {
        code?: string;
        errors?: readonly { message: string }[];
      };
      if (response.status === 200 || beyondForm.includes(code ?? "")) continue;
      const unstated = (errors ?? []).filter(({ message }) => !isStated(message, published));
      if (errors === undefined || errors.length === 0 || unstated.length > 0) {
        problems.push({ code, errors: unstated, parameters: body.parameters });
      }
    }
    expect(problems).toEqual([]);
  },
);

test("a voice that is chosen by name offers no accent, age or tone, which the model would refuse", () => {
  const model = models.find(({ id }) => id === "tts-1-hd");
  if (model === undefined) throw new Error("expected the model");
  const validate = ajv.compile(modelSchemaOf(model).input);
  const request = { model: model.id, capability: "text-to-speech", prompt: "Hello" };

  expect(validate({ ...request, parameters: { voice: { name: "ash" } } })).toBe(true);
  expect(validate({ ...request, parameters: { voice: { name: "ash", accent: "Irish" } } })).toBe(
    false,
  );
});
