import * as fc from "fast-check";
import { expect, test } from "vitest";

import { adapters } from "#activities/providers/index.ts";
import { providers } from "#catalog/index.ts";
import { callTo } from "#test/support/providers/call-to.ts";
import { soundOf, videoOf } from "#test/support/providers/input-of.ts";
import {
  fileMark,
  problemsByType,
  type TypedValue,
} from "#test/support/providers/official-types.ts";
import { validRequest } from "#test/support/providers/random-request.ts";
import { receivedForm, receivedJson } from "#test/support/providers/received-body.ts";
import type { Received, SimulatorAnswer } from "#test/support/providers/simulator.ts";
import { startBySlug } from "#test/support/providers/start-by-slug.ts";

interface Client {
  readonly imports: readonly string[];
  /** Types of request and response by path; null where the client states none. */
  readonly types: readonly (readonly [
    path: RegExp,
    request: string | null,
    response: string | null,
  ])[];
  readonly service?: string;
}

const deepElevenlabs = "../../node_modules/@elevenlabs/elevenlabs-js/serialization/index.js";

/** The types of official clients that describe the wire, by slug of the provider or service. */
const clients: Readonly<Record<string, Client>> = {
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
  elevenlabs: {
    imports: [`import type * as Wire from "${deepElevenlabs}";`],
    types: [[/\/text-to-speech\//, "Wire.BodyTextToSpeechFull.Raw", null]],
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

/** The same requests in each run. */
const sample = { numRuns: 8, seed: 14 };

test.each(Object.entries(clients))(
  "%s: the official client's types accept what the adapter sends and what the simulator returns",
  { timeout: 120_000 },
  async (slug, { imports, types }) => {
    const exchanges = await collect(slug);
    const values = await Promise.all(
      exchanges.map(async ({ request, answer }): Promise<TypedValue[]> => {
        const { pathname } = request.url;
        const [, sent, returned] = types.find(([path]) => path.test(pathname)) ?? [];
        const about = `${request.method} ${pathname.replace(/[0-9a-f-]{36}$/, "{id}")}`;
        return [
          ...(typeof sent === "string"
            ? [{ about, type: sent, value: await bodyOf(request) }]
            : []),
          ...(typeof returned === "string" && answer.json !== undefined
            ? [{ about: `${about} (response)`, type: returned, value: withoutNulls(answer.json) }]
            : []),
        ];
      }),
    );

    const checked = values.flat();
    expect(checked.length).toBeGreaterThan(0);
    const problems = await problemsByType(imports, checked);
    expect([...new Set(problems)]).toEqual([]);
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

/** Sends random valid requests to every model, polls each once, and returns what went over the wire. */
async function collect(
  slug: string,
): Promise<readonly { readonly request: Received; readonly answer: SimulatorAnswer }[]> {
  const simulator = await startBySlug(slug);
  try {
    const adapter = adapters[slug];
    const models = providers
      .flatMap((provider) => provider.models.map((model) => ({ provider, model })))
      .filter(({ provider, model }) => (model.service ?? provider.slug) === slug)
      .map(({ model }) => model)
      .filter(({ lifecycle: { status } }) => status !== "retired" && status !== "disabled");
    let sent = 0;
    for (const model of models) {
      for (const capability of model.capabilities) {
        for (const request of fc.sample(validRequest(model, capability, {}), sample)) {
          sent += 1;
          const call = callTo(simulator, { idempotencyKey: `job_${sent}:generate:1` });
          const inputs = request.inputs.map((input) => measured[input.kind] ?? input);
          const before = simulator.submissions();
          try {
            const result = await adapter?.submit({ ...request, inputs }, call);
            if (result?.state === "accepted") await adapter?.poll?.(result.handle, call);
          } catch (error) {
            // An adapter may refuse a request before it is sent; a provider must not.
            if (simulator.submissions() > before) throw error;
          }
        }
      }
    }
    return simulator.exchanges();
  } finally {
    await simulator.close();
  }
}

/** Vendors send null for fields that their types call optional. */
function withoutNulls(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (_name, value: unknown) => (value === null ? undefined : value)),
  );
}

const measured: Readonly<Record<string, ReturnType<typeof videoOf> | undefined>> = {
  video: videoOf(1),
  audio: soundOf(1),
};

async function bodyOf(request: Received): Promise<unknown> {
  if (!(request.headers["content-type"] ?? "").startsWith("multipart/"))
    return receivedJson(request);
  const form = await receivedForm(request);
  const names = [...new Set(form.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = form
        .getAll(name)
        .map((value) => (typeof value === "string" ? fromText(value) : fileMark));
      return [name.replace("[]", ""), name.endsWith("[]") ? values : values[0]];
    }),
  );
}

/** Forms have only texts. */
function fromText(text: string): unknown {
  return /^(?:-?\d+(?:\.\d+)?(?:e-?\d+)?|true|false)$/.test(text) ? JSON.parse(text) : text;
}
