import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";

import { z } from "zod";

import { acceptedJobSchema, jobSchema, outputSchema } from "#api/schemas/job.ts";
import { problemSchema } from "#api/schemas/problem.ts";
import { isFinal } from "#domain/jobs/job.ts";

const outputListSchema = z.object({ data: z.array(outputSchema) });

export type DemoJob = z.output<typeof jobSchema>;

const pollMs = 250;
const requestTimeoutMs = 15_000;
/** A slow machine may take this long for a video. */
const jobTimeoutMs = 30 * 60_000;

export interface JobClient {
  submit(message: string): Promise<string>;
  /** Sends the request of an option of a job's question, and returns the new job. */
  answer(path: string, body: object): Promise<string>;
  /** Calls `onChange` for each new state and resolves with the final one. */
  follow(jobId: string, onChange: (job: DemoJob) => void): Promise<DemoJob>;
  download(job: DemoJob, file: string): Promise<void>;
  /** Saves the image that comes with a 3D model next to its file. Returns the path, or null without an image. */
  downloadPreview(job: DemoJob, file: string): Promise<string | null>;
}

interface CallOptions {
  readonly method?: "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Calls the engine over its public API. Throws an `Error` with the problem's detail. */
export function createJobClient(input: {
  readonly url: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
}): JobClient {
  async function call(path: string, init: CallOptions = {}): Promise<Response> {
    const response = await fetch(`${input.url}${path}`, {
      ...init,
      headers: { ...init.headers, "X-API-Key": input.apiKey },
      signal: AbortSignal.any([input.signal, AbortSignal.timeout(requestTimeoutMs)]),
    });
    if (response.ok || response.status === 304) return response;
    const problem = problemSchema.safeParse(await response.json().catch(() => undefined));
    throw new Error(problem.data?.detail ?? `${path} answered ${response.status}.`);
  }

  async function create(path: string, body: object): Promise<string> {
    const response = await call(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": randomUUID() },
      body: JSON.stringify(body),
    });
    return acceptedJobSchema.parse(await response.json()).jobId;
  }

  async function save(jobId: string, outputId: string, file: string): Promise<void> {
    const response = await call(`/v1/jobs/${jobId}/outputs/${outputId}/content`);
    if (!response.body) throw new Error(`The output of ${jobId} is empty.`);
    await pipeline(response.body, createWriteStream(file));
  }

  return {
    submit: async (message) => create("/v1/chat", { message, parseIntent: true }),
    answer: create,
    async follow(jobId, onChange) {
      const deadline = Date.now() + jobTimeoutMs;
      let etag = "";
      while (Date.now() < deadline) {
        const response = await call(`/v1/jobs/${jobId}`, {
          headers: etag === "" ? {} : { "If-None-Match": etag },
        });
        if (response.status !== 304) {
          etag = response.headers.get("ETag") ?? "";
          const job = jobSchema.parse(await response.json());
          onChange(job);
          if (isFinal(job.status)) return job;
        }
        await delay(pollMs, undefined, { signal: input.signal });
      }
      throw new Error(`The job ${jobId} has not ended after ${jobTimeoutMs / 60_000} minutes.`);
    },
    download: async ({ jobId, output }, file) => save(jobId, output?.outputId ?? "", file),
    async downloadPreview({ jobId, output }, file) {
      if (output?.contentType.startsWith("model/") !== true) return null;
      const response = await call(`/v1/jobs/${jobId}/outputs`);
      const { data } = outputListSchema.parse(await response.json());
      const image = data.find(({ contentType }) => contentType.startsWith("image/"));
      if (!image) return null;
      const preview = file.replace(/\.\w+$/u, "-preview.png");
      await save(jobId, image.outputId, preview);
      return preview;
    },
  };
}
