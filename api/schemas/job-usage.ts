import { z } from "zod";

import { jobUsageDimensions } from "#db/organizations/job-usage.ts";

import { creditsSchema } from "./common.ts";

const dimension = z.enum(jobUsageDimensions);
const count = z.int().min(0);
const seconds = z.number().min(0).nullable();

export const jobUsageSchema = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    by: dimension,
    thenBy: dimension.nullable(),
    isComplete: z.boolean().meta({ description: "False when the period has more jobs or rows." }),
    data: z.array(
      z.object({
        name: z.string().meta({
          description:
            "Day, hour (`2026-11-21T17:00Z`), provider slug, capability, or id of the model, key or member; empty if not applicable.",
        }),
        thenName: z
          .string()
          .meta({ description: "Value of the second dimension; empty without one." }),
        jobs: count,
        completed: count,
        failed: count,
        canceled: count,
        needsInput: count,
        credits: creditsSchema.meta({ description: "Charged." }),
        p50Seconds: seconds.meta({
          description:
            "Median of the seconds from acceptance to completion; null without a completed job.",
        }),
        p95Seconds: seconds.meta({ description: "95th percentile of the same seconds." }),
      }),
    ),
  })
  .meta({ id: "JobUsage" });
