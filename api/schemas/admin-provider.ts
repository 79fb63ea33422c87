import { z } from "zod";

import { providerModes } from "#db/entities/catalog.ts";
import { circuitForces, circuitStates } from "#domain/providers/circuit.ts";

import { reasonSchema } from "./admin.ts";
import { providerHealthSchema } from "./catalog.ts";
import { entityTagSchema, timeSchema } from "./common.ts";

const forceSchema = z.enum(circuitForces).meta({
  description:
    "auto: follows the measurements; open: receives no jobs; closed: receives jobs regardless of the " +
    "measurements.",
});
const modeSchema = z.enum(providerModes).meta({
  description:
    "draining: finishes running requests and receives no new requests; disabled: waiting jobs move to " +
    "other providers, too.",
});
const weightSchema = z.int().min(0).max(1_000).meta({
  description: "Share of jobs among equally ranked providers; zero makes the provider a reserve.",
});

export const providerChangeSchema = z.strictObject({
  mode: modeSchema.optional(),
  weight: weightSchema.optional(),
  concurrencyLimit: z.int().min(1).max(10_000).nullable().optional().meta({
    description: "Maximum concurrent requests per key. Null: the catalog's value.",
  }),
  circuit: forceSchema.optional(),
  models: z
    .array(
      z.strictObject({
        modelId: z.string().min(1).max(200),
        enabled: z.boolean().optional(),
        circuit: forceSchema.optional(),
      }),
    )
    .max(100)
    .optional()
    .meta({ description: "Settings of models of this provider; omitted models stay unchanged." }),
  reason: reasonSchema,
});

export const adminProviderSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    configured: z.boolean(),
    integrated: z
      .boolean()
      .meta({ description: "True if this version of the engine can call the provider." }),
    mode: modeSchema,
    weight: weightSchema,
    concurrency: z.object({ known: z.int().nullable(), limit: z.int().nullable() }).meta({
      description:
        "Maximum concurrent requests per key: the catalog's value and the operator's override.",
    }),
    circuitForce: forceSchema,
    models: z.array(
      z.object({ modelId: z.string(), enabled: z.boolean(), circuitForce: forceSchema }),
    ),
    undeclaredModels: z.array(z.string()).optional().meta({
      description:
        "Models that an own server lists and `MODELS_FILE` does not declare; they receive no jobs.",
    }),
    running: z.int().min(0).meta({ description: "Requests that may be running at the provider." }),
    health: providerHealthSchema,
    transitions: z
      .array(
        z.object({
          at: timeSchema,
          model: z.string().nullable().meta({ description: "Null: the whole provider." }),
          from: z.enum(circuitStates),
          to: z.enum(circuitStates),
          cause: z.string().meta({ description: "An error code, or trial, probe or operator." }),
        }),
      )
      .meta({ description: "Latest twenty circuit transitions, newest first." }),
    changes: z
      .array(
        z.object({
          at: timeSchema,
          accountId: z.string().nullable(),
          reason: z.string(),
          before: z.record(z.string(), z.unknown()),
          after: z.record(z.string(), z.unknown()),
        }),
      )
      .meta({ description: "Latest twenty changes by operators, newest first." }),
  })
  .meta({ id: "AdminProvider" });

export const listedProviderSchema = adminProviderSchema
  .extend({ etag: entityTagSchema })
  .meta({ id: "ListedAdminProvider" });
