import { z } from "zod";

import {
  hintFields,
  listIgnored,
  optional,
  orderFields,
  parseForm,
  toCommon,
} from "#api/doors/openai/fields.ts";
import { listCallable } from "#api/doors/openai/images.ts";
import { orderJob } from "#api/doors/openai/order-job.ts";
import { readMediaForm } from "#api/doors/openai/read-media-form.ts";
import { readOutputs } from "#api/doors/openai/read-output.ts";
import { refuseNoForm, requireFile } from "#api/doors/openai/require-file.ts";
import { defineRoute } from "#api/http/route.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";
import type { JobRequest } from "#db/entities/job.ts";

const transcriptionSchema = z.strictObject({
  ...orderFields,
  language: optional(z.string().max(35)),
  response_format: optional(z.enum(["json", "text", "srt", "vtt"])),
  ...hintFields,
  prompt: optional(z.string().max(32_000)),
  temperature: optional(z.number().min(0).max(1)),
});

const params = {
  "/inputs": "file",
  "/parameters/language": "language",
  "/parameters/format": "response_format",
};

export const createTranscription = defineRoute({
  method: "post",
  path: "/openai/v1/audio/transcriptions",
  operationId: "openaiCreateTranscription",
  summary: "Transcribe a recording (form with `file`)",
  tags: ["OpenAI"],
  access: { permission: "generations:create" },
  lenient: true,
  upload: transcriptionSchema,
  status: 200,
  response: {
    media: { "application/json": "`{text}`.", "text/plain": "The transcript, or its subtitles." },
  },
  errors: [
    ...orderErrors,
    "still_running",
    "asset_invalid",
    "asset_too_large",
    "asset_limit_reached",
  ],
  idempotent: "job",
  async handle(input, dependencies) {
    const { fields, sha256, keep, discard } = await readMediaForm(
      input.upload ?? refuseNoForm("file"),
      {
        fileFields: ["file"],
        filesMax: 1,
        parse: (given) => parseForm(transcriptionSchema, given),
      },
      input,
      dependencies,
    );
    try {
      requireFile(sha256, "file");
      const ignored = listIgnored(fields, [...Object.keys(hintFields), "prompt", "temperature"]);
      if (ignored !== "") input.setHeader("X-GME-Ignored", ignored);
      const ordered = await orderJob(
        {
          endpoint: "openaiCreateTranscription",
          path: "/audio/transcriptions",
          sent: { fields, files: sha256 },
          toRequest: async () =>
            toTranscriptionRequest(fields, await keep(), await listCallable(dependencies)),
          metadata: fields.metadata ?? {},
          params,
        },
        input,
        dependencies,
      );
      const job = await ordered.result();
      const ids = job.outputs.slice(0, 1).map(({ outputId }) => outputId);
      const [file] = await readOutputs(job.jobId, ids, dependencies);
      const isPlain = fields.response_format == null || fields.response_format === "json";
      const stored = file?.output.text ?? file?.bytes.toString() ?? "";
      if (isPlain) return answer("application/json", JSON.stringify({ text: stored }));
      const text = fields.response_format === "text" ? stored : (file?.bytes.toString() ?? "");
      return answer("text/plain; charset=utf-8", text);
    } finally {
      await discard();
    }
  },
});

function answer(type: string, body: string) {
  return { status: 200, headers: { "Content-Type": type }, body };
}

function toTranscriptionRequest(
  { language, response_format: format, ...fields }: z.output<typeof transcriptionSchema>,
  [assetId = ""]: readonly string[],
  callable: ReadonlySet<string>,
): JobRequest {
  return {
    parseIntent: false,
    capability: "speech-to-text",
    inputs: [{ kind: "audio", assetId }],
    parameters: {
      ...(language == null ? {} : { language }),
      ...(format === "srt" || format === "vtt" ? { format } : {}),
    },
    ...toCommon(fields, callable),
  };
}
