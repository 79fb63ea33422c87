import { describe, expect, test } from "vitest";

import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { type CapableWish, inputSets, requestIssues } from "#domain/requests/request-issues.ts";

import { providers } from "./index.ts";
import { toPricing } from "./to-pricing.ts";

const models = providers.flatMap((provider) => provider.models);
const cases = models.flatMap((model) =>
  model.capabilities.map((capability) => ({ id: model.id, model, capability })),
);

test.each(cases)(
  "$id can do $capability with one of its sets of inputs",
  ({ model, capability }) => {
    const sets = inputSets(model.parameters, capability);

    expect(sets.length).toBeGreaterThan(0);
    for (const set of sets) {
      const inputs = set.map((kind) => ({ kind }));
      const wish = { capability, inputs, prompt: "a red fox", parameters: {} };
      expect(requestIssues(model.parameters, wish)).toEqual([]);
    }
  },
);

function issuesOf(
  id: string,
  capability: CapableWish["capability"],
  inputs: readonly InputFacts[],
  parameters: GenerationParameters = {},
) {
  const model = models.find((each) => each.id === id);
  if (model === undefined) throw new Error(`no ${id}`);
  const wish = { capability, inputs, parameters, prompt: "", priced: toPricing(model) };
  return requestIssues(model.parameters, wish).map(({ pointer, code }) => `${pointer} ${code}`);
}

const picture = { kind: "image" } as const;
const clip = (durationSeconds: number) => ({ kind: "video", durationSeconds }) as const;
const speech = (durationSeconds: number) => ({ kind: "audio", durationSeconds }) as const;

describe("a model that needs more inputs than its capability reports the missing one", () => {
  test.each([
    ["a mask", issuesOf("ideogram-v3-inpaint", "inpainting", [picture]), "/inputs input_missing"],
    ["a mask", issuesOf("flux-lora-fill", "inpainting", [picture]), "/inputs input_missing"],
    ["a performance", issuesOf("act_two", "image-to-video", [picture]), "/inputs input_missing"],
    [
      "a video, not a picture",
      issuesOf("lipsync-2", "lip-sync", [picture, speech(5)]),
      "/inputs/0 not_used",
    ],
    [
      "a video, not a picture",
      issuesOf("kling-lip-sync", "lip-sync", [picture, speech(5)]),
      "/inputs input_missing",
    ],
    [
      "five pictures at most",
      issuesOf(
        "pika-v2.2-pikaframes",
        "image-to-video",
        Array.from({ length: 6 }, () => picture),
      ),
      "/inputs/5 too_many",
    ],
    [
      "no video to animate a picture",
      issuesOf("kling-3.0-omni", "image-to-video", [picture, clip(5)]),
      "/inputs/1 not_used",
    ],
    [
      "a recording, not a video",
      issuesOf("nova-3", "speech-to-text", [{ kind: "video" }]),
      "/inputs/0 not_used",
    ],
  ])("%s", (_need, issues, expected) => {
    expect(issues).toContain(expected);
  });
});

test("models with an optional prompt accept an image alone", () => {
  expect(issuesOf("gpt-5.6-luna", "vision-analysis", [picture])).toEqual([]);
  expect(issuesOf("stable-image-upscale-creative", "upscaling", [picture])).toEqual([]);
  expect(issuesOf("moondream3-preview-query", "vision-analysis", [picture])).toEqual([]);
  expect(issuesOf("gen4.5", "image-to-video", [picture])).toEqual([]);
});

/** The rest of a longer video is kept and billed. */
const silence = { modelParameters: { "options.sync_mode": "silence" } };
const said = "/parameters/durationSeconds value_not_supported";
const tooLong = "/inputs/0 too_long";

describe("an input outside the model's limits or longer than the given duration is reported", () => {
  test.each([
    ["kling-lip-sync", [clip(61), speech(5)], {}, ["/inputs/0 too_long"]],
    ["kling-lip-sync", [clip(20), speech(1.5)], {}, ["/inputs/1 too_short"]],
    ["kling-lip-sync", [clip(20), speech(5)], { durationSeconds: 5 }, [said]],
    ["kling-lip-sync", [clip(20), speech(5)], {}, []],
    ["lipsync-2", [clip(600), speech(5)], {}, []],
    ["lipsync-2", [clip(600), speech(301)], {}, ["/inputs/1 too_long"]],
    ["lipsync-2", [clip(301), speech(5)], silence, ["/inputs/0 too_long"]],
    ["lipsync-2", [clip(20), speech(5)], { ...silence, durationSeconds: 5 }, [said]],
  ])("%s", (id, inputs, parameters, expected) => {
    expect(issuesOf(id, "lip-sync", inputs, parameters)).toEqual(expected);
  });

  test("for edits, with a tolerance of a frame or two", () => {
    const words = ["/prompt required"];

    expect(issuesOf("aleph2", "video-editing", [clip(30.09)])).toEqual(words);
    expect(issuesOf("aleph2", "video-editing", [clip(31)])).toEqual([...words, tooLong]);
    expect(issuesOf("kling-o1", "video-editing", [clip(10.4)])).toEqual(words);
    expect(issuesOf("kling-o1", "video-editing", [clip(10.6)])).toEqual([...words, tooLong]);
  });

  test.each([
    ["magnific_precision_upscaler_v2", 3_200, 2_001, ["/inputs/0 too_large"]],
    ["magnific_precision_upscaler_v2", 3_200, 1_000, []],
    ["stable-image-upscale-creative", 1_025, 1_024, ["/inputs/0 too_large"]],
    ["stable-image-upscale-creative", 63, 64, ["/inputs/0 too_small"]],
    ["stable-image-upscale-conservative", 1_000, 400, []],
    ["stable-image-upscale-conservative", 1_001, 400, ["/inputs/0 not_supported"]],
    ["stable-image-upscale-creative", 1_024, 1_024, []],
  ])("for images: %s with %i × %i pixels", (id, width, height, expected) => {
    expect(issuesOf(id, "upscaling", [{ ...picture, width, height }])).toEqual(expected);
  });

  test.each([
    ["image/webp", ["/inputs/0 not_supported"]],
    ["image/png", []],
  ])("for frames of the type %s", (contentType, expected) => {
    expect(issuesOf("kling-3.0", "image-to-video", [{ ...picture, contentType }])).toEqual(
      expected,
    );
  });

  test("for voices", () => {
    const voice = (seconds: number) =>
      issuesOf("eleven_multilingual_sts_v2", "speech-to-speech", [speech(seconds)]);

    expect(voice(300)).toEqual([]);
    expect(voice(301)).toEqual([tooLong]);
  });
});
