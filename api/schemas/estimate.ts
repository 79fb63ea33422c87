import { z } from "zod";

import { capabilitySchema, contentTypeSchema, creditsSchema, timeSchema } from "./common.ts";
import { intentSchema, jobSchema, questionSchema } from "./job.ts";

const warningCodes = [
  "model_deprecated",
  "model_preview",
  "model_on_trial",
  "provider_not_configured",
  "insufficient_credits",
  "budget_exceeded",
  "key_limit_reached",
] as const;

const alternativeSchema = z
  .object({
    model: z.object({ id: z.string(), provider: z.string() }),
    credits: creditsSchema,
    expectedSeconds: z.number().min(0),
    available: z.boolean().meta({ description: "Whether it can be used here now." }),
    setting: z
      .string()
      .optional()
      .meta({ description: "What must be set to use it.", example: "RUNWAY_API_KEY" }),
  })
  .meta({ id: "EstimateAlternative" });

/** Credits that the organization can spend. */
const purse = {
  availableCredits: creditsSchema,
  affordable: z.boolean().meta({
    description: "Whether balance, budget and the key's limit suffice for maxCredits of the price.",
  }),
  warnings: z.array(z.object({ code: z.enum(warningCodes), message: z.string() })),
};

const rangeSchema = z.object({ minCredits: creditsSchema, maxCredits: creditsSchema });

const pricedSchema = z
  .object({
    outcome: z.literal("priced"),
    estimateId: z.string().meta({
      description: "Send it with the same request to get this model for this price.",
      example: "est_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10",
    }),
    expiresAt: timeSchema.meta({ description: "Until when estimateId binds." }),
    request: z.object({
      contentType: contentTypeSchema,
      capability: capabilitySchema,
      prompt: z.string().optional(),
      inputs: jobSchema.shape.request.shape.inputs,
      parameters: jobSchema.shape.request.shape.parameters,
    }),
    intent: intentSchema.optional(),
    model: z.object({ id: z.string(), provider: z.string() }),
    price: rangeSchema
      .extend({ credits: creditsSchema.meta({ description: "What is held, and charged." }) })
      .meta({
        description:
          "`maxCredits` is `credits`: nothing ever costs more than was held. `minCredits` is what is " +
          "charged when the cheapest model that may take over has to.",
      }),
    expectedSeconds: z.number().min(0),
    measured: z.boolean().meta({
      description: "Whether expectedSeconds was measured here; otherwise the catalog says so.",
    }),
    routing: z.object({
      strategy: z.string(),
      reason: z.string(),
      assumptions: z.array(z.string()),
    }),
    alternatives: z
      .array(alternativeSchema)
      .meta({ description: "Other models that would do, best first, usable ones before others." }),
    ...purse,
  })
  .meta({ id: "PricedEstimate" });

const unclearSchema = z
  .object({
    outcome: z.literal("needs_input"),
    question: questionSchema,
    price: rangeSchema
      .optional()
      .meta({ description: "Of the answers that can be priced; none when none can." }),
    ...purse,
  })
  .meta({
    id: "UnclearEstimate",
    description: "A job of this message would ask back, and cost nothing.",
  });

export const estimateSchema = z
  .discriminatedUnion("outcome", [pricedSchema, unclearSchema])
  .meta({ id: "Estimate" });

/** Response to a job request with `dryRun`: the estimate. */
export const dryRunAnswer = {
  status: 200,
  description: "With `dryRun`: the estimate. Nothing was ordered, held or charged.",
  response: estimateSchema,
};
