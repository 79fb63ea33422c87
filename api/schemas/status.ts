import { z } from "zod";

import { timeSchema } from "./common.ts";

const uptimePercentSchema = z
  .number()
  .min(0)
  .max(100)
  .nullable()
  .meta({ description: "Null without records. Rounded down to three digits." });

export const statusSchema = z
  .object({
    status: z.enum(["operational", "degraded", "down"]).meta({
      description:
        "`degraded` while an optional component is unavailable; requests are still accepted.",
    }),
    version: z.string().meta({ description: "Version of this API." }),
    build: z.string().nullable().meta({ description: "Deployed build, if the operator sets it." }),
    uptime: z
      .object({
        days: z.int(),
        since: timeSchema
          .nullable()
          .meta({ description: "First recorded minute within these days." }),
        percent: uptimePercentSchema.meta({
          description: "Minutes in which at least one API process was ready.",
        }),
        requestsPercent: uptimePercentSchema.meta({
          description:
            "Requests to `/v1` that did not fail with a status of 500 or more, `overloaded` included.",
        }),
      })
      .meta({ description: "Null without records. Rounded down to three digits." }),
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
      .meta({ description: "Number of providers by state." }),
    checkedAt: timeSchema,
  })
  .meta({ id: "Status" });
