import { createHash } from "node:crypto";

import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { providers } from "#catalog/index.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { mapRequest } from "#domain/requests/map-request.ts";
import { inputSets } from "#domain/requests/request-issues.ts";

import { engines } from "../../studio/engines/index.ts";
import { parseRequest } from "../../studio/http/request-schema.ts";

const models = providers.find(({ slug }) => slug === "studio")?.models ?? [];
const cases = models.flatMap((model) =>
  model.capabilities.map((capability) => ({ id: model.id, model, capability })),
);
const sha256 = createHash("sha256").update("picture").digest("hex");

const wishes = fc.record(
  {
    aspectRatio: fc.constantFrom("16:9", "1:1", "9:16", "2.39:1", "1:4"),
    width: fc.integer({ min: 1, max: 16_384 }),
    height: fc.integer({ min: 1, max: 16_384 }),
    resolution: fc.constantFrom("720p", "1080p", "4k", "full hd", "8K", "5000x100", "huge"),
    durationSeconds: fc.double({ min: 0.1, max: 3_600, noNaN: true }),
    fps: fc.integer({ min: 1, max: 240 }),
    count: fc.integer({ min: 1, max: 10 }),
    style: fc.constantFrom("watercolor", "oil"),
    voice: fc.record(
      {
        name: fc.constantFrom("alloy", "Joe", "slt"),
        gender: fc.constantFrom("female", "male"),
        accent: fc.constantFrom("British", "Scottish"),
        tone: fc.constant("warm"),
      },
      { requiredKeys: [] },
    ),
    speed: fc.double({ min: 0.1, max: 10, noNaN: true }),
    language: fc.constantFrom("en", "pt-BR"),
    format: fc.constantFrom("png", "jpg", "mp4", "mp3", "wav", "glb", "xyz"),
    scale: fc.double({ min: 1, max: 16, noNaN: true }),
    strength: fc.double({ min: 0, max: 1, noNaN: true }),
    seed: fc.integer({ min: 0, max: 4_294_967_295 }),
    negativePrompt: fc.constant("trees"),
  },
  { requiredKeys: [] },
);

/** Prompts of capabilities that take certain requests only. */
const prompts: Partial<Record<Capability, string>> = {
  "video-editing": "reverse it",
  "vision-analysis": "which colours are in it?",
  "speech-to-speech": "make the voice deeper",
};

/** Studio speaks English only, and refuses another language instead of speaking a wrong one. */
const languages: Partial<Record<Capability, string>> = {
  "speech-to-speech": "en",
  "text-to-speech": "en",
};

describe("what a job states is what studio takes", () => {
  test.each(cases)("$id accepts every value that is sent for $capability", (each) => {
    const { id, model, capability } = each;
    const [kinds = []] = inputSets(model.parameters, capability);
    fc.assert(
      fc.property(wishes, (parameters) => {
        const { values } = mapRequest(model.parameters, {
          capability,
          prompt: prompts[capability] ?? "oil painting of a fox",
          parameters: {
            ...parameters,
            ...(parameters.language === undefined
              ? {}
              : { language: languages[capability] ?? parameters.language }),
          },
          explicit: {},
          inputs: kinds.map((kind) => ({ kind })),
        });
        const { prompt, ...sent } = values;
        const inputs = kinds.map((kind) => ({ kind, sha256 }));

        const parsed = parseRequest(
          { model: id, capability, prompt, inputs, parameters: sent },
          (wanted) => engines[wanted],
        );

        expect(parsed).toHaveProperty("request");
      }),
      { numRuns: 100 },
    );
  });

  test.each([
    ["studio-video", { durationSeconds: 30 }, { durationSeconds: 10 }],
    ["studio-video", { resolution: "4k" }, { resolution: "1080p" }],
    ["studio-upscale", { scale: 8 }, { scale: 4 }],
    ["studio-image", { count: 6 }, { count: 4 }],
    ["studio-image", { width: 4096, height: 512 }, { width: 2048, height: 512 }],
    ["studio-voice", { voice: { gender: "male", name: "alloy" } }, { voice: { gender: "male" } }],
  ] as const)("%s with %j is sent %j, which is reported", (id, parameters, sent) => {
    const model = models.find((each) => each.id === id);
    const [capability] = model?.capabilities ?? [];

    const mapped = mapRequest(model?.parameters ?? {}, {
      ...(capability === undefined ? {} : { capability }),
      parameters,
      explicit: {},
    });

    expect(mapped.values).toEqual(sent);
    expect(mapped.assumptions).toHaveLength(1);
  });
});
