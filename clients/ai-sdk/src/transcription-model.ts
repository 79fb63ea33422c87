import {
  APICallError,
  type SharedV4Warning,
  type TranscriptionModelV4,
  type TranscriptionModelV4CallOptions,
  type TranscriptionModelV4Result,
} from "@ai-sdk/provider";
import type { CompletedJob } from "@gme/client";

import { toInput, type MediaInput } from "./inputs.ts";
import { jobMetadata, readFile, responseOf } from "./job-metadata.ts";
import type { ModelSettings } from "./model-settings.ts";
import { runCall, type CommonOptions } from "./run-call.ts";
import { readTranscript } from "./transcript.ts";
import { unsupported } from "./warnings.ts";

type Granularities = TranscriptionModelV4CallOptions["timestampGranularities"];
type Options = CommonOptions & { readonly timestampGranularities?: Granularities };

export function createTranscriptionModel(settings: ModelSettings): TranscriptionModelV4 {
  const { name, modelId } = settings;
  async function transcribe(
    input: MediaInput,
    options: Options,
  ): Promise<TranscriptionModelV4Result> {
    const call = {
      capability: "speech-to-text" as const,
      inputs: [input],
      settings: { timestampGranularities: { timestamps: true } },
      warnings: [],
      options,
    };
    const { result, warnings } = await runCall(settings, call, async (job) => ({
      job,
      ...(await readResult(job, options.abortSignal)),
    }));
    const { job, words, ...transcript } = result;
    const missing = listMissing({ ...transcript, words }, options.timestampGranularities);
    return {
      ...transcript,
      ...(words.length === 0 ? {} : { words }),
      warnings: [...warnings, ...missing],
      usage: { credits: job.billing.capturedCredits },
      response: responseOf(job, modelId),
      providerMetadata: { [name]: jobMetadata(job) },
    };
  }
  return {
    specificationVersion: "v4",
    provider: `${name}.transcription`,
    modelId,
    doGenerate: async ({ audio, mediaType, ...options }) =>
      transcribe(toInput("audio", { type: "file", data: audio, mediaType }), options),
    async doGenerateFromUrl({ audio, ...options }) {
      try {
        return await transcribe({ kind: "audio", url: audio.href }, options);
      } catch (error) {
        // The AI SDK then downloads the file itself, such as one of the caller's own network.
        if (isRefusedUrl(error)) return undefined;
        throw error;
      }
    },
  };
}

async function readResult(job: CompletedJob, signal: AbortSignal | undefined) {
  const read = async (contentType: string) => {
    const file = job.outputs.find((output) => output.contentType.startsWith(contentType));
    return file === undefined ? undefined : new TextDecoder().decode(await readFile(file, signal));
  };
  const text = job.outputs.find((output) => output.text !== undefined)?.text;
  const times = readTranscript((await read("application/json")) ?? "{}");
  return { text: (text ?? (await read("text/plain")) ?? "").trim(), ...times };
}

function listMissing(
  times: { readonly words: readonly unknown[]; readonly segments: readonly unknown[] },
  granularities: Granularities = [],
): SharedV4Warning[] {
  return granularities
    .filter((granularity) => times[`${granularity}s`].length === 0)
    .map((granularity) =>
      unsupported("timestampGranularities", `The transcript has no times of ${granularity}s.`),
    );
}

function isRefusedUrl(error: unknown): boolean {
  if (!APICallError.isInstance(error)) return false;
  const { code } = (error.data ?? {}) as { code?: unknown };
  return code === "input_address_refused";
}
