import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
} from "#activities/providers/adapter.ts";
import { addressOrData, checkBytes } from "#activities/providers/encode-input.ts";
import { codeByRule, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider, { tokenPrices } from "#catalog/providers/byteplus.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of BytePlus ModelArk (docs.byteplus.com, pages of 2026-09: create, get and cancel a video generation task). A request
 * creates a task, which is polled. Only a queued task can be canceled: the same request deletes a finished one. There is no idempotency
 * key, and the list of tasks does not name a request, so a lost response stays lost. Webhooks are not signed and not requested.
 *
 * The vendor charges successful videos only, by the tokens that the finished task reports.
 *
 * - Not verified: the codes of an empty account, of a refused prompt and of a model that is not activated, which are from clients of others.
 * - Not verified: that a first frame without a ratio keeps its shape at models before 2.5, as the ratio `adaptive` does.
 */
const addressBytesMax = 30_000_000;
/** A body has at most 64 MB. */
const dataBytesMax = 20_000_000;

const errorSchema = z.object({
  error: z.object({ code: z.string().nullish(), message: z.string().nullish() }),
});

const dialect: ErrorDialect = {
  read(body) {
    const { code, message } = errorSchema.safeParse(body).data?.error ?? {};
    return { words: code == null ? [] : [code], reason: message ?? code ?? undefined };
  },
  rules: [
    { words: [/sensitive|policyviolation|risk/i], code: "content_refused" },
    { words: ["AccountOverdueError"], code: "provider_balance_empty" },
    { words: ["ModelNotOpen", "InvalidEndpointOrModel.NotFound"], code: "model_not_available" },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({ id: z.string().min(1) });
const handleSchema = z.object({ id: z.string(), tokenUsd: z.number() });

const taskSchema = z.object({
  status: z.string(),
  content: z.object({ video_url: z.url().nullish() }).nullish().catch(null),
  usage: z.object({ completion_tokens: z.number().nonnegative() }).nullish().catch(null),
  error: errorSchema.shape.error.nullish().catch(null),
});
type Task = z.output<typeof taskSchema>;

const tasksPath = "/contents/generations/tasks";

export const byteplus: ProviderAdapter = {
  async submit(request, call) {
    const { prompt, first_frame: first, last_frame: last, ...values } = await valuesOf(request);
    const { data, answer } = await client.json("POST", tasksPath, {
      call,
      paid: true,
      body: {
        model: request.upstreamModel,
        content: [
          { type: "text", text: prompt },
          ...frame("first_frame", first),
          ...frame("last_frame", last),
        ],
        ...values,
        ...(first === undefined ? {} : { ratio: "adaptive" }),
        watermark: false,
      },
      schema: acceptedSchema,
    });
    return {
      state: "accepted",
      handle: { id: data.id, tokenUsd: tokenUsd(request, values) },
      providerRequestId: answer.requestId ?? data.id,
    };
  },

  async poll(handle, call) {
    const { id, tokenUsd: usd } = handleSchema.parse(handle);
    return toPollResult(await findTask(id, call), usd);
  },

  /** Checks the status first: the same request deletes the record of a task that is not queued. */
  async cancel(handle, call) {
    const { id } = handleSchema.parse(handle);
    const { status } = await findTask(id, call);
    if (status !== "queued") return;
    await client.nothing("DELETE", taskPath(id), { call, paid: false });
  },

  async checkHealth(call) {
    const query = { page_size: "1" };
    await client.nothing("GET", tasksPath, { call, paid: false, query });
  },
};

async function findTask(id: string, call: ProviderCall): Promise<Task> {
  const asked = { call, paid: false, schema: taskSchema };
  return (await client.json("GET", taskPath(id), asked)).data;
}

function taskPath(id: string): string {
  return `${tasksPath}/${encodeURIComponent(id)}`;
}

async function valuesOf(request: AdapterRequest): Promise<Record<string, unknown>> {
  return fillInputs(request, mapForProvider(request), async (input) => {
    checkBytes(input, addressBytesMax);
    return addressOrData(input, request, dataBytesMax);
  });
}

function frame(role: string, url: unknown): object[] {
  return url === undefined ? [] : [{ type: "image_url", image_url: { url }, role }];
}

/** List price of a token of this request. */
function tokenUsd(
  { upstreamModel }: AdapterRequest,
  { resolution, generate_audio: hasSound }: Readonly<Record<string, unknown>>,
): number {
  const { usual, at1080p, withSound = 1 } = tokenPrices[upstreamModel] ?? { usual: 0 };
  const millionUsd = resolution === "1080p" ? (at1080p ?? usual) : usual;
  return (millionUsd * (hasSound === false ? 1 : withSound)) / 1_000_000;
}

function toPollResult({ status, content, usage, error }: Task, usd: number): PollResult {
  switch (status) {
    case "succeeded": {
      const url = content?.video_url;
      if (url == null) throw unreadable(false, "a result without an address");
      return {
        state: "succeeded",
        result: {
          files: [{ source: { url }, contentType: "video/mp4" }],
          ...(usage == null ? {} : { costUsd: usage.completion_tokens * usd }),
        },
      };
    }
    case "cancelled":
      return { state: "canceled" };
    case "failed":
    case "expired": {
      const said = dialect.read({ error });
      throw new AppError(codeByRule(dialect, 200, said) ?? "provider_failed", {
        details: { reason: said.reason ?? status },
      });
    }
    default:
      // "queued", "running" and unknown values.
      return { state: "running" };
  }
}
