import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import { expect, test } from "vitest";

import { providers } from "#catalog/index.ts";
import { parametersSchema } from "#domain/pipelines/generation-parameters.ts";
import { unsupportedParameters } from "#domain/requests/model-parameters.ts";
import { inputSets } from "#domain/requests/request-issues.ts";

import { modelSchemaOf } from "./model-schema.ts";

const models = providers.flatMap(({ slug, models: rows }) =>
  rows.map((row) => ({ ...row, providerSlug: slug })),
);
type Row = (typeof models)[number];
const byId = models.map((row) => [row.id, row] as const);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

function schemaOf(row: Row) {
  return modelSchemaOf(row);
}

/** Minimal request for the first capability of a model, without parameters. */
function plainRequest({ id, providerSlug, capabilities, parameters }: Row) {
  const [capability] = capabilities;
  if (capability === undefined) throw new Error(`${id} can do nothing`);
  const [kinds = []] = inputSets(parameters, capability);
  return {
    model: id,
    provider: providerSlug,
    capability,
    prompt: "a red fox",
    ...(kinds.length === 0
      ? {}
      : { inputs: kinds.map((kind) => ({ kind, url: "https://example.com/file" })) }),
  };
}

const fields = Object.keys(parametersSchema.shape).filter((name) => name !== "modelParameters");

/** Values for each parameter: listed by models, and numbers within and outside of their ranges. */
const values: Record<string, fc.Arbitrary<unknown>> = {
  aspectRatio: fc.constantFrom("1:1", "16:9", "9:16", "4:3", "21:9", "7:5"),
  resolution: fc.constantFrom("720p", "1080p", "4k", "2K", "768P", "huge"),
  style: fc.constantFrom("watercolor", "realistic", "DESIGN"),
  voice: fc.constantFrom({}, { gender: "female" }, { name: "alloy" }, { name: "nobody" }),
  language: fc.constantFrom("en", "de", "pt-BR", "zz"),
  format: fc.constantFrom("png", "jpeg", "mp3", "wav", "mp4", "glb", "xyz"),
  negativePrompt: fc.constantFrom("fog", "x".repeat(600), "x".repeat(2_000)),
  operations: fc.constant(["trim"]),
  timestamps: fc.boolean(),
};
const number = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.constantFrom(0.25, 0.5, 1.5, 512, 1_024, 1_280, 2_048, 4_096, 16_384, 4_294_967_295),
);

test.each(byId)("acceptance agrees with the published schema of %s", (_id, row) => {
  const validate = ajv.compile(schemaOf(row).input);
  const request = plainRequest(row);
  validate(request);
  expect(validate.errors ?? []).toEqual([]);

  const field = fc
    .constantFrom(...fields)
    .chain((name) => (values[name] ?? number).map((value) => ({ [name]: value })));
  fc.assert(
    fc.property(field, (parameters) => {
      if (!validate({ ...request, parameters })) return;
      expect(parametersSchema.safeParse(parameters).success).toBe(true);
      const issues = unsupportedParameters(row.parameters, parameters, request.capability);
      expect(issues).toEqual([]);
    }),
    { numRuns: 60 },
  );
});

test("takes ranges, choices and provider parameters from the model's row", () => {
  const { input } = schemaOf(find("flux-2-flex"));

  expect(input).toMatchObject({
    properties: {
      model: { const: "flux-2-flex" },
      capability: { enum: ["text-to-image", "image-to-image"] },
      parameters: {
        properties: {
          format: { enum: ["jpeg", "png", "webp"] },
          modelParameters: { properties: { steps: { maximum: 50 }, guidance: { minimum: 1.5 } } },
        },
      },
    },
  });
});

test("requires the inputs of each capability and refuses inputs without a use", () => {
  const validate = ajv.compile(schemaOf(find("flux-2-flex")).input);
  const asked = { model: "flux-2-flex", capability: "text-to-image", prompt: "a red fox" };
  const inputs = [{ kind: "image", url: "https://example.com/fox.png" }];

  expect(validate(asked)).toBe(true);
  expect(validate({ ...asked, prompt: undefined })).toBe(false);
  expect(validate({ ...asked, inputs })).toBe(false);
  expect(validate({ ...asked, capability: "image-to-image" })).toBe(false);
  expect(validate({ ...asked, capability: "image-to-image", inputs })).toBe(true);
  expect(validate({ ...asked, capability: "text-to-video" })).toBe(false);
  expect(validate({ ...asked, parameters: { durationSeconds: 5 } })).toBe(false);
  expect(validate({ ...asked, dryRun: true, estimateId: "est_1" })).toBe(false);
});

function find(id: string): Row {
  const row = models.find((known) => known.id === id);
  if (row === undefined) throw new Error(`no model ${id}`);
  return row;
}

test("refuses a value that the model takes for other capabilities only", () => {
  const validate = ajv.compile(schemaOf(find("gen4.5")).input);
  const inputs = [{ kind: "image", url: "https://example.com/fox.png" }];
  const asked = { model: "gen4.5", prompt: "a red fox", parameters: { aspectRatio: "960:960" } };

  expect(validate({ ...asked, capability: "image-to-video", inputs })).toBe(true);
  expect(validate({ ...asked, capability: "text-to-video" })).toBe(false);
  expect(
    validate({ ...asked, capability: "text-to-video", parameters: { aspectRatio: "720:1280" } }),
  ).toBe(true);
});

test("includes inputs that the model requires beyond its capability, and their maximum", () => {
  const file = (kind: string) => ({ kind, url: "https://example.com/file" });
  const validate = (id: string, capability: string, kinds: readonly string[], prompt?: string) =>
    ajv.compile(schemaOf(find(id)).input)({
      model: id,
      capability,
      inputs: kinds.map(file),
      ...(prompt === undefined ? {} : { prompt }),
    });
  const frames = (count: number) => Array.from({ length: count }, () => "image");

  expect(validate("ideogram-v3-inpaint", "inpainting", ["image"], "a hat")).toBe(false);
  expect(validate("ideogram-v3-inpaint", "inpainting", ["image", "mask"], "a hat")).toBe(true);
  expect(validate("act_two", "image-to-video", ["image"])).toBe(false);
  expect(validate("act_two", "image-to-video", ["image", "video"])).toBe(true);
  expect(validate("lipsync-2", "lip-sync", ["image", "audio"])).toBe(false);
  expect(validate("sync-3", "lip-sync", ["image", "audio"])).toBe(true);
  expect(validate("pika-v2.2-pikaframes", "image-to-video", frames(5))).toBe(true);
  expect(validate("pika-v2.2-pikaframes", "image-to-video", frames(6))).toBe(false);
});

test("states the combinations that a model refuses, as rules or as text", () => {
  const validate = ajv.compile(schemaOf(find("kling-2.6")).input);
  const request = (own: object) => ({
    ...plainRequest(find("kling-2.6")),
    parameters: { modelParameters: own },
  });

  expect(validate(request({ "settings.audio": "native", "settings.resolution": "720p" }))).toBe(
    false,
  );
  expect(validate(request({ "settings.audio": "native", "settings.resolution": "1080p" }))).toBe(
    true,
  );
  expect(JSON.stringify(schemaOf(find("kling-2.6")))).toContain(
    "With last_frame, settings.resolution is one of: 1080p.",
  );
});
