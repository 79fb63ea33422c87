import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { EventAnswer, RouteInput } from "#api/http/route.ts";
import { orderErrors } from "#api/schemas/acceptance.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";

import { streamEvents, toEvent } from "./events.ts";
import {
  hintFields,
  listIgnored,
  optional,
  orderFields,
  promptSchema,
  toCommon,
} from "./fields.ts";
import type { ModelNames } from "./models.ts";
import { type Order, type OrderedJob, orderJob } from "./order-job.ts";
import type { ParamNames } from "./param-names.ts";
import { readOutputs } from "./read-output.ts";

const qualities = ["auto", "low", "standard", "medium", "high", "hd", "xhigh", "max"] as const;

/** Fields of generations and edits. */
export const imageSchema = z.strictObject({
  prompt: promptSchema,
  ...orderFields,
  n: optional(z.int().min(1).max(10)),
  size: optional(z.string().regex(/^(auto|\d{2,5}x\d{2,5})$/, "Must be auto or like 1024x1024")),
  quality: optional(z.enum(qualities)),
  output_format: optional(z.enum(["png", "jpeg", "webp"])),
  response_format: optional(z.enum(["url", "b64_json"])),
  background: optional(z.enum(["auto", "opaque", "transparent"])),
  stream: optional(z.boolean()),
  aspect_ratio: optional(z.string().max(20)),
  resolution: optional(z.string().min(1).max(100)),
  seed: optional(z.int().min(0).max(4_294_967_295)),
  negative_prompt: optional(z.string().regex(/\S/, "Must not be empty").max(2_000)),
  ...hintFields,
  style: optional(z.string().max(100)),
  moderation: optional(z.string().max(100)),
  input_fidelity: optional(z.string().max(100)),
  output_compression: optional(z.int().min(0).max(100)),
  partial_images: optional(z.int().min(0).max(3)),
});

const hints = [
  ...Object.keys(hintFields),
  "style",
  "moderation",
  "input_fidelity",
  "output_compression",
  "partial_images",
];

export type ImageBody = z.output<typeof imageSchema>;

export const imagesResponseSchema = z
  .object({
    created: z.int(),
    data: z.array(z.object({ url: z.url().optional(), b64_json: z.string().optional() })),
    output_format: z.string(),
    size: z.string().optional(),
  })
  .meta({ id: "OpenaiImages" });

export const imageEventSchema = z.object({ type: z.string() }).loose();

export const imageErrors = [...orderErrors, "still_running", "output_too_large"] as const;

const imageParams: ParamNames = {
  "/parameters/width": "size",
  "/parameters/height": "size",
  "/parameters/aspectRatio": "aspect_ratio",
  "/parameters/count": "n",
  "/parameters/format": "output_format",
  "/parameters/resolution": "resolution",
  "/parameters/seed": "seed",
  "/parameters/negativePrompt": "negative_prompt",
  "/inputs": "image",
  "/maxCredits": "max_credits",
};

/** Refuses what would change the image and cannot be had: nothing of it is dropped. */
export function checkImageBody(body: ImageBody): void {
  const issues: Issue[] = [];
  const refuse = (field: string, message: string) =>
    issues.push({ pointer: `/${field}`, code: "unsupported_parameter", message });
  if (body.background === "transparent") {
    refuse("background", "No model makes transparent backgrounds; use auto or opaque.");
  }
  if (body.size != null && body.size !== "auto" && body.aspect_ratio != null) {
    refuse("aspect_ratio", "Send either size or aspect_ratio.");
  }
  if (issues.length > 0) throw new AppError("parameter_not_supported", { issues });
}

export function toImageRequest(
  body: ImageBody,
  inputs: readonly GenerationInput[],
  names: ModelNames,
): JobRequest {
  const goal = goalOf(body.quality);
  const isMasked = inputs.some(({ kind }) => kind === "mask");
  return {
    parseIntent: false,
    capability: isMasked ? "inpainting" : inputs.length === 0 ? "text-to-image" : "image-to-image",
    prompt: body.prompt,
    inputs,
    parameters: toParameters(body),
    ...toCommon(body, names),
    ...(goal === null ? {} : { routing: { optimizeFor: goal } }),
  };
}

function goalOf(quality: ImageBody["quality"]): "cost" | "quality" | null {
  if (quality === "low" || quality === "standard") return "cost";
  return quality == null || quality === "auto" || quality === "medium" ? null : "quality";
}

function toParameters(body: ImageBody): GenerationParameters {
  const [width, height] = (body.size ?? "").split("x").map(Number);
  return {
    ...(width === undefined || height === undefined ? {} : { width, height }),
    ...(body.n == null || body.n === 1 ? {} : { count: body.n }),
    ...(body.output_format == null ? {} : { format: body.output_format }),
    ...(body.aspect_ratio == null ? {} : { aspectRatio: body.aspect_ratio }),
    ...(body.resolution == null ? {} : { resolution: body.resolution }),
    ...(body.seed == null ? {} : { seed: body.seed }),
    ...(body.negative_prompt == null ? {} : { negativePrompt: body.negative_prompt }),
  };
}

type Images = z.input<typeof imagesResponseSchema>;

/** Orders an image and responds with it: as JSON, or as the one event of a stream. */
export async function answerImages(
  body: ImageBody,
  order: Omit<Order, "params" | "metadata">,
  event: "image_generation.completed" | "image_edit.completed",
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<Images | EventAnswer> {
  const ignored = listIgnored(body, hints);
  if (ignored !== "") input.setHeader("X-GME-Ignored", ignored);
  const metadata = body.metadata ?? {};
  const ordered = await orderJob({ ...order, metadata, params: imageParams }, input, dependencies);
  if (body.stream !== true) return presentImages(ordered, body, dependencies);
  const events = streamEvents(ordered, {
    async result() {
      const { data, created, ...about } = await presentImages(ordered, body, dependencies);
      return data.map((image) =>
        toEvent({
          type: event,
          created_at: created,
          background: "auto",
          quality: "auto",
          ...about,
          ...image,
          usage: noTokens,
          gme: { jobId: ordered.jobId },
        }),
      );
    },
  });
  return { events };
}

const noTokens = {
  input_tokens: 0,
  output_tokens: 0,
  total_tokens: 0,
  input_tokens_details: { image_tokens: 0, text_tokens: 0 },
};

async function presentImages(
  ordered: OrderedJob,
  { response_format: format, stream }: ImageBody,
  dependencies: RequestDependencies,
): Promise<Images> {
  const job = await ordered.result();
  const wantsBytes = format !== "url" || stream === true;
  const ids = job.outputs.map(({ outputId }) => outputId);
  const read = wantsBytes ? await readOutputs(job.jobId, ids, dependencies) : [];
  const [first] = job.outputs;
  return {
    created: Math.floor(new Date(job.createdAt).getTime() / 1_000),
    data: job.outputs.map(({ url }, index) => {
      const bytes = read[index]?.bytes;
      return {
        ...(format === "b64_json" ? {} : { url }),
        ...(bytes === undefined ? {} : { b64_json: bytes.toString("base64") }),
      };
    }),
    output_format: first?.contentType.replace(/^image\//, "") ?? "png",
    ...(first?.width === undefined || first.height === undefined
      ? {}
      : { size: `${first.width}x${first.height}` }),
  };
}
