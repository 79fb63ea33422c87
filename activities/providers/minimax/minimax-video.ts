import type { AdapterInput, AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import { addressOrData, checkBytes } from "#activities/providers/encode-input.ts";
import {
  fillInputs,
  inputsAt,
  mapForProvider,
  toBody,
} from "#activities/providers/map-for-provider.ts";
import { checkPaidLength } from "#activities/providers/media-length.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import { client, expectFine, idSchema, statedSchema } from "./minimax-client.ts";

/** Limit for a frame in the first version. */
const frameBytesMax = 20_000_000;
/** A body of the second version may have 64 MB, and base64 encodes three bytes as four. */
const mediaBytesMax = { image: 10_000_000, mask: 10_000_000, video: 32_000_000, audio: 5_000_000 };
const videoBytesMax = 50_000_000;

interface Handle {
  readonly version: 1 | 2;
  readonly id: string;
}

export async function createVideo(request: AdapterRequest, call: ProviderCall): Promise<Handle> {
  return request.upstreamModel.startsWith("MiniMax-H3")
    ? createSecond(request, call)
    : createFirst(request, call);
}

const createdSchema = statedSchema.extend({ task_id: idSchema.nullish().catch(null) });

async function createFirst(request: AdapterRequest, call: ProviderCall): Promise<Handle> {
  const values = await fillInputs(request, mapForProvider(request), async (input) =>
    addressOrData(input, request, frameBytesMax),
  );
  const body = { model: request.upstreamModel, ...toBody(values), ...callbackOf(request) };
  return { version: 1, id: await create("/v1/video_generation", body, call) };
}

async function createSecond(request: AdapterRequest, call: ProviderCall): Promise<Handle> {
  const { values, inputs } = mapForProvider(request);
  const { task, prompt, ratio, resolution, duration } = values;
  const [video] = inputsAt(request, inputs["reference_video"] ?? []);
  if (video !== undefined) await checkVideo(video, request, { task, seconds: Number(duration) });
  const content = await listContent(request, { prompt, inputs });
  const shape = shapeFor(content, ratio);
  const body = {
    model: request.upstreamModel,
    content,
    resolution,
    duration,
    ...(shape === undefined ? {} : { ratio: shape }),
    ...callbackOf(request),
  };
  return { version: 2, id: await create("/v2/video_generation", body, call) };
}

function callbackOf({ callback }: AdapterRequest): { readonly callback_url?: string } {
  return callback === undefined ? {} : { callback_url: callback.url };
}

async function create(path: string, body: object, call: ProviderCall): Promise<string> {
  const { data } = await client.json("POST", path, {
    call,
    paid: true,
    body,
    schema: createdSchema,
  });
  expectFine(data, true);
  if (data.task_id != null) return data.task_id;
  throw new AppError("provider_outcome_unknown", {
    details: { reason: "the answer names no task" },
  });
}

/**
 * Checks a video to edit. The input is billed by the second like the result, and the price includes an input
 * of the same length.
 */
async function checkVideo(
  video: AdapterInput,
  request: AdapterRequest,
  { task, seconds }: { task: unknown; seconds: number },
): Promise<void> {
  checkBytes(video, videoBytesMax);
  if (task !== "video_edit") {
    throw new AppError("parameter_not_supported", {
      details: { reason: "with a video among the inputs, the task is video_edit" },
    });
  }
  await checkPaidLength(video, request, seconds);
}

interface Entry {
  readonly type: string;
  readonly role?: string;
  readonly [field: string]: unknown;
}

/** Prompt for a request without one: every request requires a prompt. */
const usualPrompt = "The scene comes to life.";

/**
 * Lists the content of a request. Frames and references exclude each other: with a video or a recording,
 * images are references.
 */
async function listContent(
  request: AdapterRequest,
  { prompt = usualPrompt, inputs }: { prompt: unknown; inputs: MappedRequest["inputs"] },
): Promise<Entry[]> {
  const roles = ["first_frame", "last_frame", "reference_image", "reference_video"] as const;
  const media = [...roles, "reference_audio"].flatMap((role) =>
    inputsAt(request, inputs[role] ?? []).map((input) => ({ role, input })),
  );
  const areFrames = media.length <= 2 && media.every(({ role }) => role.endsWith("_frame"));
  const entries: Entry[] = [{ type: "text", text: prompt }];
  for (const { role, input } of media) {
    const kind = input.kind === "mask" ? "image" : input.kind;
    const url = await addressOrData(input, request, mediaBytesMax[kind]);
    entries.push({
      type: `${kind}_url`,
      [`${kind}_url`]: { url },
      role: kind === "image" && !areFrames ? "reference_image" : role,
    });
  }
  return entries;
}

/** Returns the aspect ratio. Text alone requires one, frames determine it, and references may have one. */
function shapeFor(content: readonly Entry[], ratio: unknown): unknown {
  const roles = content.flatMap(({ role }) => role ?? []);
  if (roles.length === 0) return ratio ?? "16:9";
  return roles.some((role) => role.endsWith("_frame")) ? undefined : (ratio ?? "adaptive");
}
