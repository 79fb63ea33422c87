import { z } from "zod";

import { providerHealthSchema } from "./catalog.ts";
import { timeSchema } from "./common.ts";

export const serviceStatusSchema = z
  .object({
    queue: z
      .object({
        waiting: z.int().min(0).meta({ description: "Jobs that wait for a worker or a slot." }),
        running: z.int().min(0),
        waitingSince: timeSchema
          .nullable()
          .meta({ description: "Acceptance of the oldest waiting job." }),
      })
      .meta({ description: "Jobs of the caller's organization that have not ended." }),
    providers: z.array(z.object({ name: z.string(), health: providerHealthSchema })),
    incidents: z.object({
      days: z.int().meta({ description: "Days that the list covers." }),
      data: z
        .array(
          z.object({
            provider: z.string().meta({ description: "Provider slug." }),
            model: z.string().nullable().meta({ description: "Null: the whole provider." }),
            cause: z.string().meta({ description: "An error code, or trial, probe or operator." }),
            startedAt: timeSchema,
            endedAt: timeSchema.nullable().meta({ description: "Null while it continues." }),
          }),
        )
        .meta({
          description:
            "Times in which a circuit was not closed, newest first, at most 50. Jobs use other models then.",
        }),
    }),
  })
  .meta({ id: "ServiceStatus" });
