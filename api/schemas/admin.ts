import { z } from "zod";

import { accountStatuses, organizationStatuses, paymentStatuses } from "#db/entities/account.ts";
import { roles } from "#domain/accounts/permission.ts";
import { planSlugs } from "#domain/billing/plans.ts";

import { creditsSchema, entityTagSchema, timeSchema } from "./common.ts";
import { organizationSchema } from "./organization.ts";

export const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: "Reason, recorded in the audit log." });

export const userParams = z.object({ userId: z.string().min(1).max(200) });

export const userSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    displayName: z.string().nullable(),
    emailVerified: z.boolean(),
    status: z.enum(accountStatuses),
    statusReason: z.string().nullable().meta({ description: "Reason of the suspension." }),
    isOperator: z.boolean(),
    organizations: z
      .array(
        z.object({
          organizationId: z.string(),
          name: z.string(),
          role: z.enum(roles),
          plan: z.enum(planSlugs),
          status: z.enum(organizationStatuses),
          spentCredits: creditsSchema.meta({ description: "In the current calendar month (UTC)." }),
        }),
      )
      .meta({ description: "First twenty organizations that the person joined." }),
    createdAt: timeSchema,
  })
  .meta({ id: "User" });

export const listedUserSchema = userSchema
  .extend({ etag: entityTagSchema })
  .meta({ id: "ListedUser" });

export const userChangeSchema = z.strictObject({
  status: z.enum(["active", "suspended"]).optional(),
  isOperator: z.boolean().optional(),
  reason: reasonSchema,
});

const creditsMax = 1_000_000_000;

export const organizationTermsSchema = z.strictObject({
  plan: z.enum(planSlugs).optional(),
  paymentStatus: z.enum(paymentStatuses).optional(),
  status: z.enum(["active", "suspended"]).optional(),
  requestsPerHour: z
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .optional()
    .meta({ description: "Null: the plan's value." }),
  creditsPerMonth: z
    .int()
    .min(0)
    .max(creditsMax)
    .nullable()
    .optional()
    .meta({ description: "Null: the plan's value." }),
  creditsPerHour: z.int().min(0).max(creditsMax).nullable().optional().meta({
    description: "Credits that the organization can hold in one hour. Null: the plan's value.",
  }),
  retentionDays: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .optional()
    .meta({ description: "Retention of outputs, in days. Null: the plan's value." }),
  reason: reasonSchema,
});

export const adminOrganizationSchema = organizationSchema
  .omit({ role: true })
  .extend({
    statusReason: z.string().nullable().meta({ description: "Reason of the suspension." }),
    agreed: z
      .object({
        requestsPerHour: z.int().nullable(),
        creditsPerMonth: z.int().nullable(),
        creditsPerHour: z.int().nullable(),
        retentionDays: z.int().nullable(),
      })
      .meta({ description: "Terms agreed in addition to the plan; null: the plan's value." }),
  })
  .meta({ id: "AdminOrganization" });

export const newGrantSchema = z.strictObject({
  organizationId: z.string().min(1).max(200),
  credits: z
    .int()
    .min(-creditsMax)
    .max(creditsMax)
    .refine((credits) => credits !== 0, "Must not be zero")
    .meta({ description: "Positive: a grant. Negative: a correction, which deducts credits." }),
  reason: reasonSchema,
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .default(null)
    .meta({ description: "Time at which the rest of the grant expires. Null: never." }),
});

export const grantSchema = z
  .object({
    entryId: z.string().meta({ description: "Id of the ledger entry." }),
    organizationId: z.string(),
    credits: z.int(),
    reason: z.string(),
    expiresAt: timeSchema.nullable(),
    available: creditsSchema.meta({
      description: "Available credits of the organization afterwards.",
    }),
    createdAt: timeSchema,
  })
  .meta({ id: "Grant" });
