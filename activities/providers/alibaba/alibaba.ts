import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { addressOrData } from "#activities/providers/encode-input.ts";
import { codeByRule, type ErrorDialect } from "#activities/providers/error-dialect.ts";
import { unreadable } from "#activities/providers/http.ts";
import { fillInputs, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import { succeeded } from "#activities/providers/result-file.ts";
import provider, { imageUsd, secondUsd } from "#catalog/providers/alibaba.ts";
import { AppError } from "#domain/errors.ts";

/**
 * Adapter of Alibaba Cloud Model Studio (alibabacloud.com/help/model-studio: wan2.7 text-to-video and image-to-video of 2026-06,
 * asynchronous tasks of 2026-03, error codes; code of @ai-sdk/alibaba 2.0.58). A video is a task that is polled, images are in the
 * response. Only a queued task can be canceled. There is no idempotency key and no webhook; the list of tasks does not name a
 * request, so a lost response stays lost. An id that the provider does not know has the status `UNKNOWN`, which is also documented for a
 * status that is not known at the moment: such a task is polled until its deadline.
 *
 * Input images are public URLs or data URLs. Successful results only are charged: videos by their seconds, images by their number.
 *
 * - Not verified: the codes of a copyright refusal and of a model that the account may not use, which are from clients of others.
 * - Not verified: that Qwen Image takes sizes of 512 x 512 to 2048 x 2048 pixels in any shape, as other hosts of it do.
 */
const imageBytesMax = 10_000_000;

const errorSchema = z.object({ code: z.string().nullish(), message: z.string().nullish() });

const dialect: ErrorDialect = {
  read(body) {
    const { code, message } = errorSchema.safeParse(body).data ?? {};
    return { words: code == null ? [] : [code], reason: message ?? code ?? undefined };
  },
  rules: [
    { words: [/^DataInspectionFailed|^IPInfringementSuspect/i], code: "content_refused" },
    { words: ["Arrearage", "AllocationQuota.FreeTierOnly"], code: "provider_balance_empty" },
    { words: ["ModelNotFound", "Model.AccessDenied"], code: "model_not_available" },
  ],
};

const client = createClient(provider, dialect);

const acceptedSchema = z.object({
  output: z.object({ task_id: z.string().min(1) }),
  request_id: z.string().nullish(),
});
const handleSchema = z.object({ id: z.string() });

const taskSchema = z.object({
  output: z.object({
    task_status: z.string(),
    video_url: z.url().nullish(),
    code: z.string().nullish(),
    message: z.string().nullish(),
  }),
  usage: z
    .object({
      duration: z.number().nonnegative().nullish(),
      output_video_duration: z.number().nonnegative().nullish(),
      SR: z.number().nullish(),
    })
    .nullish()
    .catch(null),
});
type Task = z.output<typeof taskSchema>;

const drawnSchema = z.object({
  output: z.object({
    choices: z
      .array(z.object({ message: z.object({ content: z.array(z.object({ image: z.url() })) }) }))
      .min(1),
  }),
  usage: z.object({ image_count: z.number().nonnegative().nullish() }).nullish().catch(null),
  request_id: z.string().nullish(),
});

export const alibaba: ProviderAdapter = {
  async submit(request, call) {
    const values = await fillInputs(request, mapForProvider(request), async (input) =>
      addressOrData(input, request, imageBytesMax),
    );
    return request.contentType === "image"
      ? draw(request, values, call)
      : film(request, values, call);
  },

  async poll(handle, call) {
    return toPollResult(await findTask(handleSchema.parse(handle).id, call));
  },

  /** Checks the status first: a task that is no longer queued is an error of the request. */
  async cancel(handle, call) {
    const { id } = handleSchema.parse(handle);
    const { output } = await findTask(id, call);
    if (output.task_status !== "PENDING") return;
    await client.nothing("POST", `${taskPath(id)}/cancel`, { call, paid: false });
  },

  async checkHealth(call) {
    const query = { page_no: "1", page_size: "1" };
    await client.nothing("GET", "/tasks/", { call, paid: false, query });
  },
};

async function findTask(id: string, call: ProviderCall): Promise<Task> {
  const asked = { call, paid: false, schema: taskSchema };
  return (await client.json("GET", taskPath(id), asked)).data;
}

function taskPath(id: string): string {
  return `/tasks/${encodeURIComponent(id)}`;
}

type Values = Readonly<Record<string, unknown>>;

async function film(
  { upstreamModel }: AdapterRequest,
  { first_frame: first, last_frame: last, ...values }: Values,
  call: ProviderCall,
): Promise<SubmitResult> {
  const media = [...frame("first_frame", first), ...frame("last_frame", last)];
  const { data } = await client.json("POST", "/services/aigc/video-generation/video-synthesis", {
    call,
    paid: true,
    headers: { "x-dashscope-async": "enable" },
    body: toBody({
      model: upstreamModel,
      ...values,
      ...(media.length === 0 ? {} : { "input.media": media }),
      "parameters.watermark": false,
    }),
    schema: acceptedSchema,
  });
  const id = data.output.task_id;
  return { state: "accepted", handle: { id }, providerRequestId: data.request_id ?? id };
}

function frame(type: string, url: unknown): object[] {
  return url === undefined ? [] : [{ type, url }];
}

async function draw(
  { upstreamModel }: AdapterRequest,
  { prompt, images = [], ...values }: Values,
  call: ProviderCall,
): Promise<SubmitResult> {
  const references = (images as unknown[]).map((image) => ({ image }));
  const { data } = await client.json("POST", "/services/aigc/multimodal-generation/generation", {
    call,
    paid: true,
    body: toBody({
      model: upstreamModel,
      "input.messages": [{ role: "user", content: [...references, { text: prompt }] }],
      ...values,
      "parameters.watermark": false,
    }),
    schema: drawnSchema,
  });
  const files = data.output.choices.flatMap(({ message }) =>
    message.content.map(({ image }) => ({ source: { url: image }, contentType: "image/png" })),
  );
  if (files.length === 0) throw unreadable(true, "a result without an address");
  const count = data.usage?.image_count;
  const usd = imageUsd[upstreamModel];
  const cost = count == null || usd === undefined ? {} : { costUsd: count * usd };
  return succeeded({ files, ...cost }, data.request_id);
}

function toPollResult({ output, usage }: Task): PollResult {
  switch (output.task_status) {
    case "SUCCEEDED":
      if (output.video_url == null) throw unreadable(false, "a result without an address");
      return {
        state: "succeeded",
        result: {
          files: [{ source: { url: output.video_url }, contentType: "video/mp4" }],
          ...costOf(usage),
        },
      };
    case "CANCELED":
      return { state: "canceled" };
    case "FAILED": {
      const said = dialect.read(output);
      throw new AppError(codeByRule(dialect, 200, said) ?? "provider_failed", {
        details: { reason: said.reason ?? output.task_status },
      });
    }
    default:
      // "PENDING", "RUNNING", "UNKNOWN" and unknown values.
      return { state: "running" };
  }
}

function costOf(usage: Task["usage"]): { costUsd?: number } {
  const seconds = usage?.output_video_duration ?? usage?.duration;
  if (seconds == null || usage?.SR == null) return {};
  return { costUsd: seconds * (usage.SR > 720 ? secondUsd["1080P"] : secondUsd["720P"]) };
}
