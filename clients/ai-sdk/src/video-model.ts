import {
  InvalidArgumentError,
  UnsupportedFunctionalityError,
  type Experimental_VideoModelV4 as VideoModelV4,
  type Experimental_VideoModelV4CallOptions as VideoModelV4CallOptions,
  type JSONValue,
  type SharedV4Warning,
} from "@ai-sdk/provider";
import type { Capability, JobWithFiles } from "@gme/client";

import { kindOf, toInput } from "./inputs.ts";
import { fileMetadata, jobMetadata, readFile, responseOf } from "./job-metadata.ts";
import { readCountMax, type ModelSettings } from "./model-settings.ts";
import { runCall, startCall, type Call } from "./run-call.ts";
import { toCallError } from "./to-call-error.ts";
import { toSettings, unsupported } from "./warnings.ts";

export function createVideoModel(settings: ModelSettings): VideoModelV4 {
  const { name, modelId, engine } = settings;
  const readVideos = async (job: JobWithFiles, signal: AbortSignal | undefined) => {
    const outputs = job.outputs.filter(({ contentType }) => contentType.startsWith("video/"));
    const files = outputs.map(async (output) => ({
      // With a URL, the AI SDK would fetch the file without the credential, and only from public hosts.
      type: "binary" as const,
      data: await readFile(output, signal),
      mediaType: output.contentType,
    }));
    const videos = outputs.map((output) => fileMetadata(output, job));
    return {
      videos: await Promise.all(files),
      providerMetadata: { [name]: { ...jobMetadata(job), videos } },
      response: { ...responseOf(job, modelId), headers: undefined },
    };
  };
  return {
    specificationVersion: "v4",
    provider: `${name}.video`,
    modelId,
    maxVideosPerCall: async () => readCountMax(settings),
    async doGenerate(options) {
      const { result, warnings } = await runCall(settings, toCall(options), async (job) =>
        readVideos(job, options.abortSignal),
      );
      return { ...result, warnings };
    },
    async handleWebhookOption({ webhook }) {
      const { url, received } = await webhook();
      return { webhookUrl: url, received };
    },
    async doStart({ webhookUrl, ...options }) {
      const call = { ...toCall(options), webhookUrl };
      const { result, warnings } = await startCall(settings, call);
      return {
        operation: { jobId: result.jobId },
        warnings,
        providerMetadata: { [name]: { jobId: result.jobId } },
        response: { timestamp: new Date(), modelId, headers: undefined },
      };
    },
    async doStatus({ operation, abortSignal: signal }) {
      try {
        const job = await engine().jobs.get(jobIdOf(operation), { signal });
        const response = { ...responseOf(job, modelId), headers: undefined };
        if (job.status === "completed") {
          return { status: "completed", warnings: [], ...(await readVideos(job, signal)) };
        }
        const error = describeEnd(job);
        if (error === undefined) return { status: "pending", response };
        return { status: "error", error, providerMetadata: { [name]: jobMetadata(job) }, response };
      } catch (error) {
        throw toCallError(error, { requestBodyValues: operation });
      }
    },
  };
}

function toCall(options: VideoModelV4CallOptions): Call {
  const { prompt, n, aspectRatio, resolution, duration, fps, seed, generateAudio } = options;
  const [width, height] = (resolution ?? "").split("x").map(Number);
  const references = options.inputReferences ?? [];
  const inputs = [
    ...toFrames(options).map((frame) => toInput("image", frame)),
    ...references.map((reference) => toInput(kindOf(reference), reference)),
  ];
  const ratio = aspectRatio === "adaptive" ? undefined : aspectRatio;
  return {
    capability: capabilityOf(inputs.map(({ kind }) => kind)),
    prompt,
    inputs,
    ...(n === 1 ? {} : { required: { count: n } }),
    settings: toSettings({
      aspectRatio: ratio === undefined ? undefined : { aspectRatio: ratio },
      resolution: width === undefined || height === undefined ? undefined : { width, height },
      duration: duration === undefined ? undefined : { durationSeconds: duration },
      fps: fps === undefined ? undefined : { fps },
      seed: seed === undefined ? undefined : { seed },
    }),
    warnings: generateAudio === undefined ? [] : [soundWarning],
    options,
  };
}

const soundWarning: SharedV4Warning = unsupported(
  "generateAudio",
  "The engine has no common parameter for the sound of a video. A model with its own one takes it in " +
    "providerOptions.gme.parameters.modelParameters.",
);

/** First and last frame, in the order in which the engine assigns images. */
function toFrames({ image, frameImages = [] }: VideoModelV4CallOptions) {
  const find = (type: string) => frameImages.find(({ frameType }) => frameType === type)?.image;
  const first = find("first_frame") ?? image;
  const last = find("last_frame");
  if (last !== undefined && first === undefined) {
    // Alone, the image would become the first frame.
    throw new UnsupportedFunctionalityError({ functionality: "a last frame without a first one" });
  }
  return [first, last].filter((frame) => frame !== undefined);
}

function capabilityOf(kinds: readonly string[]): Capability {
  if (kinds.includes("video")) return "video-editing";
  return kinds.length > 0 ? "image-to-video" : "text-to-video";
}

/** Returns why a job has ended without a result; undefined while it runs. */
function describeEnd({ status, error, question }: JobWithFiles): string | undefined {
  if (status === "failed")
    return `${error?.message ?? "The job failed."} ${error?.cure ?? ""}`.trim();
  if (status === "canceled") return "The job was canceled.";
  return status === "needs_input" ? (question?.text ?? "The job has a question.") : undefined;
}

function jobIdOf(operation: JSONValue): string {
  const { jobId } = (operation ?? {}) as { readonly jobId?: unknown };
  if (typeof jobId === "string") return jobId;
  throw new InvalidArgumentError({
    argument: "operation",
    message: "The operation must be the one that starting the video has returned.",
  });
}
