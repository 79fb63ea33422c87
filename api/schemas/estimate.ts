import { z } from "zod";

import { parametersSchema } from "#domain/pipelines/generation-parameters.ts";

import {
  capabilitySchema,
  contentTypeSchema,
  creditsSchema,
  modelReferenceSchema,
  timeSchema,
} from "./common.ts";
import { intentSchema, jobInputSchema, questionSchema } from "./job.ts";

const warningCodes = [
  "model_deprecated",
  "model_preview",
  "model_on_trial",
  "provider_not_configured",
  "insufficient_credits",
  "budget_exceeded",
  "spend_limit_reached",
  "key_limit_reached",
] as const;

const alternativeSchema = z
  .object({
    model: modelReferenceSchema,
    credits: creditsSchema,
    expectedSeconds: z.number().min(0),
    available: z.boolean().meta({ description: "True if the model can be used now." }),
    setting: z.string().optional().meta({
      description: "Variable that must be set to use the model.",
    }),
  })
  .meta({ id: "EstimateAlternative" });

const warningSchema = z
  .object({ code: z.enum(warningCodes), message: z.string() })
  .meta({ id: "EstimateWarning" });

/** Credits that the organization can spend. */
export const purse = {
  availableCredits: creditsSchema,
  affordable: z.boolean().meta({
    description: "True if balance, budget and the key's limit cover maxCredits of the price.",
  }),
  warnings: z.array(warningSchema),
};

const rangeSchema = z
  .object({ minCredits: creditsSchema, maxCredits: creditsSchema })
  .meta({ id: "PriceRange" });

const estimatedRequestSchema = z
  .object({
    contentType: contentTypeSchema,
    capability: capabilitySchema,
    prompt: z.string().optional(),
    inputs: z.array(jobInputSchema),
    parameters: parametersSchema,
  })
  .meta({ id: "PricedEstimateRequest" });

const priceSchema = rangeSchema
  .extend({
    credits: creditsSchema.meta({
      description: "Credits that are held and charged; fewer results than ordered cost less.",
    }),
  })
  .meta({
    id: "PricedEstimatePrice",
    description:
      "`maxCredits` equals `credits`: a charge never exceeds the hold. `minCredits` is the charge if the " +
      "cheapest fallback model runs the job.",
  });

const routingSchema = z
  .object({ strategy: z.string(), reason: z.string(), assumptions: z.array(z.string()) })
  .meta({ id: "PricedEstimateRouting" });

const pricedSchema = z
  .object({
    outcome: z.literal("priced"),
    estimateId: z.string().meta({
      description: "Send it with the same request to use this model at this price.",
      example: "est_019364d2-7c1e-7b6a-9a52-3f1c2b8e4d10",
    }),
    expiresAt: timeSchema.meta({ description: "Expiry of estimateId." }),
    request: estimatedRequestSchema,
    intent: intentSchema.optional(),
    model: modelReferenceSchema,
    price: priceSchema,
    expectedSeconds: z.number().min(0),
    measured: z.boolean().meta({
      description:
        "True if expectedSeconds was measured on this server; otherwise it is the catalog's value.",
    }),
    routing: routingSchema,
    alternatives: z.array(alternativeSchema).meta({
      description: "Other suitable models, best first, available models before unavailable models.",
    }),
    ...purse,
  })
  .meta({ id: "PricedEstimate" });

const unclearSchema = z
  .object({
    outcome: z.literal("needs_input"),
    question: questionSchema,
    price: rangeSchema.optional().meta({
      description: "Price range of the answers to the question; absent when none can be priced.",
    }),
    ...purse,
  })
  .meta({
    id: "UnclearEstimate",
    description: "A job with this message would end with a question and would not be charged.",
  });

/** Estimate that is not kept, so an order cannot name it. */
export const estimatePreviewSchema = z
  .discriminatedUnion("outcome", [
    pricedSchema.omit({ estimateId: true, expiresAt: true }).meta({ id: "PricedPreview" }),
    unclearSchema,
  ])
  .meta({ id: "EstimatePreview" });

export const estimateSchema = z
  .discriminatedUnion("outcome", [pricedSchema, unclearSchema])
  .meta({ id: "Estimate" });

/** Response to a job request with `dryRun`: the estimate. */
export const dryRunAnswer = {
  status: 200,
  description: "With `dryRun`: the estimate. No job was created, and no credits were held.",
  response: estimateSchema,
};
