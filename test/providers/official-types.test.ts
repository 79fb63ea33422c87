import { expect, test } from "vitest";

import { problemsByType } from "#test/support/providers/official-types.ts";
import { problemsOfService, type TypedClient } from "#test/support/providers/typed-exchanges.ts";

/** The types of official clients that describe the wire, by slug of the provider or service. */
const clients: Readonly<Record<string, TypedClient>> = {
  openai: {
    imports: [`import type OpenAI from "openai";`],
    types: [
      [/\/images\/generations$/, "OpenAI.ImageGenerateParamsNonStreaming", "OpenAI.ImagesResponse"],
      [/\/images\/edits$/, "OpenAI.ImageEditParamsNonStreaming", null],
      [/\/audio\/speech$/, "OpenAI.Audio.SpeechCreateParams", null],
      [
        /\/audio\/transcriptions$/,
        "OpenAI.Audio.TranscriptionCreateParamsNonStreaming",
        "OpenAI.Audio.Transcription",
      ],
      [/\/responses$/, "OpenAI.Responses.ResponseCreateParamsNonStreaming", null],
    ],
  },
  google: {
    imports: [
      `import type { Content, GenerateContentConfig, Interactions } from "@google/genai";`,
      `type Config = Pick<GenerateContentConfig, "imageConfig" | "responseMimeType" | "responseModalities" | "responseSchema">;`,
      `type Generate = { contents: Content[]; generationConfig?: Config };`,
    ],
    types: [
      [/:generateContent$/, "Generate", null],
      [
        /\/interactions$/,
        "Interactions.CreateModelInteractionParamsNonStreaming",
        "Partial<Interactions.Interaction>",
      ],
    ],
  },
  runway: {
    imports: [`import type RunwayML from "@runwayml/sdk";`],
    types: [
      [
        /\/text_to_video$/,
        "RunwayML.TextToVideoCreateParams",
        "RunwayML.TextToVideoCreateResponse",
      ],
      [
        /\/image_to_video$/,
        "RunwayML.ImageToVideoCreateParams",
        "RunwayML.ImageToVideoCreateResponse",
      ],
      [
        /\/video_to_video$/,
        "RunwayML.VideoToVideoCreateParams",
        "RunwayML.VideoToVideoCreateResponse",
      ],
      [
        /\/character_performance$/,
        "RunwayML.CharacterPerformanceCreateParams",
        "RunwayML.CharacterPerformanceCreateResponse",
      ],
      [
        /\/text_to_image$/,
        "RunwayML.TextToImageCreateParams",
        "RunwayML.TextToImageCreateResponse",
      ],
      [
        /\/image_upscale$/,
        "RunwayML.ImageUpscaleCreateParams",
        "RunwayML.ImageUpscaleCreateResponse",
      ],
      [/\/tasks\//, null, "RunwayML.TaskRetrieveResponse"],
    ],
  },
  "luma-dream-machine": {
    imports: [
      `import type LumaAI from "lumaai";`,
      `import type { VideoCreateParams } from "lumaai/resources/generations/video";`,
      `import type { ImageCreateParams } from "lumaai/resources/generations/image";`,
    ],
    types: [
      [/\/generations\/video$/, "VideoCreateParams", "LumaAI.Generation"],
      [/\/generations\/image$/, "ImageCreateParams", "LumaAI.Generation"],
      [/\/generations\//, null, "LumaAI.Generation"],
    ],
  },
  assemblyai: {
    imports: [
      `import type { Transcript, TranscriptParams, UploadedFile } from "assemblyai";`,
      // Required and null until a transcript is completed.
      `type Answer = Omit<Transcript, "language_confidence" | "language_confidence_threshold" | "speech_model" | "language_codes" | "words"> & { language_confidence?: number; words?: Omit<NonNullable<Transcript["words"]>[number], "speaker">[] };`,
    ],
    types: [
      [/\/v2\/upload$/, null, "UploadedFile"],
      [/\/v2\/transcript$/, "TranscriptParams", "Answer"],
      [/\/v2\/transcript\//, null, "Answer"],
    ],
  },
  replicate: {
    imports: [
      `import type { Prediction } from "replicate";`,
      `type Request = { input: object; webhook?: string; webhook_events_filter?: ("start" | "output" | "logs" | "completed")[] };`,
    ],
    types: [
      [/\/predictions$/, "Request", "Prediction"],
      [/\/predictions\//, null, "Prediction"],
    ],
  },
  "sync-labs": {
    imports: [`import type { Sync } from "@sync.so/sdk";`],
    types: [
      [/\/v2\/generate$/, "Sync.CreateGenerationDto", "Sync.Generation"],
      [/\/v2\/generate\//, null, "Sync.Generation"],
    ],
  },
};

test.each(Object.entries(clients))(
  "%s: the official client's types accept what the adapter sends and what the simulator returns",
  { timeout: 120_000 },
  async (slug, client) => {
    expect(await problemsOfService(slug, client)).toEqual([]);
  },
);

test("a field, a value and an omission that a type forbids are problems", async () => {
  const type = "RunwayML.ImageUpscaleCreateParams";
  const body = { model: "magnific_precision_upscaler_v2", imageUri: "https://example.com/a.png" };
  const problems = await problemsByType(clients["runway"]?.imports ?? [], [
    { about: "right", type, value: body },
    { about: "field", type, value: { ...body, zoom: 2 } },
    { about: "value", type, value: { ...body, scaleFactor: 3 } },
    { about: "omission", type, value: { model: body.model } },
  ]);

  expect(problems.map((problem) => problem.split(":")[0])).toEqual(["field", "value", "omission"]);
});
