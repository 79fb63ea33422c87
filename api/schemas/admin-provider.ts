import { z } from "zod";

import { providerModes } from "#db/entities/catalog.ts";
import { circuitForces, circuitStates } from "#domain/providers/circuit.ts";

import { reasonSchema } from "./admin.ts";
import { providerHealthSchema } from "./catalog.ts";
import { entityTagSchema, timeSchema } from "./common.ts";

const forceSchema = z
  .enum(circuitForces)
  .meta({ description: "auto: as measured; open: kept back; closed: used whatever is measured." });
const modeSchema = z.enum(providerModes).meta({
  description:
    "draining: what it works on ends, and nothing new is sent; disabled: what waits for it goes elsewhere, too.",
});
const weightSchema = z.int().min(0).max(1_000).meta({
  description: "Its share of jobs among providers that are as good; zero is a reserve.",
});

export const providerChangeSchema = z.strictObject({
  mode: modeSchema.optional(),
  weight: weightSchema.optional(),
  concurrencyLimit: z.int().min(1).max(10_000).nullable().optional().meta({
    description: "Requests that it works on at once, for each key. Null: as the catalog says.",
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
    .meta({ description: "Of this provider; those that are left out stay as they are." }),
  reason: reasonSchema,
});

export const adminProviderSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    configured: z.boolean(),
    integrated: z
      .boolean()
      .meta({ description: "Whether this version of the engine can call it." }),
    mode: modeSchema,
    weight: weightSchema,
    concurrency: z.object({ known: z.int().nullable(), limit: z.int().nullable() }).meta({
      description: "For each key: what the catalog knows, and what operators say instead.",
    }),
    circuitForce: forceSchema,
    models: z.array(
      z.object({ modelId: z.string(), enabled: z.boolean(), circuitForce: forceSchema }),
    ),
    running: z.int().min(0).meta({ description: "Requests that it may be working on." }),
    health: providerHealthSchema,
    transitions: z
      .array(
        z.object({
          at: timeSchema,
          model: z.string().nullable().meta({ description: "Null: of the whole provider." }),
          from: z.enum(circuitStates),
          to: z.enum(circuitStates),
          cause: z.string().meta({ description: "An error's code, or trial, probe or operator." }),
        }),
      )
      .meta({ description: "Of its circuits: the latest twenty, newest first." }),
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
      .meta({ description: "By operators: the latest twenty, newest first." }),
  })
  .meta({ id: "AdminProvider" });

export const listedProviderSchema = adminProviderSchema
  .extend({ etag: entityTagSchema })
  .meta({ id: "ListedAdminProvider" });
