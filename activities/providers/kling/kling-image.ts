import { z } from "zod";

import type { AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { fillInputs, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";

import {
  addressOrBase64,
  client,
  type CreatedTask,
  envelope,
  externalIdOf,
  type KlingTask,
} from "./kling-client.ts";

const imagePath = "/v1/images/omni-image";
const imageBytesMax = 10_000_000;

const createdSchema = envelope(z.object({ task_id: z.string().min(1) }));

/** Creates images by the legacy API, which names the model in the body. */
export async function drawImages(
  request: AdapterRequest,
  call: ProviderCall,
): Promise<CreatedTask> {
  const values = await fillInputs(request, mapForProvider(request), async (input) => ({
    image: addressOrBase64(input, request, imageBytesMax),
  }));
  const { data } = await client.json("POST", imagePath, {
    call,
    paid: true,
    body: {
      model_name: request.upstreamModel,
      ...toBody(values),
      external_task_id: externalIdOf(call.idempotencyKey),
      ...(request.callback === undefined ? {} : { callback_url: request.callback.url }),
    },
    schema: createdSchema,
  });
  return { kind: "image", task: data.data.task_id, requestId: data.request_id ?? undefined };
}

const imagesSchema = envelope(
  z.object({
    task_id: z.string().min(1),
    task_status: z.string(),
    task_status_msg: z.string().nullish(),
    final_unit_deduction: z.coerce.number().nonnegative().nullish().catch(null),
    task_result: z.object({ images: z.array(z.object({ url: z.string() })).nullish() }).nullish(),
  }),
);

/** Price of a unit of a resource package (the vendor's price list, 2026-09). */
const usdPerUnit = 0.0035;

/** Finds images by Kling's id or by an external id. */
export async function findImages(id: string, call: ProviderCall): Promise<KlingTask> {
  const { data } = await client.json("GET", `${imagePath}/${encodeURIComponent(id)}`, {
    call,
    paid: false,
    schema: imagesSchema,
  });
  const { task_id, task_status, task_status_msg: message, task_result: result } = data.data;
  const units = data.data.final_unit_deduction;
  return {
    id: task_id,
    status: task_status,
    message,
    files: (result?.images ?? []).map(({ url }) => ({ url, contentType: "image/png" })),
    ...(units == null ? {} : { costUsd: units * usdPerUnit }),
  };
}
