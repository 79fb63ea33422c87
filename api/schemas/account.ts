import { z } from "zod";

import { planSlugs } from "#domain/plans.ts";

import { creditsSchema, timeSchema } from "./common.ts";

export const creditBalanceSchema = z
  .object({
    available: creditsSchema.meta({ description: "Can be spent." }),
    held: creditsSchema.meta({ description: "Reserved for running jobs." }),
    granted: creditsSchema.meta({ description: "Given for this period by the plan." }),
    periodStart: timeSchema,
    periodEnd: timeSchema,
  })
  .meta({ id: "Credits" });

export const planSchema = z
  .object({
    plan: z.enum(planSlugs),
    name: z.string(),
    requestsPerHour: z.int(),
    creditsPerMonth: z.int().nullable().meta({ description: "Null: as agreed." }),
    retentionDays: z.int().meta({ description: "How long outputs are kept." }),
    current: z.boolean().meta({ description: "Whether it is the plan of the caller." }),
  })
  .meta({ id: "Plan" });

export const rateLimitSchema = z
  .object({
    subject: z.enum(["api_key", "account"]),
    window: z.literal("hour"),
    limit: z.int(),
    used: z.int(),
    remaining: z.int(),
    resetsAt: timeSchema,
  })
  .meta({ id: "RateLimit" });

export const livenessSchema = z.object({ status: z.literal("ok") }).meta({ id: "Liveness" });

export const readinessSchema = z
  .object({
    status: z.enum(["ready", "degraded"]),
    checks: z.array(
      z.object({ name: z.string(), status: z.enum(["ok", "failed"]), optional: z.boolean() }),
    ),
  })
  .meta({ id: "Readiness" });
