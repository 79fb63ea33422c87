import { z } from "zod";

import { usageDimensions } from "#db/organizations/usage.ts";

import { creditsSchema } from "./common.ts";

export const usageSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: z.enum(usageDimensions),
    data: z.array(
      z.object({
        name: z.string().meta({
          description: "Day, or id of the model, key or member; empty if not applicable.",
        }),
        requests: z.int().min(0),
        jobs: z.int().min(0),
        credits: creditsSchema.meta({ description: "Charged." }),
      }),
    ),
  })
  .meta({ id: "Usage" });
