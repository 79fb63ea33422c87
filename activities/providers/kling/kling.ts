import { z } from "zod";

import type { PollResult, ProviderAdapter, ProviderCall } from "#activities/providers/adapter.ts";
import { AppError } from "#domain/errors.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { client, envelope, externalIdOf, type KlingTask } from "./kling-client.ts";
import { createVideo } from "./kling-create.ts";
import { drawImages, findImages } from "./kling-image.ts";
import { syncLips } from "./kling-lip-sync.ts";

/**
 * Adapter of Kling (the vendor's pages of 2026-09-20 in the copy of aself101/kling-api, and that client's
 * live tests). A task is created with the idempotency key as its external id, which must be unique in an
 * account. A second create with the same id is refused at no cost and does not return the first task, so a
 * lost response requires a lookup. One key serves the new API and the legacy one (images, lip sync).
 *
 * Tasks cannot be canceled; units are deducted when they complete. Results can be fetched for 30 days. Images
 * and recordings are sent as a URL or as bare base64, videos as a URL only.
 *
 * Not verified: whether a key is free again after a failed task, whether `GET /tasks` finds lip syncs, what a
 * failed task costs, how long an external id may be.
 */
export const kling: ProviderAdapter = {
  async submit(request, call) {
    const create =
      request.capability === "lip-sync"
        ? syncLips
        : request.contentType === "image"
          ? drawImages
          : createVideo;
    const { kind, task, requestId } = await create(request, call);
    return {
      state: "accepted",
      handle: { kind, id: task },
      providerRequestId: requestId ?? task,
    };
  },

  async poll(handle, call) {
    const { kind, id } = handleSchema.parse(handle);
    if (kind === "lip-sync") return toPollResult(await findLipSync(id, call));
    if (kind === "image") return toPollResult(await findImages(id, call));
    const task = await findTask({ task_ids: id }, call);
    // The list may lag behind its writes. A paid task must not be given up for that.
    return task === undefined ? { state: "running" } : toPollResult(task);
  },

  async lookup(idempotencyKey, call) {
    const externalId = externalIdOf(idempotencyKey);
    const task = await findTask({ external_task_ids: externalId }, call);
    if (task !== undefined) return { kind: "task", id: task.id };
    return (
      (await lookUpLegacy("lip-sync", findLipSync(externalId, call))) ??
      (await lookUpLegacy("image", findImages(externalId, call)))
    );
  },

  /** Reads the account's purchases: free, at most once a second. */
  async checkHealth(call) {
    const now = Date.now();
    await client.json("GET", "/account/costs", {
      call,
      paid: false,
      query: { start_time: String(now - 86_400_000), end_time: String(now) },
      schema: envelope(z.unknown()),
    });
  },
};

const handleSchema = z.object({ kind: z.enum(["task", "lip-sync", "image"]), id: z.string() });

/** Seconds, as a string. */
const durationSchema = z.coerce.number().positive().nullish().catch(null);

const tasksSchema = envelope(
  z
    .array(
      z.object({
        id: z.string().min(1),
        status: z.string(),
        message: z.string().nullish(),
        outputs: z
          .array(
            z.object({ type: z.string(), url: z.string().nullish(), duration: durationSchema }),
          )
          .nullish(),
      }),
    )
    .nullish(),
);

async function findTask(
  query: Readonly<Record<string, string>>,
  call: ProviderCall,
): Promise<KlingTask | undefined> {
  const { data } = await client.json("GET", "/tasks", {
    call,
    paid: false,
    query,
    schema: tasksSchema,
  });
  const [task] = data.data ?? [];
  if (task === undefined) return undefined;
  const files = (task.outputs ?? []).flatMap(({ type, url, duration }) =>
    type === "video" && url != null ? [{ url, duration, contentType: "video/mp4" }] : [],
  );
  return { ...task, files };
}

const lipSyncSchema = envelope(
  z.object({
    task_id: z.string().min(1),
    task_status: z.string(),
    task_status_msg: z.string().nullish(),
    task_result: z
      .object({
        videos: z.array(z.object({ url: z.string(), duration: durationSchema })).nullish(),
      })
      .nullish(),
  }),
);

/** Finds a lip sync through the legacy API, by Kling's id or by an external id. */
async function findLipSync(id: string, call: ProviderCall): Promise<KlingTask> {
  const { data } = await client.json(
    "GET",
    `/v1/videos/advanced-lip-sync/${encodeURIComponent(id)}`,
    { call, paid: false, schema: lipSyncSchema },
  );
  const { task_id, task_status, task_status_msg: message, task_result: result } = data.data;
  const files = (result?.videos ?? []).map((video) => ({ ...video, contentType: "video/mp4" }));
  return { id: task_id, status: task_status, message, files };
}

/** Null for a task that the legacy API does not know. */
async function lookUpLegacy(
  kind: "lip-sync" | "image",
  asked: Promise<KlingTask>,
): Promise<ProviderHandle | null> {
  try {
    const { id } = await asked;
    return { kind, id };
  } catch (error) {
    if (error instanceof AppError && error.code === "provider_result_expired") return null;
    throw error;
  }
}

function toPollResult({ status, message, files: found, costUsd }: KlingTask): PollResult {
  switch (status) {
    case "succeeded":
    case "succeed": {
      const files = found.map(({ url, contentType, duration }) => ({
        source: { url },
        contentType,
        ...(duration == null ? {} : { durationSeconds: duration }),
      }));
      if (files.length > 0) {
        return {
          state: "succeeded",
          result: { files, ...(costUsd === undefined ? {} : { costUsd }) },
        };
      }
      throw new AppError("provider_failed", { details: { reason: "a task without a result" } });
    }
    case "failed":
      // A failed task has only a message, no code.
      throw new AppError(isRefusal(message ?? "") ? "content_refused" : "provider_failed", {
        details: { reason: message ?? status },
      });
    default:
      // "submitted", "processing" and unknown values.
      return { state: "running" };
  }
}

function isRefusal(message: string): boolean {
  return /risk control|content security|polic(y|ies)|sensitive|violat/i.test(message);
}
