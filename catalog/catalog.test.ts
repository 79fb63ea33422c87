import { Ajv } from "ajv";
import { expect, test } from "vitest";

import { capabilities, capabilityRules, contentTypes } from "#domain/requests/capability.ts";

import {
  defineCatalog,
  defineProvider,
  type ModelDefinition,
  type ProviderInput,
} from "./define-provider.ts";
import { providers } from "./index.ts";
import { parameterRoles } from "./parameters.ts";
import studio from "./providers/studio.ts";

const models = providers.flatMap((provider) => provider.models);
const partners = providers.filter((provider) => provider.tier !== "embedded");
const partnerModels = partners.flatMap((provider) => provider.models);

test("studio is the only embedded provider, and the core has models of each content type", () => {
  const core = providers.filter((provider) => provider.tier === "core");
  const made = new Set(core.flatMap(({ models: own }) => own.map((model) => model.contentType)));

  expect(providers.filter((provider) => !partners.includes(provider))).toEqual([studio]);
  expect([...made].toSorted()).toEqual(contentTypes.toSorted());
});

test("the core is the thirteen published providers; a model with several offers counts once", () => {
  const countsOf = (tier: string) => {
    const rows = providers.filter((provider) => provider.tier === tier);
    const offers: readonly ModelDefinition[] = rows.flatMap((provider) => provider.models);
    const models = new Set(offers.map((model) => model.offers ?? model.id));
    return { providers: rows.length, models: models.size, offers: offers.length };
  };

  expect(Object.fromEntries(["core", "extra"].map((tier) => [tier, countsOf(tier)]))).toEqual({
    core: { providers: 13, models: 118, offers: 122 },
    extra: { providers: 11, models: 52, offers: 52 },
  });
});

test.each(capabilities)("%s has a model", (capability) => {
  expect(models.filter((model) => model.capabilities.includes(capability))).not.toHaveLength(0);
});

test("no parameter loosens the safety checks of a provider", () => {
  const found = models.flatMap(({ parameters }) =>
    Object.entries(parameters.properties)
      .filter(([name]) => /safe|moderat|nsfw|adult|person_?generation/i.test(name))
      .map(([name, { maximum, enum: values }]) => JSON.stringify([name, maximum ?? values])),
  );

  // Two is the provider's default and zero the strictest value; the looser value of Google is allow_all.
  expect([...new Set(found)].toSorted()).toEqual([
    '["parameters.personGeneration",["allow_adult","dont_allow"]]',
    '["safety_tolerance",2]',
  ]);
});

test("model ids, and pairs of provider and setting, are unique", () => {
  expect(new Set(models.map((model) => model.id)).size).toBe(models.length);
  expect(new Set(providers.map((provider) => provider.setting)).size).toBe(providers.length);
});

test("the typical job costs a credit for each started 0.04 dollars, within 1 to 30", () => {
  const expected = partnerModels.map(({ id, pricing }) => {
    // In millionths of a dollar: 0.56 / 0.04 is a little more than 14 in floating point.
    const millionths = Math.round(pricing.typicalUsd * 1_000_000);
    return [id, Math.min(30, Math.max(1, Math.ceil(millionths / 40_000)))];
  });

  expect(partnerModels.map((model) => [model.id, model.credits.typical])).toEqual(expected);
});

test("a range of credits contains the typical job and stays within 1 to 30", () => {
  const outside = models.filter(({ credits: { min, typical, max } }) => {
    return min < 1 || typical < min || max < typical || max > 30;
  });

  expect(outside).toEqual([]);
});

test("each parameter set is JSON Schema", () => {
  const ajv = new Ajv({ strict: true, formats: { uri: true, binary: true } });
  ajv.addKeyword({ keyword: "x-role", schemaType: "string" });
  ajv.addKeyword({ keyword: "x-fixed", schemaType: "object" });
  ajv.addKeyword({ keyword: "x-conditions", schemaType: "array" });
  ajv.addKeyword({ keyword: "x-voices", schemaType: "object" });
  ajv.addKeyword({ keyword: "x-kinds", schemaType: "array" });
  ajv.addKeyword({ keyword: "x-ratios", schemaType: "array" });
  ajv.addKeyword({ keyword: "x-only", schemaType: "object" });
  ajv.addKeyword({ keyword: "x-tasks", schemaType: "object" });

  for (const { parameters } of models) expect(() => ajv.compile(parameters)).not.toThrow();
});

test("each x-role is one of the canonical fields", () => {
  const roles = models.flatMap(({ parameters }) =>
    Object.values(parameters.properties).flatMap((parameter) => parameter["x-role"] ?? []),
  );

  expect(roles.filter((role) => !Object.hasOwn(parameterRoles, role))).toEqual([]);
});

test("a model that serves only capabilities with a prompt has a prompt parameter", () => {
  const words = ["prompt", "text", "contents", "images", "keyframes"];
  const silent = models.filter(
    ({ capabilities: served, parameters }) =>
      served.every((capability) => capabilityRules[capability].needsPrompt) &&
      !Object.values(parameters.properties).some((each) => words.includes(each["x-role"] ?? "")),
  );

  // Redux varies an image without a prompt.
  expect(silent.map((model) => model.id)).toEqual(["flux-1-dev-redux"]);
});

test("studio's models have no list price and cost one credit, video models two", () => {
  expect(studio.models.map((model) => [model.id, model.credits.typical])).toEqual([
    ["studio-image", 1],
    ["studio-style", 1],
    ["studio-inpaint", 1],
    ["studio-video", 2],
    ["studio-camera", 2],
    ["studio-lips", 2],
    ["studio-edit", 2],
    ["studio-voice", 1],
    ["studio-transcribe", 1],
    ["studio-revoice", 1],
    ["studio-upscale", 1],
    ["studio-enhance", 1],
    ["studio-enhance-video", 2],
    ["studio-enhance-audio", 1],
    ["studio-restore", 1],
    ["studio-restore-video", 2],
    ["studio-restore-audio", 1],
    ["studio-vision", 1],
    ["studio-3d", 1],
    ["studio-relief", 1],
  ]);
});

test("a definition is frozen at every depth", () => {
  const thawed: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) return;
    if (!Object.isFrozen(value)) thawed.push(path);
    for (const [key, part] of Object.entries(value)) visit(part, `${path}.${key}`);
  };

  visit(providers, "providers");

  expect(thawed).toEqual([]);
});

const studioRow = { ...studio, models: [rowOf("studio-image")] } as const;

function rowOf(id: string): ProviderInput["models"][number] {
  const model = studio.models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`studio has no ${id}`);
  const { credits, limits: _, ...row } = model;
  return { ...row, credits: credits.typical };
}

test("defining a provider from an existing definition gives the same definition", () => {
  const again = defineProvider({ ...studio, models: studio.models.map(({ id }) => rowOf(id)) });

  expect(again).toEqual(studio);
});

test("a broken row is refused with all problems and their places", () => {
  const model = rowOf("studio-image");
  const broken = {
    ...studioRow,
    slug: "Studio",
    setting: "studio url",
    models: [
      model,
      {
        ...model,
        capabilities: ["telepathy"],
        credits: 31,
        pricing: { ...model.pricing, typicalUsd: -1 },
        parameters: {
          type: "object",
          required: ["prompt", "mood"],
          properties: {
            prompt: { type: "string", "x-role": "wish" },
            steps: { type: "integer", minimum: 5, maximum: 2, default: 1.5 },
            style: { type: "string", enum: ["oil", "ink"], default: "pencil" },
          },
        },
        lifecycle: { status: "retired" },
      },
    ],
  } as unknown as ProviderInput;

  const message = refusal(() => defineProvider(broken));

  for (const problem of [
    "slug: must be lower-case words",
    "setting: must be the name of an environment variable",
    'row: model id "studio-image" is there twice',
    "studio-image.capabilities.0: Invalid option",
    "studio-image.credits: Too big",
    "studio-image.pricing.typicalUsd: Too small",
    'studio-image: required parameter "mood" is not among the properties',
    "studio-image.parameters.properties.prompt.x-role: Invalid option",
    "properties.steps: minimum 5 is above maximum 2",
    "properties.steps: default 1.5 is not of type integer",
    "properties.style: default pencil is not one of the enum's values",
    "studio-image: a retired model says since when",
  ]) {
    expect(message).toContain(problem);
  }
});

test.each([
  ["credits beside a list price", { pricing: { typicalUsd: 0.1 } }, "credits are stated if"],
  ["a price per second that disagrees", { pricing: { perSecondUsd: 1 } }, "perSecondUsd × priced"],
  ["no priced quantity", { priced: {} }, "priced names no quantity"],
  [
    "a factor of no parameter",
    { priceFactors: { mood: { good: 2 } } },
    '"mood" is not a parameter',
  ],
  ["a factor of no value", { priceFactors: { format: { bmp: 2 } } }, 'format has no value "bmp"'],
  [
    "a factor by another parameter that it has not",
    { priceFactors: { format: { png: { mood: { good: 2 } } } } },
    '"mood" is not a parameter',
  ],
  [
    "a measured quantity that is not priced",
    { measured: { seconds: { of: ["video"] } } },
    '"seconds" is not priced',
  ],
  [
    "a length by a parameter that it has not",
    { measured: { seconds: { of: ["video"], also: { mood: { good: ["audio"] } } } } },
    'measured: "mood" is not a parameter',
  ],
  ["no reason for not being called", { lifecycle: { status: "disabled" } }, "says why (note)"],
  ["limits upside down", { limits: { count: { min: 3, max: 2 } } }, "min is above max"],
  ["a service that its provider has not", { service: "elsewhere" }, "which is no service"],
  ["a field that does not exist", { colour: "red" }, "colour"],
])("a model with %s is refused", (_, change, problem) => {
  const model = rowOf("studio-image");
  const pricing = "pricing" in change ? { ...model.pricing, ...change.pricing } : model.pricing;
  const row = { ...studioRow, models: [{ ...model, ...change, pricing }] } as ProviderInput;

  expect(refusal(() => defineProvider(row))).toContain(problem);
});

test("a catalog is refused when two providers share a model id or a replacement is unknown", () => {
  const lifecycle = { status: "deprecated", replacedBy: "studio-oracle" } as const;
  const other = defineProvider({
    ...studioRow,
    slug: "other",
    models: [{ ...rowOf("studio-image"), lifecycle }],
  });

  const message = refusal(() => defineCatalog([studio, other]));

  expect(message).toContain('model id "studio-image" is there twice');
  expect(message).toContain('studio-image is replaced by "studio-oracle"');
});

function refusal(attempt: () => unknown): string {
  try {
    attempt();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  throw new Error("the row was accepted");
}
