import { z } from "zod";

import { timeSchema } from "./common.ts";

const uptimePercentSchema = z
  .number()
  .min(0)
  .max(100)
  .nullable()
  .meta({ description: "Null while nothing has been recorded. Rounded down to three digits." });

export const statusSchema = z
  .object({
    status: z.enum(["operational", "degraded", "down"]).meta({
      description: "`degraded` while an optional part is away: requests are taken nevertheless.",
    }),
    version: z.string().meta({ description: "Of this API." }),
    build: z
      .string()
      .nullable()
      .meta({ description: "What was deployed, when the operator says." }),
    uptime: z
      .object({
        days: z.int(),
        since: timeSchema
          .nullable()
          .meta({ description: "The first minute of the record within these days." }),
        percent: uptimePercentSchema,
      })
      .meta({ description: "Minutes in which at least one process of the API could serve." }),
    components: z.array(
      z.object({
        name: z.string(),
        status: z.enum(["operational", "down"]),
        optional: z.boolean(),
        uptimePercent: uptimePercentSchema,
      }),
    ),
    providers: z
      .object({
        healthy: z.int(),
        degraded: z.int(),
        unavailable: z.int(),
        unconfigured: z.int(),
        disabled: z.int(),
      })
      .meta({ description: "How many providers are in which state." }),
    checkedAt: timeSchema,
  })
  .meta({ id: "Status" });
