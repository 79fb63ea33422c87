import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import { toEvent, toEventResponse } from "#api/doors/openai/events.ts";
import {
  hintFields,
  listIgnored,
  optional,
  orderFields,
  parseForm,
  toCommon,
} from "#api/doors/openai/fields.ts";
import { mediaBodyBytesMax, readReferences } from "#api/doors/openai/media-references.ts";
import { loadModelNames, type ModelNames } from "#api/doors/openai/models.ts";
import { orderJob } from "#api/doors/openai/order-job.ts";
import { readMediaForm } from "#api/doors/openai/read-media-form.ts";
import { requireFile } from "#api/doors/openai/require-file.ts";
import {
  presentTranscript,
  readTranscript,
  transcriptFormats,
  withTimes,
} from "#api/doors/openai/transcripts.ts";
import { defineRoute, type RouteInput } from "#api/http/route.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";

const transcriptionSchema = z.strictObject({
  ...orderFields,
  language: optional(z.string().max(35)),
  response_format: optional(z.enum(transcriptFormats)),
  timestamp_granularities: optional(z.array(z.enum(["word", "segment"])).max(2)),
  stream: optional(z.boolean()),
  ...hintFields,
  prompt: optional(z.string().max(32_000)),
  temperature: optional(z.number().min(0).max(1)),
  chunking_strategy: optional(z.unknown()),
  include: optional(z.array(z.string().max(100)).max(10)),
});

/** Body of OpenRouter and Open WebUI, with the recording as base64. */
const bodySchema = transcriptionSchema.extend({
  input_audio: z.strictObject({
    data: z.string().min(1),
    format: optional(z.string().max(20)),
  }),
});

const hints = [
  ...Object.keys(hintFields),
  "prompt",
  "temperature",
  "chunking_strategy",
  "include",
] as const;

type Fields = z.output<typeof transcriptionSchema>;
type Input = RouteInput<unknown, unknown, z.output<typeof bodySchema>>;

const params = {
  "/inputs": "file",
  "/parameters/language": "language",
  "/parameters/timestamps": "response_format",
};

export const createTranscription = defineRoute({
  method: "post",
  path: "/openai/v1/audio/transcriptions",
  operationId: "openaiCreateTranscription",
  summary: "Transcribe a recording (form with `file`, or JSON with `input_audio`)",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  upload: transcriptionSchema,
  body: bodySchema,
  bodyBytesMax: mediaBodyBytesMax,
  status: 200,
  response: {
    media: {
      "application/json": "`{text}`, for verbose_json with segments and words.",
      "text/plain": "The transcript, or its subtitles.",
      "text/event-stream": "Events of `stream: true`.",
    },
  },
  errors: [
    ...orderErrors,
    "still_running",
    "output_too_large",
    "asset_invalid",
    "asset_too_large",
    "asset_limit_reached",
  ],
  idempotent: "job",
  async handle(input, dependencies) {
    const { fields, hashes, toInputs, discard } = await readRecording(input, dependencies);
    try {
      checkFields(fields);
      const ignored = listIgnored(fields, hints);
      if (ignored !== "") input.setHeader("X-GME-Ignored", ignored);
      const ordered = await orderJob(
        {
          endpoint: "openaiCreateTranscription",
          path: "/audio/transcriptions",
          sent: { fields, files: hashes },
          toRequest: async () =>
            toTranscriptionRequest(fields, await toInputs(), await loadModelNames(dependencies)),
          metadata: fields.metadata ?? {},
          params,
        },
        input,
        dependencies,
      );
      const read = async () => readTranscript(await ordered.result(), dependencies);
      if (fields.stream !== true) return presentTranscript(await read(), fields);
      return toEventResponse(ordered, {
        async result() {
          const { text } = await read();
          return [
            toEvent({ type: "transcript.text.delta", delta: text }),
            toEvent({ type: "transcript.text.done", text, usage: noTokens }),
          ];
        },
      });
    } finally {
      await discard();
    }
  },
});

const noTokens = { type: "tokens", input_tokens: 0, output_tokens: 0, total_tokens: 0 };

interface Recording {
  readonly fields: Fields;
  readonly hashes: readonly string[];
  readonly toInputs: () => Promise<GenerationInput[]>;
  readonly discard: () => Promise<void>;
}

async function readRecording(input: Input, dependencies: RequestDependencies): Promise<Recording> {
  if (input.upload === null) {
    const { input_audio: audio, ...fields } = input.body;
    const source = { base64: audio.data };
    const reference = { pointer: "/input_audio/data", kind: "audio" as const, source };
    return { fields, ...(await readReferences([reference], input, dependencies)) };
  }
  const { fields, hashes, keep, discard } = await readMediaForm(
    input.upload,
    { fileFields: ["file"], filesMax: 1, parse: (given) => parseForm(transcriptionSchema, given) },
    input,
    dependencies,
  );
  requireFile(hashes, "file");
  return {
    fields,
    hashes,
    discard,
    toInputs: async () =>
      (await keep()).map(({ assetId }) => ({ kind: "audio" as const, assetId })),
  };
}

/** Streams have text only, as in OpenAI's API. */
function checkFields({
  stream,
  response_format: format,
  timestamp_granularities: times,
}: Fields): void {
  const refuse = (field: string, message: string) => {
    throw new AppError("parameter_not_supported", {
      issues: [{ pointer: `/${field}`, code: "unsupported_parameter", message }],
    });
  };
  if (stream === true && withTimes(format)) {
    refuse("response_format", "A stream has the text only; use json or text.");
  }
  if (times != null && format !== "verbose_json") {
    refuse("timestamp_granularities", "Use it with response_format verbose_json.");
  }
}

function toTranscriptionRequest(
  { language, response_format: format, ...fields }: Fields,
  inputs: readonly GenerationInput[],
  names: ModelNames,
): JobRequest {
  return {
    parseIntent: false,
    capability: "speech-to-text",
    inputs,
    parameters: {
      ...(language == null ? {} : { language }),
      ...(withTimes(format) ? { timestamps: true } : {}),
    },
    ...toCommon(fields, names),
  };
}
