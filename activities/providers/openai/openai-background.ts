import { z } from "zod";

import type {
  AdapterRequest,
  PollResult,
  ProviderAdapter,
  ProviderCall,
  SubmitResult,
} from "#activities/providers/adapter.ts";
import { addressOrData } from "#activities/providers/encode-input.ts";
import { base64Schema } from "#activities/providers/large-base64.ts";
import { inputsAt } from "#activities/providers/map-for-provider.ts";
import { embedFile, type EmbeddedFile } from "#activities/providers/request-body.ts";
import { base64File } from "#activities/providers/result-file.ts";
import { AppError } from "#domain/errors.ts";
import type { MappedRequest } from "#domain/requests/map-request.ts";

import { costOf, usageSchema } from "./image-cost.ts";
import { bodyImageBytesMax, client, imageTypeOf, maskOf } from "./openai-client.ts";

/**
 * Images through the Responses API (types of openai 7.55.0). A text model receives the image generation tool
 * and runs in the background, so the response has an id for polling and cancellation. The text model's tokens
 * cost extra, which the catalog's prices do not include, and OpenAI stores the prompt and the image for 30
 * days. Not verified by a call: what it costs, that this model may use the tool, and that it leaves the
 * prompt as it is. The tool draws one image.
 */
const passingModel = "gpt-5.6-luna";
const instructions = "Draw one picture. Pass the user's words on to the tool as they are.";

/**
 * True when operators chose the background for the platform's account. Several images at once are requested
 * directly.
 */
export function isInBackground(
  { values }: MappedRequest,
  { ways, isOrganizationKey }: ProviderCall,
): boolean {
  const isChosen = ways?.["OPENAI_IMAGES"] === "background" && isOrganizationKey !== true;
  return isChosen && (values["n"] ?? 1) === 1;
}

const acceptedSchema = z.object({ id: z.string().min(1) });

export async function drawInBackground(
  request: AdapterRequest,
  { values, inputs }: MappedRequest,
  call: ProviderCall,
): Promise<SubmitResult> {
  const { prompt = request.prompt, n: _n, ...options } = values;
  const pictures: object[] = [];
  for (const input of inputsAt(request, inputs["image"] ?? [])) {
    const image_url = await addressOrData(input, request, bodyImageBytesMax);
    pictures.push({ type: "input_image", image_url, detail: "auto" });
  }
  const [mask] = inputsAt(request, inputs["mask"] ?? []);
  const tool = {
    type: "image_generation",
    action: pictures.length === 0 ? "generate" : "edit",
    model: request.upstreamModel,
    ...options,
    ...(mask === undefined ? {} : { input_image_mask: { image_url: await maskAddress(mask) } }),
  };
  const { data } = await client.json("POST", "/responses", {
    call,
    paid: true,
    body: {
      model: passingModel,
      background: true,
      // Only stored responses can be polled.
      store: true,
      instructions,
      input: [{ role: "user", content: [{ type: "input_text", text: prompt }, ...pictures] }],
      tools: [tool],
      tool_choice: { type: "image_generation" },
    },
    schema: acceptedSchema,
  });
  const { id } = data;
  return {
    state: "accepted",
    handle: { id, contentType: imageTypeOf(values) },
    providerRequestId: id,
  };
}

async function maskAddress(mask: AdapterRequest["inputs"][number]): Promise<EmbeddedFile> {
  return embedFile(await maskOf(mask), { prefix: "data:image/png;base64," });
}

const handleSchema = z.object({ id: z.string(), contentType: z.string() });

const errorSchema = z
  .object({
    code: z.string().nullish(),
    type: z.string().nullish(),
    message: z.string().nullish(),
  })
  .nullish()
  .catch(null);

const responseSchema = z.object({
  status: z.string(),
  tool_usage: z.object({ image_gen: usageSchema }).nullish().catch(null),
  error: errorSchema,
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z
    .array(
      z.object({
        type: z.string(),
        result: base64Schema.nullish(),
        error: errorSchema,
        content: z.array(z.object({ refusal: z.string().nullish() })).nullish(),
      }),
    )
    .nullish(),
});
type Response = z.output<typeof responseSchema>;

export const background: Required<Pick<ProviderAdapter, "poll" | "cancel">> = {
  async poll(handle, call) {
    const { id, contentType } = handleSchema.parse(handle);
    const { data } = await client.json("GET", placeOf(id), {
      call,
      paid: false,
      hasBase64: true,
      schema: responseSchema,
    });
    return toPollResult(data, contentType);
  },

  async cancel(handle, call) {
    const { id } = handleSchema.parse(handle);
    try {
      await client.nothing("POST", `${placeOf(id)}/cancel`, { call, paid: false });
    } catch (error) {
      // Finished already or unknown: the next poll shows the outcome.
      const status = error instanceof AppError ? Number(error.details["status"]) : Number.NaN;
      if (![400, 404, 409].includes(status)) throw error;
    }
  },
};

function placeOf(id: string): string {
  return `/responses/${encodeURIComponent(id)}`;
}

async function toPollResult(response: Response, contentType: string): Promise<PollResult> {
  switch (response.status) {
    case "completed":
      return {
        state: "succeeded",
        // The tokens of the text model, a fraction of a cent, are not included.
        result: {
          files: await filesOf(response, contentType),
          ...costOf(response.tool_usage?.image_gen),
        },
      };
    case "cancelled":
      return { state: "canceled" };
    case "failed":
    case "incomplete":
      throw failureOf(response);
    default:
      // "queued", "in_progress" and unknown values: only "completed" is a result.
      return { state: "running" };
  }
}

async function filesOf(response: Response, contentType: string) {
  const drawn = (response.output ?? []).flatMap(({ type, result }) =>
    type === "image_generation_call" && result != null && result.length > 0 ? [result] : [],
  );
  if (drawn.length === 0) throw failureOf(response);
  const options = { family: "image", contentType, paid: false } as const;
  return Promise.all(drawn.map(async (data) => base64File(data, options)));
}

/** Error codes for refused content, of the response or of the tool. */
const refusals: readonly string[] = [
  "bio_policy",
  "content_filter",
  "content_policy_violation",
  "image_content_policy_violation",
  "invalid_prompt",
  "misalignment_policy_violation",
  "moderation_blocked",
];

function failureOf({ status, error, incomplete_details: incomplete, output }: Response): AppError {
  const errors = [error, ...(output ?? []).map((item) => item.error)].flatMap((each) => each ?? []);
  const words = [incomplete?.reason, ...errors.flatMap(({ code, type }) => [code, type])];
  const refusal = (output ?? [])
    .flatMap(({ content }) => content ?? [])
    .flatMap((part) => part.refusal ?? [])[0];
  const isRefused = refusal !== undefined || words.some((word) => refusals.includes(word ?? ""));
  // A model that has not drawn may explain the reason in its text.
  const reason =
    refusal ?? errors[0]?.message ?? incomplete?.reason ?? `${status} without a picture`;
  return new AppError(isRefused ? "content_refused" : "provider_failed", { details: { reason } });
}
