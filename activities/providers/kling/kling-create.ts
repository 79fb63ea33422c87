import { z } from "zod";

import type { AdapterInput, AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { addressOnly, checkBytes } from "#activities/providers/encode-input.ts";
import { inputsAt, mapForProvider, toBody } from "#activities/providers/map-for-provider.ts";
import { checkPaidLength } from "#activities/providers/media-length.ts";
import type { EmbeddedFile } from "#activities/providers/request-body.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import {
  addressOrBase64,
  client,
  type CreatedTask,
  envelope,
  externalIdOf,
} from "./kling-client.ts";

/** Limit for an image inside a body. An image at a URL may have 50 MB. */
const pictureBytesMax = 20_000_000;
const videoBytesMax = 200_000_000;

/** Models with one path for every task, whose `contents` include the prompt. */
const omniModels: readonly string[] = ["kling-3.0-omni", "kling-o1"];

const createdSchema = envelope(z.object({ id: z.string().min(1) }));

/** Creates a video from text, images or another video by Kling's new API, which has the model in the path. */
export async function createVideo(
  request: AdapterRequest,
  call: ProviderCall,
): Promise<CreatedTask> {
  const { upstreamModel: model } = request;
  const { values, inputs } = mapForProvider(request);
  const product = productOf(request);
  const [video] = inputsAt(request, inputs["base_video"] ?? []);
  if (video !== undefined) await checkVideo(video, request, values);
  const { prompt } = values;
  const contents =
    product === "text-to-video" ? [] : await listContents(request, { prompt, inputs, video });
  const settings = settingsFor(request, { values, product, contents });
  const { data } = await client.json("POST", `/${product}/${model}`, {
    call,
    paid: true,
    body: {
      ...(product === "text-to-video" ? { prompt } : { contents }),
      ...toBody({
        ...settings,
        "options.external_task_id": externalIdOf(call.idempotencyKey),
        ...(request.callback === undefined ? {} : { "options.callback_url": request.callback.url }),
      }),
    },
    schema: createdSchema,
  });
  return { kind: "task", task: data.data.id, requestId: data.request_id ?? undefined };
}

const ratioName = "settings.aspect_ratio";
const shotsName = "settings.multi_shot";

type Product = "omni-video" | "image-to-video" | "text-to-video";

function productOf({ upstreamModel, inputs }: AdapterRequest): Product {
  if (omniModels.includes(upstreamModel)) return "omni-video";
  return inputs.length > 0 ? "image-to-video" : "text-to-video";
}

/**
 * Checks a video to edit. The result is as long as the video and billed by its length, so the video must not
 * exceed the paid seconds.
 */
async function checkVideo(
  video: AdapterInput,
  request: AdapterRequest,
  { task, "settings.duration": seconds }: MappedRequest["values"],
): Promise<void> {
  addressOnly(video, request);
  checkBytes(video, videoBytesMax);
  if (task !== "video_edit") {
    throw new AppError("parameter_not_supported", {
      details: { reason: "with a video among the inputs, the task is video_edit" },
    });
  }
  await checkPaidLength(video, request, Number(seconds));
}

/**
 * Returns the settings that Kling accepts together. A first frame determines the aspect ratio; a video to
 * edit determines the length and is a single shot. An omni model requires an aspect ratio unless an input
 * determines it.
 */
function settingsFor(
  { parameterSchema: { properties = {} } }: AdapterRequest,
  {
    values,
    product,
    contents,
  }: {
    values: MappedRequest["values"];
    product: Product;
    contents: readonly Content[];
  },
): Record<string, unknown> {
  const has = (kind: string) => contents.some(({ type }) => type === kind);
  const isEdit = has("base_video");
  const isShaped = product !== "omni-video" || isEdit || has("first_frame");
  const unsaid = new Set([
    ...(product === "image-to-video" ? [ratioName] : []),
    ...(isEdit ? ["settings.duration"] : []),
  ]);
  const said = Object.entries(values).filter(
    ([name]) => name.startsWith("settings.") && !unsaid.has(name),
  );
  const isShot = isEdit && properties[shotsName] !== undefined;
  return {
    ...(isShaped ? {} : { [ratioName]: properties[ratioName]?.default }),
    ...Object.fromEntries(said),
    ...(isShot ? { [shotsName]: false } : {}),
  };
}

interface Content {
  readonly type: string;
  readonly text?: unknown;
  readonly url?: string | EmbeddedFile;
  readonly id?: string;
}

/** Lists the inputs with the ids that a prompt for an omni model can reference: @image_1, @video_1. */
async function listContents(
  request: AdapterRequest,
  {
    prompt,
    inputs,
    video,
  }: {
    prompt: unknown;
    inputs: MappedRequest["inputs"];
    video: AdapterInput | undefined;
  },
): Promise<Content[]> {
  const isOmni = productOf(request) === "omni-video";
  const pictures = ["first_frame", "last_frame", "refer_image"].flatMap((type) =>
    inputsAt(request, inputs[type] ?? []).map((input) => ({ type, input })),
  );
  const areReferences = video !== undefined || pictures.length > 2;
  const contents: Content[] = prompt === undefined ? [] : [{ type: "prompt", text: prompt }];
  for (const [index, { type, input }] of pictures.entries()) {
    contents.push({
      type: areReferences ? "refer_image" : type,
      url: addressOrBase64(input, request, pictureBytesMax),
      ...(isOmni ? { id: `image_${index + 1}` } : {}),
    });
  }
  if (video !== undefined) {
    contents.push({ type: "base_video", url: addressOnly(video, request), id: "video_1" });
  }
  return contents;
}
