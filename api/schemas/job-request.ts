import { z } from "zod";

import { runCreditsMax } from "#domain/pipelines/definition.ts";
import { parametersSchema } from "#domain/pipelines/generation-parameters.ts";
import { capabilityRules, isCapability } from "#domain/requests/capability.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import { promptCharactersMax } from "#domain/requests/prompt-length.ts";
import { optimizeGoals } from "#domain/routing/routing.ts";

import { capabilitySchema, inputKindSchema } from "./common.ts";
import { runFields } from "./run-fields.ts";
import { webhookUrlSchema } from "./webhook-url.ts";

/** Text with at least one visible character; surrounding whitespace is trimmed. */
const text = (max: number) => z.string().max(max).regex(/\S/, "Must not be empty").trim();
const name = text(200);

function urlProblem(given: unknown): string {
  const isData = typeof given === "string" && /^data:/i.test(given);
  const advice = isData ? ": upload the file with POST /v1/assets and send its assetId" : "";
  return `Must be an http or https URL${advice}`;
}

const inputSchema = z
  .strictObject({
    kind: inputKindSchema,
    url: z
      .url({
        protocol: /^https?$/,
        error: ({ code, input }) => (code === "invalid_format" ? urlProblem(input) : undefined),
      })
      .max(2_048)
      .optional()
      .meta({
        description: "Public URL, or an output URL of this engine.",
        example: "https://example.com/photo.jpg",
      }),
    assetId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Asset of the organization. Exclusive with `url`." }),
  })
  .refine(({ url, assetId }) => (url === undefined) !== (assetId === undefined), {
    message: "Send either url or assetId",
    params: { code: "either_or" },
  })
  .meta({ id: "Input" });

/** Maximum number of inputs of a job. */
export const inputsMax = 20;

/** Converts inputs; the schema has checked that each has a URL or an asset ID. */
export function toInputs(
  inputs: readonly z.output<typeof inputSchema>[] | undefined,
): GenerationInput[] {
  return (inputs ?? []).flatMap(({ kind, url, assetId }): GenerationInput[] => {
    if (assetId !== undefined) return [{ kind, assetId }];
    return url === undefined ? [] : [{ kind, url }];
  });
}

const routingSchema = z
  .strictObject({
    optimizeFor: z.enum(optimizeGoals).optional(),
    allow: z
      .array(name)
      .max(50)
      .optional()
      .meta({ description: "Allowed provider slugs or model ids." }),
    deny: z.array(name).max(50).optional(),
    failover: z
      .boolean()
      .optional()
      .meta({ description: "True if another model may run the job when the first model fails." }),
  })
  .meta({ id: "RoutingPreferences" });

export const metadataFieldsMax = 20;

export const metadataSchema = z
  .record(z.string().min(1).max(64), z.string().max(500))
  .refine((fields) => Object.keys(fields).length <= metadataFieldsMax, {
    error: `Must have at most ${metadataFieldsMax} fields`,
    abort: true,
  })
  .meta({
    id: "Metadata",
    description: "Up to 20 labels; jobs can be filtered by them.",
    example: { project: "spring" },
    maxProperties: metadataFieldsMax,
  });

/** Fields common to chat and generation requests. */
const commonFields = {
  inputs: z
    .array(inputSchema)
    .max(inputsMax)
    .optional()
    .meta({ description: "Input files, of the kinds that the capability requires." }),
  capability: capabilitySchema.optional(),
  model: name
    .optional()
    .meta({ description: "Model id, or a family name such as flux.", example: "studio-image" }),
  parameters: parametersSchema.optional(),
  routing: routingSchema.optional(),
  maxCredits: z.int().min(1).max(30).optional().meta({
    description: "Maximum price; a more expensive generation is rejected.",
  }),
  metadata: metadataSchema.optional(),
  webhookUrl: webhookUrlSchema.optional().meta({
    description:
      "URL that is notified when the job ends, in addition to the organization's webhooks. Signed by the " +
      "organization's webhook without a URL.",
    example: "https://example.com/hooks/media",
  }),
};

/** Price limit of a request that can start a run. */
const runCreditsSchema = z.int().min(1).max(runCreditsMax).optional().meta({
  description: "Maximum price; a more expensive generation or run is rejected.",
});

/** Fields that control the job and do not describe the generation. */
const orderFields = {
  dryRun: z
    .boolean()
    .optional()
    .meta({ description: "Returns 200 with the estimate and creates no job." }),
  estimateId: z.string().min(1).max(100).optional().meta({
    description:
      "Estimate of the same request; its model and price apply, even if they have changed since.",
    example: "est_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10",
  }),
};

/** Returns true unless `dryRun` and `estimateId` are combined: a request with an estimate needs no other. */
export function isOneOrder(body: {
  dryRun?: boolean | undefined;
  estimateId?: string | undefined;
}): boolean {
  return body.dryRun !== true || body.estimateId === undefined;
}
export const oneOrder = {
  path: ["dryRun"],
  message: "Send either dryRun or estimateId",
  params: { code: "either_or" },
};

/** Earlier messages decide the request, so that its price is known when it is read. */
const noEstimateInConversation = {
  path: ["conversationId"],
  message: "Messages of a conversation have no estimate; set maxCredits",
  params: { code: "not_used" },
};

/** Reports false when the capability is known and needs a prompt that is missing. */
export function hasPrompt(given: {
  readonly capability?: unknown;
  readonly prompt?: unknown;
  readonly message?: unknown;
  readonly parameters?: unknown;
}): boolean {
  const { capability, prompt, message, parameters } = given;
  // Operations replace a prompt; the model's rule checks them.
  if (typeof parameters === "object" && parameters !== null && "operations" in parameters) {
    return true;
  }
  if (prompt !== undefined || message !== undefined || typeof capability !== "string") return true;
  return !isCapability(capability) || !capabilityRules[capability].needsPrompt;
}

export const promptRequired = "Required: this capability needs a prompt.";

/**
 * Reports the missing prompt with other issues of the body, such as its mistyped name. In a valid body,
 * routing reports it with the issues of the model.
 */
const neededPrompt = {
  path: ["prompt"],
  message: promptRequired,
  params: { code: "required" },
  when: ({ value, issues }: { readonly value: unknown; readonly issues: readonly unknown[] }) =>
    issues.length > 0 && typeof value === "object" && value !== null,
};

export const chatRequestSchema = z
  .strictObject({
    message: text(promptCharactersMax).meta({
      description: "Description of the desired output, in natural language.",
      example: "a red fox in a snowy forest at night",
    }),
    parseIntent: z
      .boolean()
      .default(false)
      .meta({
        description:
          "True: the engine derives parameters, and the capability unless `capability` states it, from the " +
          "message. False: the message is the prompt for `capability`, by default text-to-image.",
      }),
    conversationId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .meta({
        description:
          "Conversation of the message, from the response to an earlier message; `new` opens one. The message " +
          "can then refer to earlier ones.",
        example: "cnv_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10",
      }),
    ...commonFields,
    maxCredits: runCreditsSchema,
    ...orderFields,
  })
  .refine(isOneOrder, oneOrder)
  .refine(({ conversationId, dryRun, estimateId }) => {
    return conversationId === undefined || (dryRun !== true && estimateId === undefined);
  }, noEstimateInConversation)
  .meta({ id: "ChatRequest" });

export const generationRequestSchema = z
  .strictObject({
    ...commonFields,
    capability: capabilitySchema,
    prompt: text(promptCharactersMax).optional().meta({
      description: "Description of the desired output, or the text to speak.",
      example: "a red fox",
    }),
    provider: name.optional().meta({ description: "Provider slug.", example: "studio" }),
    ...orderFields,
  })
  .refine(isOneOrder, oneOrder)
  .refine(hasPrompt, neededPrompt)
  .meta({ id: "GenerationRequest" });

/** Fields that only a generation has, and those that only a run has. */
const generationOnly = [
  ...(["message", "parseIntent", "capability", "prompt", "model", "provider"] as const),
  ...(["parameters", "routing", "maxCredits"] as const),
];
const runOnly = ["version", "resumeFrom", "answers", "fresh"] as const;

/**
 * Estimates take each body, without the fields that control the job: a message, a capability with its parameters, or a
 * pipeline with the inputs of a run.
 */
export const estimateRequestSchema = z
  .strictObject({
    ...chatRequestSchema.shape,
    ...generationRequestSchema.shape,
    message: chatRequestSchema.shape.message.optional(),
    parseIntent: chatRequestSchema.shape.parseIntent.unwrap().optional(),
    capability: commonFields.capability,
    maxCredits: runCreditsSchema,
    ...runFields,
    pipelineId: z.string().min(1).max(200).optional().meta({ example: "narrated-clip" }),
    inputs: z
      .union([commonFields.inputs.unwrap(), runFields.inputs.unwrap()])
      .optional()
      .meta({ description: "Input files; with `pipelineId`, the values of its inputs by name." }),
  })
  .omit({ dryRun: true, estimateId: true, conversationId: true })
  .refine(hasPrompt, neededPrompt)
  .superRefine((body, context) => {
    const { message, parseIntent, prompt, provider, capability, pipelineId, inputs } = body;
    const refuse = (field: string, code: string, problem: string) =>
      context.addIssue({ code: "custom", path: [field], message: problem, params: { code } });
    const [unused, problem] =
      pipelineId === undefined
        ? [runOnly, "Send it with pipelineId"]
        : [generationOnly, "A run of a pipeline does not take it"];
    for (const field of unused) if (body[field] !== undefined) refuse(field, "not_used", problem);
    if (inputs !== undefined && Array.isArray(inputs) === (pipelineId !== undefined)) {
      refuse(
        "inputs",
        "wrong_type",
        pipelineId === undefined ? "Must be a list" : "Must be an object",
      );
    }
    if (pipelineId !== undefined) return;
    if (message === undefined) {
      if (capability === undefined) {
        refuse("capability", "required", "Send message, capability or pipelineId");
      }
      if (parseIntent === true) refuse("parseIntent", "not_used", "parseIntent requires a message");
      return;
    }
    if (prompt !== undefined) refuse("prompt", "either_or", "Send either message or prompt");
    if (provider !== undefined) {
      refuse("provider", "not_used", "With a message, set providers in routing.allow");
    }
  })
  .meta({
    id: "EstimateRequest",
    description:
      "The body of `POST /v1/chat` (with `message`), of `POST /v1/generations` (with `capability`), or of " +
      "`POST /v1/pipelines/{pipelineId}/runs` (with `pipelineId`). " +
      "`metadata` and `webhookUrl` have no effect.",
  });

/** A message of a conversation has a price that is known only as far as the embedded parser reads it. */
export const previewRequestSchema = estimateRequestSchema
  .safeExtend({ conversationId: chatRequestSchema.shape.conversationId })
  .meta({
    id: "EstimatePreviewRequest",
    description:
      "The body of `POST /v1/estimates`, and the conversation whose earlier messages decide what `message` means.",
  });

export const retryRequestSchema = z
  .strictObject({
    capability: commonFields.capability,
    prompt: generationRequestSchema.shape.prompt,
    inputs: commonFields.inputs.meta({
      description: "Input files in addition to those of the job.",
    }),
    model: commonFields.model,
    parameters: commonFields.parameters,
    maxCredits: runCreditsSchema,
  })
  .meta({ id: "RetryRequest" });

export type RetryRequest = z.output<typeof retryRequestSchema>;
export type EstimateRequest = z.output<typeof estimateRequestSchema>;
export type ChatRequest = z.output<typeof chatRequestSchema>;
export type GenerationRequestBody = z.output<typeof generationRequestSchema>;
