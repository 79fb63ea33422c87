import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { PresentedJob } from "#api/present/job.ts";
import type { Job, JobRequest, Output } from "#db/entities/job.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { findOutput, listOutputs } from "#db/jobs/outputs.ts";
import { finishPendingResponse } from "#db/jobs/pending-responses.ts";
import { AppError } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";

import { toOpenaiError } from "./dialect.ts";
import {
  hintFields,
  listIgnored,
  optional,
  orderFields,
  promptSchema,
  toCommon,
} from "./fields.ts";
import type { ModelNames } from "./models.ts";
import { type Order, orderJob } from "./order-job.ts";

/** Time after which Python's client asks again. */
const pollAfterMs = 5_000;

/** Fields of generations and edits. */
export const videoFields = {
  prompt: promptSchema,
  ...orderFields,
  seconds: optional(
    z.union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,4}(\.\d{1,3})?$/, "Must be like 4")
        .transform(Number),
    ]),
  ),
  size: optional(z.string().regex(/^(auto|\d{2,5}x\d{2,5})$/, "Must be auto or like 1280x720")),
  aspect_ratio: optional(z.string().max(20)),
  resolution: optional(z.string().min(1).max(100)),
  seed: optional(z.int().min(0).max(4_294_967_295)),
  negative_prompt: optional(z.string().regex(/\S/, "Must not be empty").max(2_000)),
  ...hintFields,
};

const bodySchema = z.strictObject(videoFields);
export type VideoBody = z.output<typeof bodySchema>;

export const videoParams = z.object({ videoId: z.string().min(1).max(200) });

export const videoSchema = z
  .object({
    id: z.string(),
    object: z.literal("video"),
    created_at: z.int(),
    completed_at: z.int().nullable(),
    expires_at: z.int().nullable(),
    status: z.enum(["queued", "in_progress", "completed", "failed"]),
    progress: z.int(),
    model: z.string(),
    prompt: z.string().nullable(),
    seconds: z.string(),
    size: z.string(),
    remixed_from_video_id: z.null(),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
  })
  .meta({ id: "OpenaiVideo" });

const params = {
  "/parameters/durationSeconds": "seconds",
  "/parameters/width": "size",
  "/parameters/height": "size",
  "/parameters/aspectRatio": "aspect_ratio",
  "/parameters/resolution": "resolution",
  "/parameters/seed": "seed",
  "/parameters/negativePrompt": "negative_prompt",
  "/maxCredits": "max_credits",
};

type Input = RouteInput<unknown, unknown, unknown>;

/** Orders a video and responds at once; the caller asks for it by its id. */
export async function answerVideo(
  body: VideoBody,
  order: Omit<Order, "params" | "metadata">,
  { inputField }: { readonly inputField: string },
  input: Input,
  dependencies: RequestDependencies,
): Promise<z.input<typeof videoSchema>> {
  if (body.size != null && body.size !== "auto" && body.aspect_ratio != null) {
    const message = "Send either size or aspect_ratio.";
    throw new AppError("parameter_not_supported", {
      issues: [{ pointer: "/aspect_ratio", code: "unsupported_parameter", message }],
    });
  }
  const ignored = listIgnored(body, Object.keys(hintFields));
  if (ignored !== "") input.setHeader("X-GME-Ignored", ignored);
  const ordered = await orderJob(
    { ...order, metadata: body.metadata ?? {}, params: { ...params, "/inputs": inputField } },
    input,
    dependencies,
  );
  const job = await ordered.accepted();
  noteModel(job, input);
  return presentVideo(job);
}

export function toVideoRequest(
  body: VideoBody,
  capability: "text-to-video" | "image-to-video" | "video-editing",
  inputs: readonly GenerationInput[],
  names: ModelNames,
): JobRequest {
  const [width, height] = (body.size ?? "").split("x").map(Number);
  return {
    parseIntent: false,
    capability,
    prompt: body.prompt,
    inputs,
    parameters: {
      ...(width === undefined || height === undefined ? {} : { width, height }),
      ...(body.seconds == null ? {} : { durationSeconds: body.seconds }),
      ...(body.aspect_ratio == null ? {} : { aspectRatio: body.aspect_ratio }),
      ...(body.resolution == null ? {} : { resolution: body.resolution }),
      ...(body.seed == null ? {} : { seed: body.seed }),
      ...(body.negative_prompt == null ? {} : { negativePrompt: body.negative_prompt }),
    },
    ...toCommon(body, names),
  };
}

/**
 * Finds the job of a video. The caller knows its id, so that the response to its order has arrived. Throws like `findJob`,
 * and `job_not_found` for a job that makes no video.
 */
export async function findVideo(
  jobId: string,
  { caller: { organizationId }, request }: Input,
  { em }: RequestDependencies,
): Promise<Job> {
  request.aboutJob(jobId);
  const job = await findJob(em.fork(), { jobId, organizationId });
  if (job.contentType !== "video") throw new AppError("job_not_found", { details: { jobId } });
  await finishPendingResponse(em.fork(), jobId);
  return job;
}

/** Finds the file of a video. Throws `job_not_final` (409) until it is made, `output_not_found` and `output_expired`. */
export async function findVideoFile(job: Job, { em }: RequestDependencies): Promise<Output> {
  if (!isFinal(job.status)) {
    throw new AppError("job_not_final", { message: "The video is not completed yet." });
  }
  const outputs = await listOutputs(em.fork(), [job.id]);
  const file = outputs.find(({ contentType }) => contentType.startsWith("video/"));
  return findOutput(em.fork(), { outputId: file?.id ?? "", jobId: job.id });
}

export function noteModel(job: PresentedJob, { setHeader }: Input): void {
  if (job.model !== undefined) setHeader("X-GME-Model", job.model.id);
  setHeader("X-GME-Credits", String(job.billing.capturedCredits));
  if (!isFinal(job.status)) setHeader("OpenAI-Poll-After-Ms", String(pollAfterMs));
}

const statuses: Partial<Record<PresentedJob["status"], "queued" | "completed" | "in_progress">> = {
  queued: "queued",
  processing: "in_progress",
  canceling: "in_progress",
  completed: "completed",
};

export function presentVideo(job: PresentedJob): z.input<typeof videoSchema> {
  const { parameters, prompt } = job.request;
  const file = job.outputs.find(({ contentType }) => contentType.startsWith("video/"));
  const width = file?.width ?? parameters.width;
  const height = file?.height ?? parameters.height;
  return {
    id: job.jobId,
    object: "video",
    created_at: toSeconds(job.createdAt),
    completed_at: job.status === "completed" ? toSeconds(job.finishedAt) : null,
    expires_at: file === undefined ? null : toSeconds(file.keptUntil),
    status: statuses[job.status] ?? "failed",
    progress: job.progress.percent,
    model: job.model?.id ?? "auto",
    prompt: prompt ?? null,
    seconds: String(file?.durationSeconds ?? parameters.durationSeconds ?? "auto"),
    size: width === undefined || height === undefined ? "auto" : `${width}x${height}`,
    remixed_from_video_id: null,
    error: errorOf(job),
  };
}

function errorOf({ status, error }: PresentedJob): { code: string; message: string } | null {
  if (status === "canceled") return { code: "canceled", message: "The video was canceled." };
  if (error === undefined) return null;
  const { code, message } = toOpenaiError(new AppError(error.code, { message: error.message }));
  return { code, message };
}

function toSeconds(time: string | undefined): number {
  return Math.floor(new Date(time ?? 0).getTime() / 1_000);
}
