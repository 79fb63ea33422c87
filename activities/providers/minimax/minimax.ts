import { z } from "zod";

import type { PollResult, ProviderAdapter } from "#activities/providers/adapter.ts";
import { AppError } from "#domain/errors.ts";

import { client, expectFine, idSchema, statedSchema } from "./minimax-client.ts";
import { speak } from "./minimax-speech.ts";
import { createVideo } from "./minimax-video.ts";

/**
 * Adapter of MiniMax (platform.minimax.io, its pages as two readers copied them on 2026-09-12 and 2026-10-07,
 * and tryAGI/MiniMax's OpenAPI of them). Hailuo uses the first API version: errors come with status 200, a
 * finished task names a file, and the file has a URL for an hour. Hailuo 3 uses the second version: real
 * statuses, and a fresh URL in the task at each poll. Speech comes in the response, in hexadecimal. There is
 * no idempotency key and no lookup. Webhooks are not signed; before the first webhook, the URL must echo a
 * challenge within three seconds.
 *
 * Only a queued task of the second version can be canceled. The same request deletes a finished task, so its
 * status is checked first.
 *
 * Not verified: how long a URL of the second version lasts, whether "expired" is a status, what a failed task
 * costs, and that a request is made all the same when its callback URL does not echo.
 */
export const minimax: ProviderAdapter = {
  async submit(request, call) {
    if (request.capability === "text-to-speech") return speak(request, call);
    const handle = await createVideo(request, call);
    return { state: "accepted", handle: { ...handle }, providerRequestId: handle.id };
  },

  async poll(handle, call) {
    const { version, id } = handleSchema.parse(handle);
    if (version === 2) return toPollResult(await findTask(id, call));
    const { data } = await client.json("GET", "/v1/query/video_generation", {
      call,
      paid: false,
      query: { task_id: id },
      schema: statusSchema,
    });
    expectFine(data, false);
    const { status, file_id: fileId } = data;
    return toPollResult({
      status,
      reason: data.base_resp?.status_msg,
      ...(status === "Success" && fileId != null ? { url: await addressOf(fileId, call) } : {}),
    });
  },

  async cancel(handle, call) {
    const { version, id } = handleSchema.parse(handle);
    if (version !== 2 || (await findTask(id, call)).status !== "queued") return;
    try {
      await client.nothing("DELETE", `/v2/video_generation/${encodeURIComponent(id)}`, {
        call,
        paid: false,
      });
    } catch (error) {
      // The task started in the meantime; the next poll shows its status.
      if (!(error instanceof AppError) || error.code !== "provider_rejected") throw error;
    }
  },

  async checkHealth(call) {
    await client.nothing("GET", "/v2/query/video_generation", {
      call,
      paid: false,
      query: { page_num: "1", page_size: "1" },
    });
  },
};

type Call = Parameters<ProviderAdapter["checkHealth"]>[0];

const handleSchema = z.object({ version: z.literal([1, 2]), id: z.string() });

const statusSchema = statedSchema.extend({
  status: z.string(),
  file_id: idSchema.nullish().catch(null),
});

const fileSchema = statedSchema.extend({
  file: z.object({ download_url: z.string().min(1) }).nullish(),
});

/** Returns a fresh URL that lasts an hour. */
async function addressOf(fileId: string, call: Call): Promise<string | undefined> {
  const { data } = await client.json("GET", "/v1/files/retrieve", {
    call,
    paid: false,
    query: { file_id: fileId },
    schema: fileSchema,
  });
  expectFine(data, false);
  return data.file?.download_url;
}

interface Task {
  readonly status: string;
  readonly url?: string | undefined;
  readonly code?: string | undefined;
  readonly reason?: string | null | undefined;
}

const taskSchema = z.object({
  task: z.object({
    status: z.string(),
    content: z.object({ url: z.string().nullish() }).nullish(),
    error: z.object({ code: z.coerce.string().nullish(), message: z.string().nullish() }).nullish(),
  }),
});

async function findTask(id: string, call: Call): Promise<Task> {
  const { data } = await client.json(
    "GET",
    `/v2/query/video_generation/${encodeURIComponent(id)}`,
    {
      call,
      paid: false,
      schema: taskSchema,
    },
  );
  const { status, content, error } = data.task;
  return {
    status,
    url: content?.url ?? undefined,
    code: error?.code ?? undefined,
    reason: error?.message,
  };
}

/** Unsafe input and unsafe output. */
const unsafeCodes: readonly (string | undefined)[] = ["1026", "1027"];

function toPollResult({ status, url, code, reason }: Task): PollResult {
  switch (status) {
    case "Success":
    case "succeeded":
      if (url === undefined || url === "") {
        throw new AppError("provider_overloaded", {
          details: { reason: "a finished task whose address is not there yet" },
        });
      }
      return {
        state: "succeeded",
        result: { files: [{ source: { url }, contentType: "video/mp4" }] },
      };
    case "cancelled":
      return { state: "canceled" };
    case "Fail":
    case "Failed":
    case "failed":
    case "expired":
      throw new AppError(unsafeCodes.includes(code) ? "content_refused" : "provider_failed", {
        details: { reason: reason ?? status },
      });
    default:
      // "Preparing", "Queueing", "Processing", "queued", "running" and unknown values.
      return { state: "running" };
  }
}
