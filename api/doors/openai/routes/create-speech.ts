import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { toEvent, toEventResponse } from "#api/doors/openai/events.ts";
import {
  hintFields,
  listIgnored,
  optional,
  orderFields,
  promptSchema,
  toCommon,
} from "#api/doors/openai/fields.ts";
import { loadModelNames, type ModelNames } from "#api/doors/openai/models.ts";
import { orderJob } from "#api/doors/openai/order-job.ts";
import { readOutputs } from "#api/doors/openai/read-output.ts";
import { fileMedia } from "#api/files/serve-file.ts";
import { defineRoute } from "#api/http/route.ts";
import type { PresentedJob } from "#api/present/job.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { AppError } from "#domain/errors.ts";

const voiceSchema = z.string().min(1).max(100);

const speechSchema = z.strictObject({
  input: promptSchema,
  ...orderFields,
  voice: optional(
    z.union([voiceSchema, z.strictObject({ id: voiceSchema }).transform(({ id }) => id)]),
  ),
  response_format: optional(z.string().regex(/^[A-Za-z0-9]{1,10}$/, "Must be like mp3 or wav")),
  speed: optional(z.number().min(0.25).max(4)),
  language: optional(z.string().max(35)),
  seed: optional(z.int().min(0).max(4_294_967_295)),
  ...hintFields,
  instructions: optional(z.string().max(4_096)),
  stream_format: optional(z.enum(["audio", "sse"])),
});

/** Voices of OpenAI, which tools have built in: no model here has them, so the model chooses. */
const openaiVoices = new Set(
  "alloy ash ballad coral echo fable marin cedar nova onyx sage shimmer verse".split(" "),
);

const params = {
  "/prompt": "input",
  "/parameters/voice": "voice",
  "/parameters/format": "response_format",
  "/parameters/speed": "speed",
  "/parameters/language": "language",
  "/parameters/seed": "seed",
};

export const createSpeech = defineRoute({
  method: "post",
  path: "/openai/v1/audio/speech",
  operationId: "openaiCreateSpeech",
  summary: "Speak a text",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  body: speechSchema,
  status: 200,
  response: {
    media: { ...fileMedia.media, "text/event-stream": "Events of `stream_format: sse`." },
  },
  errors: [...orderErrors, "still_running", "output_too_large"],
  idempotent: "job",
  examples: { body: { speech: { input: "Welcome to the museum.", voice: "alloy" } } },
  async handle(input, dependencies) {
    const { body } = input;
    const isOpenaiVoice = body.voice != null && openaiVoices.has(body.voice);
    const ignored = [
      listIgnored(body, [...Object.keys(hintFields), "instructions"]),
      ...(isOpenaiVoice ? ["voice"] : []),
    ].filter((name) => name !== "");
    if (ignored.length > 0) input.setHeader("X-GME-Ignored", ignored.join(", "));
    const ordered = await orderJob(
      {
        endpoint: "openaiCreateSpeech",
        path: "/audio/speech",
        sent: { fields: body, files: [] },
        toRequest: async () =>
          toSpeechRequest(
            isOpenaiVoice ? { ...body, voice: null } : body,
            await loadModelNames(dependencies),
          ),
        metadata: body.metadata ?? {},
        params,
      },
      input,
      dependencies,
    );
    const read = async () => readSpeech(await ordered.result(), dependencies);
    if (body.stream_format === "sse") {
      return toEventResponse(ordered, {
        async result() {
          const { bytes } = await read();
          return [
            ...listParts(bytes).map((audio) => toEvent({ type: "speech.audio.delta", audio })),
            toEvent({ type: "speech.audio.done", usage: noTokens }),
          ];
        },
      });
    }
    const { output, bytes } = await read();
    return { status: 200, headers: { "Content-Type": output.contentType }, body: bytes };
  },
});

const noTokens = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };

/** Bytes of an event's audio: base64 of them is a line of 64 KiB, and each part decodes alone. */
const partBytes = 49_152;

function listParts(bytes: Buffer): string[] {
  return Array.from({ length: Math.ceil(bytes.byteLength / partBytes) }, (_, index) =>
    bytes.subarray(index * partBytes, (index + 1) * partBytes).toString("base64"),
  );
}

async function readSpeech({ jobId, outputs }: PresentedJob, dependencies: RequestDependencies) {
  const ids = outputs.slice(0, 1).map(({ outputId }) => outputId);
  const [file] = await readOutputs(jobId, ids, dependencies);
  if (file === undefined) throw new AppError("output_not_found");
  return file;
}

function toSpeechRequest(body: z.output<typeof speechSchema>, names: ModelNames): JobRequest {
  return {
    parseIntent: false,
    capability: "text-to-speech",
    prompt: body.input,
    inputs: [],
    parameters: {
      ...(body.voice == null ? {} : { voice: { name: body.voice } }),
      ...(body.response_format == null ? {} : { format: body.response_format }),
      ...(body.speed == null || body.speed === 1 ? {} : { speed: body.speed }),
      ...(body.language == null ? {} : { language: body.language }),
      ...(body.seed == null ? {} : { seed: body.seed }),
    },
    ...toCommon(body, names),
  };
}
