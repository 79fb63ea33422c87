import { createHash } from "node:crypto";

import { z } from "zod";

import type { Route } from "#api/http/route.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { AppError } from "#domain/errors.ts";
import { capabilities, inputKinds } from "#domain/requests/capability.ts";
import { createFileAddress } from "#storage/file-address.ts";

import type { McpCall } from "./mcp-call.ts";
import { outputIdOf } from "./output-uri.ts";

/**
 * Arguments of `generate` and `estimate`. The endpoints validate the values, so the schema has only what a
 * language model needs to write them.
 */
export const orderShape = {
  message: z
    .string()
    .optional()
    .describe("What to make, in the person's own words. The engine chooses capability and model."),
  capability: z.enum(capabilities).optional().describe("Instead of message, together with prompt."),
  prompt: z.string().optional().describe("Description of the result, or the text to speak."),
  inputs: z
    .array(
      z.strictObject({
        kind: z.enum(inputKinds),
        url: z.string().optional(),
        assetId: z.string().optional(),
        outputId: z.string().optional(),
      }),
    )
    .optional()
    .describe(
      "Files to work on, each by exactly one of: public url, assetId (add_file), outputId (of a job).",
    ),
  model: z.string().optional().describe("Only if the person names one: an id of list_models."),
  parameters: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Such as {"aspectRatio": "16:9", "durationSeconds": 5}; get_model lists them.'),
  max_credits: z
    .int()
    .optional()
    .describe(
      "Highest price to pay without asking the person. Set it after they agreed to a price.",
    ),
};

const orderSchema = z.strictObject(orderShape);
export type OrderArguments = z.output<typeof orderSchema>;

/** Order of a generation as a request of the API. */
export interface Order {
  readonly route: Route;
  readonly endpoint: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Converts arguments to a request of the API. `at` is the time from which URLs of outputs are valid: the same
 * time gives the same URLs, so that an estimate stays valid for the order. Throws what `findOutput` throws,
 * and `outside_organization`.
 */
export async function toOrder(
  { message, max_credits: maxCredits, inputs, ...others }: OrderArguments,
  at: Date,
  call: McpCall,
): Promise<Order> {
  if (message === undefined && others.capability === undefined) {
    const problem = "Send message, or capability with prompt.";
    const issues = [{ pointer: "/message", code: "required", message: problem }];
    throw new AppError("request_invalid", { issues });
  }
  const files =
    inputs && (await Promise.all(inputs.map(async (input) => toInput(input, at, call))));
  const common = { ...others, inputs: files, maxCredits };
  if (message !== undefined) return chatOrder({ ...common, message, parseIntent: true });
  return toGenerationOrder(common);
}

function chatOrder(body: Order["body"]): Order {
  return { route: createChatJob, endpoint: createChatJob.operationId, body };
}

export function toGenerationOrder(body: Order["body"]): Order {
  return { route: createGeneration, endpoint: createGeneration.operationId, body };
}

async function toInput(
  { outputId, ...input }: NonNullable<OrderArguments["inputs"]>[number],
  at: Date,
  { caller, dependencies: { em, settings } }: McpCall,
): Promise<Record<string, unknown>> {
  // Language models also send the URI of a resource link.
  const id = outputId ?? outputIdOf(input.url);
  if (id === undefined) return input;
  const output = await findOutput(em, { outputId: id });
  if (output.organizationId !== caller.organizationId) throw new AppError("outside_organization");
  const { url } = createFileAddress({ fileId: id, keptUntil: output.expiresAt }, settings, at);
  return { ...input, url };
}

/** SHA-256 of the arguments that decide what is made, for `request_label`. */
export function hashOrder(args: OrderArguments): Buffer {
  const { max_credits: _limit, ...order } = args;
  return createHash("sha256").update(canonicalJson(order)).digest();
}
