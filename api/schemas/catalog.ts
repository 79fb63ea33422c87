import { z } from "zod";

import { circuitStates } from "#domain/providers/circuit.ts";
import { contentTypes, contentTypeTitles, inputKinds } from "#domain/requests/capability.ts";

import { capabilitySchema, contentTypeSchema, timeSchema } from "./common.ts";

const ownKeySchema = z.literal(true).optional().meta({
  description:
    "Called with your organization's own key: the provider bills you, and a generation costs one credit.",
});

const contentTypeTitleSchema = z.enum(contentTypes.map((type) => contentTypeTitles[type]));

export const modelSchema = z
  .object({
    id: z.string(),
    displayName: z.string(),
    provider: z.string().meta({ description: "The provider's slug." }),
    providerName: z.string(),
    description: z.string(),
    contentType: contentTypeSchema,
    capabilities: z.array(capabilitySchema),
    credits: z
      .object({
        typical: z.int(),
        min: z.int(),
        max: z.int(),
        per: z.string().meta({ description: "What the typical price buys." }),
      })
      .meta({ description: "Credits of one generation." }),
    ownKey: ownKeySchema,
    status: z.enum(["active", "preview", "deprecated", "retired", "disabled"]),
    available: z.boolean(),
    unavailableReason: z.string().optional(),
    retiresOn: z.iso.date().optional(),
    replacedBy: z.string().optional(),
    typicalSeconds: z.int().meta({ description: "How long a typical generation takes." }),
    limits: z.record(z.string(), z.unknown()).meta({
      description: "What the model takes, by our field or the provider's own name.",
    }),
  })
  .meta({ id: "Model" });

export const providerSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    status: z.enum(["Active", "Degraded", "Unavailable", "Disabled"]),
    modelsAvailable: z.int().min(0),
    contentTypes: z.array(contentTypeTitleSchema),
    pricing: z
      .object({ minCredits: z.int(), maxCredits: z.int() })
      .meta({ description: "Credits of one generation, from the cheapest to the dearest model." }),
    capabilities: z.array(z.string()).meta({ example: ["Text-to-Image"] }),
    configured: z
      .boolean()
      .meta({ description: "Whether this installation, or your organization, has a key for it." }),
    ownKey: ownKeySchema,
    setting: z
      .string()
      .optional()
      .meta({ description: "The variable to set when it is not configured." }),
  })
  .meta({ id: "Provider" });

const circuitStateSchema = z.enum(circuitStates).meta({
  description:
    "closed: used; open: kept back; half_open: failed lately, and a few requests try it.",
});

export const circuitSchema = z.object({
  model: z.string(),
  circuit: circuitStateSchema,
  retryAt: timeSchema.optional().meta({ description: "When it is, or was first, tried again." }),
});

export const providerHealthSchema = z
  .object({
    provider: z.string(),
    status: z.enum(["healthy", "degraded", "unavailable", "unconfigured", "disabled"]),
    circuit: circuitStateSchema,
    retryAt: timeSchema.optional().meta({ description: "When it is, or was first, tried again." }),
    models: z
      .array(circuitSchema)
      .meta({ description: "Models that are kept back, or tried, on their own." }),
    successRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .meta({ description: "Of the generations in the window; null when there were none." }),
    latencyMs: z.object({ p50: z.int().nullable(), p95: z.int().nullable() }),
    checkedAt: timeSchema.nullable(),
    window: z.object({ minutes: z.int(), generations: z.int() }),
    lastError: z
      .object({ code: z.string(), at: timeSchema })
      .optional()
      .meta({ description: "Of a request or a probe that the provider is to blame for." }),
  })
  .meta({ id: "ProviderHealth" });

export const capabilityEntrySchema = z
  .object({
    capability: capabilitySchema,
    title: z.string(),
    contentType: contentTypeSchema,
    needsPrompt: z.boolean(),
    inputs: z
      .array(z.array(z.enum(inputKinds)))
      .meta({ description: "Each list is one acceptable set of inputs." }),
    models: z.int().min(0).meta({ description: "Models with this capability." }),
    modelsAvailable: z.int().min(0).meta({ description: "Of them, those that can be used now." }),
  })
  .meta({ id: "CapabilityEntry" });

export const contentTypeEntrySchema = z
  .object({
    contentType: contentTypeSchema,
    title: contentTypeTitleSchema,
    capabilities: z.array(capabilitySchema),
    formats: z.array(z.string()).meta({ description: "Media types of results." }),
    inputBytesMax: z.int(),
    models: z.int().min(0),
    modelsAvailable: z.int().min(0),
  })
  .meta({ id: "ContentTypeEntry" });

/** The only path parameter that is published in snake_case. */
export const providerParams = z.object({ provider_slug: z.string().min(1).max(200) });
