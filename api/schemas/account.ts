import { z } from "zod";

import { accountStatuses, paymentStatuses } from "#db/entities/account.ts";
import { creditBuckets, creditEntryKinds } from "#db/entities/credits.ts";
import { signInMethods } from "#db/entities/sign-in.ts";
import { permissions, roles } from "#domain/accounts/permission.ts";
import { planSlugs } from "#domain/billing/plans.ts";

import { creditsSchema, timeSchema } from "./common.ts";

export const creditBalanceSchema = z
  .object({
    available: creditsSchema.meta({ description: "Can be spent." }),
    held: creditsSchema.meta({ description: "Reserved for running jobs." }),
    granted: creditsSchema.meta({
      description: "Given since the period began, by the plan and by operators.",
    }),
    periodStart: timeSchema,
    periodEnd: timeSchema,
    expiring: z
      .array(z.object({ credits: creditsSchema, expiresAt: timeSchema }))
      .meta({ description: "What expires when it is not used, soonest first; it is used first." }),
    budget: z.object({
      credits: z.int().nullable().meta({ description: "Of a month. Null: as many as there are." }),
      spent: creditsSchema.meta({
        description: "In this period: charged, or held by running jobs.",
      }),
      alertPercents: z.array(z.int()),
      alertsRaised: z
        .array(z.int())
        .meta({ description: "The percentages that were reached in this period." }),
    }),
  })
  .meta({ id: "Credits" });

export const creditEntrySchema = z
  .object({
    entryId: z.string(),
    kind: z.enum(creditEntryKinds),
    amount: creditsSchema,
    from: z.enum(creditBuckets),
    to: z.enum(creditBuckets),
    jobId: z.string().nullable(),
    period: z.string().nullable().meta({ description: "The month of a monthly grant." }),
    reason: z.string().nullable(),
    expiresAt: timeSchema
      .nullable()
      .meta({ description: "When what is left of a grant expires; null: never." }),
    createdAt: timeSchema,
  })
  .meta({
    id: "CreditEntry",
    description: "A posting: credits that went from one place to another.",
  });

export const accountSchema = z
  .object({
    accountId: z.string(),
    email: z.string(),
    displayName: z.string().nullable(),
    emailVerified: z.boolean(),
    status: z.enum(accountStatuses),
    closesAt: timeSchema
      .nullable()
      .meta({ description: "From when on the data of an account that is being closed is erased." }),
    organization: z.object({
      organizationId: z.string(),
      name: z.string(),
      plan: z.enum(planSlugs),
      paymentStatus: z.enum(paymentStatuses),
      role: z.enum(roles),
    }),
    signInMethods: z
      .array(z.object({ method: z.enum(signInMethods), email: z.string() }))
      .meta({ description: "Ways to sign in, each with the mail address that it goes by." }),
    permissions: z
      .array(z.enum(permissions))
      .meta({ description: "What this credential may do now." }),
    createdAt: timeSchema,
  })
  .meta({ id: "Account" });

export const sessionParams = z.object({ sessionId: z.string().min(1).max(200) });

export const sessionSchema = z
  .object({
    sessionId: z.string(),
    current: z.boolean().meta({ description: "Whether it is the one that asks." }),
    organizationId: z
      .string()
      .meta({ description: "Which organization its next tokens speak for." }),
    method: z.enum(signInMethods),
    address: z.string().nullable().meta({ description: "From where it was started." }),
    userAgent: z.string().nullable(),
    createdAt: timeSchema,
    lastUsedAt: timeSchema.meta({ description: "When its tokens were last renewed." }),
    expiresAt: timeSchema,
  })
  .meta({ id: "Session" });

export const planSchema = z
  .object({
    plan: z.enum(planSlugs),
    name: z.string(),
    requestsPerHour: z.int().meta({ description: "Of each API key, and of each person." }),
    organizationRequestsPerHour: z
      .int()
      .meta({ description: "Of all API keys of an organization together." }),
    apiKeysMax: z.int().meta({ description: "Active API keys of an organization." }),
    creditsPerMonth: z.int().nullable().meta({ description: "Null: as agreed." }),
    retentionDays: z.int().meta({ description: "How long outputs and assets are kept." }),
    assets: z
      .object({ fileBytesMax: z.int(), bytesMax: z.int(), countMax: z.int() })
      .meta({ description: "Limits of assets: of one, of all together, and how many." }),
    current: z.boolean().meta({ description: "Whether it is the plan of the caller." }),
  })
  .meta({ id: "Plan" });

export const rateLimitSchema = z
  .object({
    subject: z.enum(["api_key", "account", "organization", "unchanged"]).meta({
      description:
        "`api_key` or `account`: the limit of this credential. `organization`: all API keys of the " +
        "organization together. `unchanged`: conditional requests, of which those answered with 304 " +
        "count in no other window.",
    }),
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
