import { z } from "zod";

import { circuitStates } from "#domain/providers/circuit.ts";
import { contentTypes, contentTypeTitles, inputKinds } from "#domain/requests/capability.ts";

import { capabilitySchema, contentTypeSchema, timeSchema } from "./common.ts";

const ownKeySchema = z
  .literal(true)
  .optional()
  .meta({
    description:
      "True if the organization-provided key is used: the provider bills you directly, and a generation " +
      "costs one credit.",
  });

const contentTypeTitleSchema = z.enum(contentTypes.map((type) => contentTypeTitles[type]));

const circuitStateSchema = z.enum(circuitStates).meta({
  description:
    "closed: receives jobs; open: receives no jobs; half_open: failed recently and receives a few trial " +
    "requests.",
});

const creditsOfModelSchema = z
  .object({
    typical: z.int(),
    min: z.int(),
    max: z.int(),
    per: z.string().meta({ description: "Unit of the typical price." }),
  })
  .meta({ description: "Credits per generation." });

export const offerSchema = z
  .object({
    id: z
      .string()
      .meta({ description: "Model id; a request that names it gets this host and no other." }),
    provider: z.string().meta({ description: "Provider slug." }),
    providerName: z.string(),
    credits: creditsOfModelSchema,
    available: z.boolean(),
    unavailableReason: z.string().optional(),
    circuit: circuitStateSchema,
    typicalSeconds: z.int(),
    measuredSeconds: z.number().min(0).optional(),
    differs: z.array(z.string()).optional(),
  })
  .meta({ id: "ModelOffer" });

export const modelSchema = z
  .object({
    id: z.string(),
    displayName: z.string(),
    offerOf: z.string().optional().meta({
      description:
        "Canonical model that this model is one host's offer of. A request that names it gets one of its offers.",
    }),
    differs: z
      .array(z.string())
      .optional()
      .meta({
        description: "Differences of this offer from the maker's.",
        example: ["720p only"],
      }),
    provider: z.string().meta({ description: "Provider slug." }),
    providerName: z.string(),
    description: z.string(),
    contentType: contentTypeSchema,
    capabilities: z.array(capabilitySchema),
    credits: creditsOfModelSchema,
    ownKey: ownKeySchema,
    status: z.enum(["active", "preview", "deprecated", "retired", "disabled"]),
    available: z.boolean(),
    unavailableReason: z.string().optional(),
    retiresOn: z.iso.date().optional(),
    replacedBy: z.string().optional(),
    typicalSeconds: z.int().meta({ description: "Duration of a typical generation, in seconds." }),
    measuredSeconds: z.number().min(0).optional().meta({
      description: "Median seconds of the latest generations; absent for too small a sample.",
    }),
    limits: z.record(z.string(), z.unknown()).meta({
      description: "Parameter limits, by the common field name or the provider's name.",
    }),
    offers: z.array(offerSchema).optional().meta({
      description:
        "Offers of a canonical model, available ones first, then by price. The other fields are those of the first offer, except `available` and `unavailableReason`, which concern all of them.",
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
    pricing: z.object({ minCredits: z.int(), maxCredits: z.int() }).meta({
      description: "Credits per generation, from the cheapest to the most expensive model.",
    }),
    capabilities: z.array(z.string()).meta({ example: ["Text-to-Image"] }),
    configured: z.boolean().meta({
      description: "True if this installation or your organization has a key for the provider.",
    }),
    ownKey: ownKeySchema,
    setting: z.string().optional().meta({ description: "Variable that configures the provider." }),
  })
  .meta({ id: "Provider" });

export const circuitSchema = z.object({
  model: z.string(),
  circuit: circuitStateSchema,
  retryAt: timeSchema
    .optional()
    .meta({ description: "Time of the first trial request after the circuit opened." }),
});

export const providerHealthSchema = z
  .object({
    provider: z.string(),
    status: z.enum(["healthy", "degraded", "unavailable", "unconfigured", "disabled"]),
    circuit: circuitStateSchema,
    retryAt: timeSchema
      .optional()
      .meta({ description: "Time of the first trial request after the circuit opened." }),
    models: z
      .array(circuitSchema)
      .meta({ description: "Models with their own circuit that is open or half open." }),
    successRate: z.number().min(0).max(1).nullable().meta({
      description: "Success rate of the generations in the window; null without generations.",
    }),
    latencyMs: z.object({ p50: z.int().nullable(), p95: z.int().nullable() }),
    checkedAt: timeSchema.nullable(),
    window: z.object({ minutes: z.int(), generations: z.int() }),
    lastError: z
      .object({ code: z.string(), at: timeSchema })
      .optional()
      .meta({ description: "Last error of a request or probe that the provider caused." }),
  })
  .meta({ id: "ProviderHealth" });

export const capabilityEntrySchema = z
  .object({
    capability: capabilitySchema,
    title: z.string(),
    contentType: contentTypeSchema,
    needsPrompt: z.boolean(),
    inputs: z.array(z.array(z.enum(inputKinds))).meta({ description: "Accepted sets of inputs." }),
    models: z.int().min(0).meta({ description: "Number of models with this capability." }),
    modelsAvailable: z
      .int()
      .min(0)
      .meta({ description: "Number of these models that are available now." }),
  })
  .meta({ id: "CapabilityEntry" });

export const contentTypeEntrySchema = z
  .object({
    contentType: contentTypeSchema,
    title: contentTypeTitleSchema,
    capabilities: z.array(capabilitySchema),
    formats: z.array(z.string()).meta({ description: "Media types of outputs." }),
    inputBytesMax: z.int(),
    models: z.int().min(0),
    modelsAvailable: z.int().min(0),
  })
  .meta({ id: "ContentTypeEntry" });

/** The only path parameter that is published in snake_case. */
export const providerParams = z.object({ provider_slug: z.string().min(1).max(200) });
