import { z } from "zod";

import type { PollResult, ProviderAdapter } from "#activities/providers/adapter.ts";
import { addressOrData } from "#activities/providers/encode-input.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider, { creditUsd } from "#catalog/providers/meshy.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of Meshy (types of @meshy-ai/meshy-mcp-server 0.5.2; docs.meshy.ai, pages of 2026). A request creates a task, which is
 * polled. An image is a public URL or a data URL. The vendor refunds a failed task. DELETE deletes the record of a task and is no
 * cancellation: the page on tasks says that these tasks are never canceled. There is no idempotency key, and the list of tasks does not
 * name a request. Webhooks are set up for the account, without a documented signature, and not used.
 *
 * A model from a text is the vendor's preview, without texture. Its texture is a second paid request that needs the finished preview: a
 * poll would have to send it, and a repeated poll would pay for it again. For a textured model from a text, make an image first.
 *
 * - Not verified: the texts of a refusal by moderation (`moderation: true`), in a response and in a failed task.
 * - Not verified: that the model `meshy-t2` takes a text, which the page on prices has and the types of 2026-08 do not.
 */
const imageBytesMax = 20_000_000;

const refused = /moderation|nsfw|inappropriate|content policy|sensitive/i;

const errorSchema = z.object({ message: z.string().nullish(), code: z.string().nullish() });

const dialect: ErrorDialect = {
  read(body) {
    const { message, code } = errorSchema.safeParse(body).data ?? {};
    return { words: code == null ? [] : [code], reason: message ?? undefined };
  },
  rules: [
    { status: [402, 403], words: [/upgrade|insufficient/i], code: "provider_balance_empty" },
    { status: [400, 422], words: [refused], code: "content_refused" },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ result: z.string().min(1) });
const handleSchema = z.object({
  id: z.string(),
  path: z.enum(["/v2/text-to-3d", "/v1/image-to-3d"]),
});

const taskSchema = z.object({
  status: z.string(),
  progress: z.number().min(0).max(100).nullish().catch(null),
  model_urls: z.object({ glb: z.url().nullish() }).nullish().catch(null),
  consumed_credits: z.number().nonnegative().nullish().catch(null),
  task_error: z.object({ message: z.string().nullish() }).nullish().catch(null),
});
type Task = z.output<typeof taskSchema>;

export const meshy: ProviderAdapter = {
  async submit(request, call) {
    const { upstreamModel, capability } = request;
    const { task: _task, ...values } = await fillInputs(
      request,
      mapForProvider(request),
      async (input) => addressOrData(input, request, imageBytesMax),
    );
    const isText = capability === "text-to-3d";
    const path = isText ? "/v2/text-to-3d" : "/v1/image-to-3d";
    const { data } = await client.json("POST", path, {
      call,
      paid: true,
      body: {
        ...(isText ? { mode: "preview" } : {}),
        ...(upstreamModel === "meshy-t2" ? { model_type: "smart-topology" } : {}),
        ai_model: upstreamModel,
        ...values,
        moderation: true,
        target_formats: ["glb"],
      },
      schema: acceptedSchema,
    });
    const id = data.result;
    return { state: "accepted", handle: { id, path }, providerRequestId: id };
  },

  async poll(handle, call) {
    const { id, path } = handleSchema.parse(handle);
    const { data } = await client.json("GET", `${path}/${encodeURIComponent(id)}`, {
      call,
      paid: false,
      schema: taskSchema,
    });
    return toPollResult(data);
  },

  async checkHealth(call) {
    const schema = z.object({ balance: z.number() });
    const { data } = await client.json("GET", "/v1/balance", { call, paid: false, schema });
    if (data.balance <= 0) throw new AppError("provider_balance_empty");
  },
};

function toPollResult({ status, progress, model_urls: urls, ...task }: Task): PollResult {
  switch (status) {
    case "SUCCEEDED":
      if (urls?.glb == null) throw unreadable(false, "a result without an address");
      return {
        state: "succeeded",
        result: {
          files: [{ source: { url: urls.glb }, contentType: "model/gltf-binary" }],
          ...(task.consumed_credits == null ? {} : { costUsd: task.consumed_credits * creditUsd }),
        },
      };
    case "CANCELED":
      return { state: "canceled" };
    case "FAILED": {
      const reason = task.task_error?.message ?? status;
      throw new AppError(refused.test(reason) ? "content_refused" : "provider_failed", {
        details: { reason },
      });
    }
    default:
      // "PENDING", "IN_PROGRESS" and unknown values.
      return { state: "running", ...(progress == null ? {} : { fraction: progress / 100 }) };
  }
}
