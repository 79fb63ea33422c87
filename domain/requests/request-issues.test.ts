import { expect, test } from "vitest";

import type { InputKind } from "./capability.ts";
import type { ModelParameter } from "./model-parameters.ts";
import { type CapableWish, inputSets, requestIssues, roomFor } from "./request-issues.ts";

const prompt: ModelParameter = { type: "string", "x-role": "prompt" };
const picture: ModelParameter = { type: "string", format: "uri", "x-role": "image" };
const mask: ModelParameter = { type: "string", format: "uri", "x-role": "mask" };
const performance: ModelParameter = { type: "object", "x-role": "video" };
const pair: ModelParameter = {
  type: "array",
  items: { type: "object" },
  minItems: 2,
  maxItems: 2,
  "x-role": "videoAudio",
  "x-kinds": ["video", "audio"],
};

function issuesOf(
  properties: Record<string, ModelParameter>,
  wish: Omit<CapableWish, "inputs" | "parameters"> & { inputs?: InputKind[] },
  required = Object.keys(properties),
) {
  const { inputs = [], ...rest } = wish;
  return requestIssues(
    { required, properties },
    { parameters: {}, ...rest, inputs: inputs.map((kind) => ({ kind })) },
  ).map(({ pointer, code, message }) => [pointer, code, message]);
}

test("a model that needs a mask refuses an image alone", () => {
  const model = { prompt, picture, mask };
  const wish = { capability: "inpainting", prompt: "a hat" } as const;

  expect(issuesOf(model, { ...wish, inputs: ["image"] })).toEqual([
    ["/inputs", "input_missing", "Attach an input of kind mask."],
  ]);
  expect(issuesOf(model, { ...wish, inputs: ["image", "mask"] })).toEqual([]);
  expect(issuesOf(model, { ...wish, inputs: ["image"] }, ["prompt", "picture"])).toEqual([]);
});

test("all issues are reported at once: missing and unused inputs, prompt and values", () => {
  const seconds: ModelParameter = { type: "integer", maximum: 10, "x-role": "duration" };
  const model = { required: ["prompt", "mask"], properties: { prompt, picture, mask, seconds } };
  const issues = requestIssues(model, {
    capability: "inpainting",
    prompt: " ",
    inputs: [{ kind: "image" }, { kind: "image" }, { kind: "audio" }],
    parameters: { durationSeconds: 20, fps: 24 },
  });

  expect(issues.map(({ pointer, code }) => [pointer, code])).toEqual([
    ["/inputs", "input_missing"],
    ["/prompt", "required"],
    ["/parameters/durationSeconds", "value_not_supported"],
    ["/parameters/fps", "not_supported"],
    ["/inputs/1", "too_many"],
    ["/inputs/2", "not_used"],
  ]);
});

test("a model may require more than its capability does", () => {
  const model = { picture, performance };

  expect(issuesOf(model, { capability: "image-to-video", inputs: ["image"] })).toEqual([
    ["/inputs", "input_missing", "Attach an input of kind video."],
  ]);
  expect(issuesOf(model, { capability: "image-to-video", inputs: ["image", "video"] })).toEqual([]);
});

test("a pair requires one input of each kind, limited to the kinds that the model accepts", () => {
  const wish = { capability: "lip-sync" } as const;

  expect(issuesOf({ pair }, { ...wish, inputs: ["video"] })).toEqual([
    ["/inputs", "input_missing", "Attach an input of kind audio."],
  ]);
  expect(issuesOf({ pair }, { ...wish, inputs: ["image", "audio"] })).toEqual([
    ["/inputs", "input_missing", "Attach an input of kind video."],
    ["/inputs/0", "not_used", "The model does not accept an input of kind image."],
  ]);
  expect(issuesOf({ pair }, { ...wish, inputs: ["video", "audio"] })).toEqual([]);
});

test("a prompt is required when the capability or the model needs it and no default exists", () => {
  const wish = { capability: "upscaling", prompt: "", inputs: ["image" as const] } as const;
  const ask = (parameter: ModelParameter) =>
    issuesOf({ prompt: parameter, picture }, { ...wish, inputs: ["image"] });

  expect(ask(prompt)).toEqual([["/prompt", "required", "The model needs a prompt."]]);
  expect(ask({ ...prompt, default: "sharp" })).toEqual([]);
  expect(ask({ ...prompt, type: "array" })).toEqual([]);
  expect(issuesOf({}, { capability: "text-to-image", prompt: "" })).toEqual([
    ["/prompt", "required", "Text-to-Image needs a prompt."],
  ]);
});

test("a prompt that exceeds the model's limit is reported before anything is generated", () => {
  const short: ModelParameter = { ...prompt, maxLength: 5 };

  expect(issuesOf({ short }, { capability: "text-to-image", prompt: "a red fox" })).toEqual([
    ["/prompt", "too_long", "The model takes at most 5 characters."],
  ]);
});

test("a text-only capability accepts no inputs, even if the model does for others", () => {
  const inputs: InputKind[] = ["image"];

  expect(issuesOf({ prompt, picture }, { capability: "text-to-image", inputs }, [])).toEqual([
    ["/inputs/0", "not_used", "Text-to-Image does not accept an input of kind image."],
  ]);
  expect(roomFor({ properties: { prompt, picture } }, "text-to-image").size).toBe(0);
});

test("the input sets of a capability are limited to the inputs that the model accepts", () => {
  const properties = { picture, mask };

  expect(inputSets({ properties, required: ["mask"] }, "inpainting")).toEqual([
    ["image", "mask"],
    ["image", "mask"],
  ]);
  expect(inputSets({ properties: { picture } }, "inpainting")).toEqual([["image"]]);
  expect(inputSets({ properties: { pair } }, "lip-sync")).toEqual([["video", "audio"]]);
});

test("a mask above the pixel limit is refused when its size is known", () => {
  const model = { required: [], properties: { prompt, picture, mask } };
  const codesOf = (width: number, height: number) =>
    requestIssues(model, {
      capability: "inpainting",
      prompt: "a hat",
      inputs: [{ kind: "image" }, { kind: "mask", width, height }],
      parameters: {},
    }).map(({ pointer, code }) => [pointer, code]);

  expect(codesOf(4_096, 4_096)).toEqual([]);
  expect(codesOf(1, 8_193)).toEqual([["/inputs/1", "too_large"]]);
  expect(codesOf(8_192, 2_049)).toEqual([["/inputs/1", "too_large"]]);
});
