import { z } from "zod";

import { accountStatuses, paymentStatuses } from "#db/entities/account.ts";
import { creditBuckets, creditEntryKinds } from "#db/entities/credits.ts";
import { sessionMethods, signInMethods } from "#db/entities/sign-in.ts";
import { permissions, roles } from "#domain/accounts/permission.ts";
import { planSlugs } from "#domain/billing/plans.ts";

import { creditsSchema, timeSchema } from "./common.ts";

export const creditBalanceSchema = z
  .object({
    available: creditsSchema.meta({ description: "Credits that can be spent." }),
    held: creditsSchema.meta({ description: "Credits held for running jobs." }),
    granted: creditsSchema.meta({
      description: "Credits granted by the plan and by operators since the period began.",
    }),
    periodStart: timeSchema,
    periodEnd: timeSchema,
    expiring: z
      .array(z.object({ credits: creditsSchema, expiresAt: timeSchema }))
      .meta({ description: "Credits that expire, soonest first; they are used first." }),
    budget: z.object({
      credits: z.int().nullable().meta({ description: "Credits per month. Null: unlimited." }),
      spent: creditsSchema.meta({
        description: "Credits charged, or held by running jobs, in this period.",
      }),
      alertPercents: z.array(z.int()),
      alertsRaised: z
        .array(z.int())
        .meta({ description: "Alert percentages reached in this period." }),
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
    period: z.string().nullable().meta({ description: "Month of a monthly grant." }),
    reason: z.string().nullable(),
    expiresAt: timeSchema
      .nullable()
      .meta({ description: "Time at which the rest of a grant expires; null: never." }),
    createdAt: timeSchema,
  })
  .meta({
    id: "CreditEntry",
    description: "A ledger entry, which moves credits between accounts of the ledger.",
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
      .meta({ description: "Time at which the data of a closing account is erased." }),
    organization: z.object({
      organizationId: z.string(),
      name: z.string(),
      plan: z.enum(planSlugs),
      paymentStatus: z.enum(paymentStatuses),
      role: z.enum(roles),
    }),
    signInMethods: z
      .array(z.object({ method: z.enum(signInMethods), email: z.string() }))
      .meta({ description: "Sign-in methods, each with its email address." }),
    permissions: z
      .array(z.enum(permissions))
      .meta({ description: "Current permissions of this credential." }),
    createdAt: timeSchema,
  })
  .meta({ id: "Account" });

export const sessionParams = z.object({ sessionId: z.string().min(1).max(200) });

export const sessionSchema = z
  .object({
    sessionId: z.string(),
    current: z.boolean().meta({ description: "True for the session of this request." }),
    organizationId: z.string().meta({ description: "Organization of the session's next tokens." }),
    method: z.enum(sessionMethods),
    address: z
      .string()
      .nullable()
      .meta({ description: "IP address from which the session was started." }),
    userAgent: z.string().nullable(),
    createdAt: timeSchema,
    lastUsedAt: timeSchema.meta({ description: "Time of the last token refresh." }),
    expiresAt: timeSchema,
  })
  .meta({ id: "Session" });

export const planSchema = z
  .object({
    plan: z.enum(planSlugs),
    name: z.string(),
    requestsPerHour: z
      .int()
      .meta({ description: "Hourly request limit of each API key and of each person." }),
    organizationRequestsPerHour: z
      .int()
      .meta({ description: "Hourly request limit of all API keys of an organization together." }),
    apiKeysMax: z
      .int()
      .meta({ description: "Maximum number of active API keys of an organization." }),
    openRunsMax: z
      .int()
      .meta({ description: "Maximum number of runs of pipelines that have not ended." }),
    openJobsMax: z.int().meta({ description: "Maximum number of jobs that have not ended." }),
    creditsPerMonth: z.int().nullable().meta({ description: "Null: agreed individually." }),
    creditsPerHour: z.int().meta({
      description: "Credits that an organization can hold in one hour of UTC.",
    }),
    retentionDays: z.int().meta({ description: "Retention of outputs and assets, in days." }),
    assets: z.object({ fileBytesMax: z.int(), bytesMax: z.int(), countMax: z.int() }).meta({
      description: "Limits of assets: bytes of one asset, bytes in total, and number of assets.",
    }),
    current: z.boolean().meta({ description: "True for the plan of the caller." }),
  })
  .meta({ id: "Plan" });

export const rateLimitSchema = z
  .object({
    subject: z.enum(["api_key", "account", "session", "organization", "unchanged"]).meta({
      description:
        "`api_key` or `account`: limit of this credential, for a person limit of requests that create jobs or " +
        "estimates. `session`: limit of all other requests of a person. `organization`: limit of all API keys of the " +
        "organization together. `unchanged`: limit of conditional requests; requests that return 304 count " +
        "in no other window.",
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
