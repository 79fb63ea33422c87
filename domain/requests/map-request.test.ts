import { describe, expect, test } from "vitest";

import type { GenerationParameters } from "./intent.ts";
import { mapRequest, type MappingInput } from "./map-request.ts";
import type { ModelParameter, ModelParameters } from "./model-parameters.ts";

function model(
  properties: Record<string, ModelParameter>,
  required: string[] = [],
): ModelParameters {
  return { properties, required };
}

function values(properties: Record<string, ModelParameter>, parameters: GenerationParameters) {
  return mapRequest(model(properties), { parameters }).values;
}

const ratio = (...words: string[]): ModelParameter => ({
  type: "string",
  enum: words,
  "x-role": "aspectRatio",
});

test.each<[string, Record<string, ModelParameter>, GenerationParameters, unknown]>([
  ["16:9 as it stands", { a: ratio("1:1", "16:9") }, { aspectRatio: "16:9" }, "16:9"],
  ["16:9 with another sign", { a: ratio("1x1", "16x9") }, { aspectRatio: "16:9" }, "16x9"],
  [
    "16:9 as a pair of sides",
    { a: ratio("720:1280", "1280:720") },
    { aspectRatio: "16:9" },
    "1280:720",
  ],
  [
    "4:3 by what is sold as it",
    { a: ratio("1104:832", "960:960") },
    { aspectRatio: "4:3" },
    "1104:832",
  ],
  ["a shape from pixels", { a: ratio("1:1", "16:9") }, { width: 1920, height: 1080 }, "16:9"],
  [
    "a shape as free word",
    { a: { type: "string", "x-role": "aspectRatio" } },
    { width: 1920, height: 1080 },
    "16:9",
  ],
  [
    "pixels as one word",
    { a: { type: "string", default: "auto", "x-role": "size" } },
    { width: 1536, height: 1024 },
    "1536x1024",
  ],
  [
    "pixels as a named size",
    { a: { type: "string", enum: ["square_hd", "landscape_16_9"], "x-role": "size" } },
    { aspectRatio: "16:9" },
    "landscape_16_9",
  ],
  [
    "5 seconds as a word",
    { a: { type: "string", enum: ["5s", "9s"], "x-role": "duration" } },
    { durationSeconds: 5 },
    "5s",
  ],
  [
    "5 seconds as a number",
    { a: { type: "integer", minimum: 3, "x-role": "duration" } },
    { durationSeconds: 5 },
    5,
  ],
  [
    "4k in its own letters",
    { a: { type: "string", enum: ["2K", "4K"], "x-role": "resolution" } },
    { resolution: "4k" },
    "4K",
  ],
  [
    "full hd by its lines",
    { a: { type: "string", enum: ["720p", "1080p"], "x-role": "resolution" } },
    { resolution: "full hd" },
    "1080p",
  ],
  [
    "jpg as jpeg",
    { a: { type: "string", enum: ["png", "jpeg"], "x-role": "format" } },
    { format: "jpg" },
    "jpeg",
  ],
  [
    "mp3 by its usual kind",
    {
      a: {
        type: "string",
        enum: ["mp3_22050_32", "mp3_44100_128"],
        default: "mp3_44100_128",
        "x-role": "format",
      },
    },
    { format: "mp3" },
    "mp3_44100_128",
  ],
  [
    "a format by what it holds",
    { a: { type: "string", enum: ["mp3", "linear16"], "x-role": "format" } },
    { format: "wav" },
    "linear16",
  ],
  [
    "a voice by name in any case",
    { a: { type: "string", enum: ["alloy", "nova"], "x-role": "voice" } },
    { voice: { name: "Nova" } },
    "nova",
  ],
  [
    "a voice by gender",
    {
      a: {
        type: "string",
        enum: ["onyx", "nova"],
        "x-role": "voice",
        "x-voices": { female: ["nova"], male: ["onyx"] },
      },
    },
    { voice: { gender: "female" } },
    "nova",
  ],
])("%s is mapped without an issue or an assumption", (_, properties, parameters, expected) => {
  const mapped = mapRequest(model(properties), { parameters });

  expect(mapped).toMatchObject({ values: { a: expected }, issues: [], assumptions: [] });
});

const seconds = model({ duration: { type: "integer", enum: [4, 6, 8], "x-role": "duration" } });

test("an explicit value that the model does not support is refused with the supported ones", () => {
  const { issues } = mapRequest(seconds, { parameters: { durationSeconds: 5 } });

  expect(issues).toEqual([
    {
      pointer: "/parameters/durationSeconds",
      code: "value_not_supported",
      message: "The model takes one of: 4, 6, 8.",
    },
  ]);
});

const voices = model({
  voice: { type: "string", enum: ["alloy", "nova"], default: "alloy", "x-role": "voice" },
});
const scottish = { voice: { name: "nova", accent: "scottish", age: "old", tone: "calm" } };

test("explicit properties of a voice that a model's list of voices cannot express are refused", () => {
  expect(mapRequest(voices, { parameters: scottish }).issues).toEqual([
    {
      pointer: "/parameters/voice",
      code: "value_not_supported",
      message:
        "The model does not support voice.accent. The model does not support voice.age. The model does not support voice.tone.",
    },
  ]);
});

test("properties of a voice from a message that the model does not take are reported", () => {
  const wish = { parameters: { voice: { gender: "female", tone: "calm" } }, explicit: {} } as const;

  expect(mapRequest(voices, wish)).toMatchObject({
    values: { voice: "alloy" },
    issues: [],
    assumptions: ["voice: The model does not support voice.tone. alloy is used."],
  });
});

const wide = model({
  aspectRatio: { type: "string", "x-ratios": [0.25, 4], "x-role": "aspectRatio" },
});

test.each([
  ["5:1", "4:1"],
  ["1:8", "1:4"],
])("an explicit ratio outside the model's limits is refused: %s", (aspectRatio, nearest) => {
  const { issues } = mapRequest(wide, { parameters: { aspectRatio } });
  const fitted = mapRequest(wide, { parameters: { aspectRatio }, explicit: {} });

  expect(issues).toEqual([
    {
      pointer: "/parameters/aspectRatio",
      code: "value_not_supported",
      message: "The model takes ratios of width to height from 1:4 to 4:1.",
    },
  ]);
  expect(fitted).toMatchObject({ values: { aspectRatio: nearest }, issues: [] });
});

test("an unsupported value from a message becomes the nearest supported one and is reported", () => {
  const wish: MappingInput = { parameters: { durationSeconds: 5, fps: 30 }, explicit: {} };

  const { values, issues, assumptions } = mapRequest(seconds, wish);

  expect(issues).toEqual([]);
  expect(values).toEqual({ duration: 4 });
  expect(assumptions).toEqual([
    "durationSeconds: The model takes one of: 4, 6, 8. 4 is used.",
    "fps: The model does not support fps.",
  ]);
});

test("pixels that only an aspect ratio can carry are mapped to it and reported", () => {
  const { values, issues, assumptions } = mapRequest(model({ ratio: ratio("1:1", "16:9") }), {
    parameters: { width: 1000, height: 900 },
  });

  expect(issues).toEqual([]);
  expect(values).toEqual({ ratio: "1:1" });
  expect(assumptions).toEqual(["size: The model takes one of: 1:1, 16:9. 1:1 is used."]);
});

test("a style without a parameter is added to the prompt", () => {
  const properties = { prompt: { type: "string", "x-role": "prompt" } };

  const { values } = mapRequest(model(properties), {
    prompt: "a fox",
    parameters: { style: "watercolor" },
  });

  expect(values).toEqual({ prompt: "a fox, watercolor style" });
});

test("a prompt that is too long is an issue and is never truncated silently", () => {
  const { issues } = mapRequest(
    model({ text: { type: "string", maxLength: 5, "x-role": "text" } }),
    {
      prompt: "a long story",
      parameters: {},
    },
  );

  expect(issues).toMatchObject([{ pointer: "/prompt", code: "too_long" }]);
});

const own = model({
  steps: { type: "integer", minimum: 1, maximum: 50 },
  "settings.audio": { type: "string", enum: ["native", "off"], "x-role": "audio" },
  webhook_url: { type: "string", format: "uri" },
  webhook_secret: { type: "string" },
  image: { type: "string", "x-role": "image" },
  prompt: { type: "string", "x-role": "prompt" },
});

test("a model-specific parameter is sent when its schema allows it", () => {
  const modelParameters = { steps: 30, "settings.audio": "native" };

  const { values, issues } = mapRequest(own, { parameters: { modelParameters } });

  expect(issues).toEqual([]);
  expect(values).toEqual(modelParameters);
});

test.each([
  ["steps", 51, "The model takes at most 50."],
  ["steps", "30", "Must be of type integer."],
  ["settings.audio", "loud", "The model takes one of: native, off."],
  ["mood", "good", "The model has no parameter mood that can be set."],
  ["webhook_url", "https://example.com", "The model has no parameter webhook_url that can be set."],
  ["webhook_secret", "s", "The model has no parameter webhook_secret that can be set."],
  ["image", "https://example.com", "The model has no parameter image that can be set."],
  ["prompt", "other", "The model has no parameter prompt that can be set."],
  ["__proto__", 1, "The model has no parameter __proto__ that can be set."],
])("the model's own %s: %s is refused", (name, value, message) => {
  const modelParameters = Object.fromEntries([[name, value]]);

  const { values, issues } = mapRequest(own, { parameters: { modelParameters } });

  expect(values).toEqual({});
  expect(issues).toMatchObject([{ pointer: `/parameters/modelParameters/${name}`, message }]);
});

test("values that the price assumes are sent, so that the provider chooses nothing more expensive", () => {
  const video = model({
    duration: { type: "integer", enum: [4, 6, 8], default: 8, "x-role": "duration" },
    quality: { type: "string", enum: ["low", "medium", "auto"], default: "auto" },
    audio: { type: "boolean" },
  });
  const priced = {
    typical: { seconds: 4 },
    factors: { quality: { low: 0.5, medium: 1 }, audio: { true: 2 } },
  };

  expect(mapRequest(video, { parameters: {}, priced }).values).toEqual({
    duration: 4,
    quality: "medium",
    audio: false,
  });
});

test("inputs are assigned to their parameters in order, and two forms of one parameter count once", () => {
  const places = model({
    source_url: { type: "string", format: "uri", "x-role": "image" },
    image: { type: "string", format: "binary", "x-role": "image" },
    mask: { type: "string", format: "binary", "x-role": "mask" },
    references: { type: "array", maxItems: 2, items: { type: "object" }, "x-role": "images" },
  });
  const kinds = ["mask", "image", "image", "image", "image"] as const;
  const inputs = kinds.map((kind) => ({ kind }));

  const { inputs: byAddress, issues } = mapRequest(places, { parameters: {}, inputs });
  const { inputs: asFile } = mapRequest(places, { parameters: {}, inputs, inputFormat: "binary" });

  expect(byAddress).toEqual({ mask: [0], source_url: [1], references: [2, 3] });
  expect(asFile).toEqual({ mask: [0], image: [1], references: [2, 3] });
  expect(issues).toEqual([
    {
      pointer: "/inputs/4",
      code: "too_many",
      message: "The model takes at most 3 inputs of kind image.",
    },
  ]);
});

test("the operation that a capability implies is sent", () => {
  const task = {
    type: "string",
    enum: ["video", "video_edit"],
    "x-role": "task",
    "x-tasks": { "text-to-video": "video", "video-editing": "video_edit" },
  };

  expect(
    mapRequest(model({ task }), { capability: "video-editing", parameters: {} }).values,
  ).toEqual({
    task: "video_edit",
  });
  expect(values({ task }, {})).toEqual({});
});

test("a value that a model accepts for some capabilities only is sent for no other", () => {
  const video = model({
    ratio: {
      type: "string",
      enum: ["16:9", "1:1"],
      "x-role": "aspectRatio",
      "x-only": { "text-to-video": ["16:9"] },
    },
    loop: { type: "boolean", "x-only": { "text-to-video": [] } },
  });
  const parameters = { aspectRatio: "1:1", modelParameters: { loop: true } };

  const animated = mapRequest(video, { capability: "image-to-video", parameters });
  const written = mapRequest(video, { capability: "text-to-video", parameters });

  expect(animated).toMatchObject({ values: { ratio: "1:1", loop: true }, issues: [] });
  expect(written.values).toEqual({ ratio: "16:9" });
  expect(written.issues.map(({ pointer, code }) => [pointer, code])).toEqual([
    ["/parameters/aspectRatio", "value_not_supported"],
    ["/parameters/modelParameters/loop", "not_supported"],
  ]);
});

const sides: Record<string, ModelParameter> = {
  width: { type: "integer", minimum: 64, maximum: 1440, multipleOf: 16, "x-role": "width" },
  height: { type: "integer", minimum: 64, maximum: 1440, multipleOf: 16, "x-role": "height" },
};

test.each<[string, GenerationParameters, Record<string, number>]>([
  ["a shape", { aspectRatio: "16:9" }, { width: 1376, height: 768 }],
  ["a shape and one side", { aspectRatio: "2:1", width: 800 }, { width: 800, height: 400 }],
  ["a resolution", { resolution: "1024x512" }, { width: 1024, height: 512 }],
  [
    "a size above the maximum, in its shape",
    { aspectRatio: "2:1", resolution: "1080p" },
    { width: 1440, height: 720 },
  ],
])("both sides carry %s", (_, parameters, expected) => {
  expect(mapRequest(model(sides), { parameters, explicit: {} }).values).toEqual(expected);
});

test("a resolution above the maximum is reported with the size that is used", () => {
  const parameters = { aspectRatio: "2:1", resolution: "1080p" };

  expect(mapRequest(model(sides), { parameters }).assumptions).toEqual([
    "resolution: The model takes at most 1440 x 1440 pixels. 1440 x 720 is used.",
  ]);
});

test("upscaling keeps the shape of its input", () => {
  const wish = { capability: "upscaling", explicit: {} } as const;

  expect(
    mapRequest(model(sides), { ...wish, parameters: { resolution: "1024x512" } }).values,
  ).toEqual({ width: 1024 });
  expect(mapRequest(model(sides), { ...wish, parameters: { aspectRatio: "16:9" } })).toMatchObject({
    values: {},
    assumptions: ["aspectRatio: The model does not support aspectRatio."],
  });
});

test.each([
  ["voice", { voice: { name: "Aloy" } }, "alloy"],
  ["style", { style: "water-colour" }, "watercolor"],
  ["steps", { modelParameters: { stpes: 3 } }, "steps"],
])("the supported name that is near is suggested: %s", (_name, parameters, near) => {
  const model = {
    properties: {
      voice: { type: "string", enum: ["alloy", "ash"], "x-role": "voice" },
      style: { type: "string", enum: ["oil", "watercolor"], "x-role": "style" },
      steps: { type: "integer" },
    },
  };

  const { issues } = mapRequest(model, { parameters });

  expect(issues).toMatchObject([{ message: expect.stringMatching(`Did you mean ${near}\\?$`) }]);
});

describe("a combination of values that the model refuses", () => {
  const conditional: ModelParameters = {
    properties: {
      sound: { type: "string", enum: ["native", "off"], default: "off" },
      size: { type: "string", enum: ["720p", "1080p"], "x-role": "resolution" },
      seconds: { type: "integer", minimum: 3, maximum: 10, "x-role": "duration" },
      first: { type: "string", "x-role": "firstFrame" },
      more: { type: "array", items: { type: "string" }, maxItems: 2, "x-role": "images" },
    },
    "x-conditions": [
      { when: { sound: ["native"] }, allows: { size: ["1080p"] } },
      { when: { first: true, more: false }, allows: { seconds: [5, 10] } },
    ],
  };
  const native = { modelParameters: { sound: "native" } };
  const priced = {
    typical: { seconds: 5 },
    factors: { size: { "720p": 1, "1080p": 2 } },
  };
  const images = (count: number) =>
    Array.from({ length: count }, () => ({ kind: "image" as const }));

  test("takes the accepted value when the caller gave none, and says so", () => {
    const mapped = mapRequest(conditional, { parameters: native, priced });

    expect(mapped).toMatchObject({ values: { sound: "native", size: "1080p" }, issues: [] });
    expect(mapped.assumptions).toEqual([
      "size: With sound native, the model takes one of: 1080p. 1080p is used.",
    ]);
  });

  test("is an issue of the value that the caller gave", () => {
    const { issues } = mapRequest(conditional, { parameters: { ...native, resolution: "720p" } });

    expect(issues).toEqual([
      {
        pointer: "/parameters/resolution",
        code: "value_not_supported",
        message: "With sound native, the model takes one of: 1080p.",
      },
    ]);
  });

  test("is no issue of another value that was fitted to the model", () => {
    const mapped = mapRequest(conditional, { parameters: { ...native, height: 16 } });

    expect(mapped).toMatchObject({ values: { size: "1080p" }, issues: [] });
  });

  test("takes the nearest accepted number for a value from a message", () => {
    const request = { parameters: { durationSeconds: 9 }, explicit: {}, inputs: images(1) };

    expect(mapRequest(conditional, request)).toMatchObject({ values: { seconds: 10 }, issues: [] });
  });

  test("does not concern other combinations", () => {
    const others = [
      { parameters: { modelParameters: { sound: "off" }, resolution: "720p" } },
      { parameters: { durationSeconds: 9 }, inputs: images(2) },
      { parameters: { durationSeconds: 9 } },
    ];

    expect(others.flatMap((other) => mapRequest(conditional, other).issues)).toEqual([]);
  });
});

describe("timestamps", () => {
  const asked = { parameters: { timestamps: true } };
  const modelOf = (parameter: ModelParameter): ModelParameters => ({
    properties: { times: { ...parameter, "x-role": "timestamps" } },
  });

  test("are switched on, by the model's own value", () => {
    const values = ["none", "word"];

    expect(mapRequest(modelOf({ type: "boolean" }), asked).values).toEqual({ times: true });
    expect(
      mapRequest(modelOf({ type: "string", enum: values, default: "word" }), asked).values,
    ).toEqual({ times: "word" });
  });

  test("are refused by a model without them, unless they come from a message", () => {
    const refused = mapRequest({ properties: {} }, asked);
    const read = mapRequest({ properties: {} }, { ...asked, explicit: {} });

    expect(refused.issues).toMatchObject([
      { pointer: "/parameters/timestamps", code: "not_supported" },
    ]);
    expect(read).toMatchObject({
      issues: [],
      assumptions: [expect.stringContaining("timestamps")],
    });
  });
});

test("a prompt has 4,000 characters where the model's provider publishes no limit", () => {
  const issuesOf = (maxLength: number | undefined, length: number) => {
    const prompt: ModelParameter = {
      type: "string",
      "x-role": "prompt",
      ...(maxLength === undefined ? {} : { maxLength }),
    };
    const request = { prompt: "a".repeat(length), parameters: { style: "ink" } };
    return mapRequest({ properties: { prompt } }, request).issues.map(({ code }) => code);
  };

  expect(issuesOf(undefined, 4_000)).toEqual([]);
  expect(issuesOf(undefined, 4_001)).toEqual(["too_long"]);
  expect(issuesOf(32_000, 20_000)).toEqual([]);
});
