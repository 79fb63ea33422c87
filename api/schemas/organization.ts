import { z } from "zod";

import { organizationStatuses, paymentStatuses } from "#db/entities/account.ts";
import { permissions, roles } from "#domain/permission.ts";
import { planSlugs } from "#domain/plans.ts";

import { creditsSchema, timeSchema } from "./common.ts";
import { emailSchema } from "./sign-in.ts";

export const organizationParams = z.object({ orgId: z.string().min(1).max(200) });
export const memberParams = organizationParams.extend({ userId: z.string().min(1).max(200) });

export const invitationParams = organizationParams.extend({
  invitationId: z.string().min(1).max(200),
});

export const roleSchema = z.enum(roles).meta({ id: "Role" });

const nameSchema = z.string().trim().min(1).max(100);
const creditsMax = 1_000_000_000;

export const newOrganizationSchema = z.strictObject({ name: nameSchema });

export const organizationChangeSchema = z.strictObject({
  name: nameSchema.optional(),
  budget: z.int().min(0).max(creditsMax).nullable().optional().meta({
    description: "Credits that may be spent in a calendar month (UTC). Null: as many as there are.",
  }),
  alertPercents: z
    .array(z.int().min(1).max(100))
    .max(5)
    .optional()
    .meta({ description: "Parts of the budget at which an alert is raised." }),
  lowCredits: z
    .int()
    .min(0)
    .max(creditsMax)
    .optional()
    .meta({ description: "Falling below it raises `credits.low`." }),
});

export const organizationSchema = z
  .object({
    organizationId: z.string(),
    name: z.string(),
    plan: z.enum(planSlugs),
    status: z.enum(organizationStatuses),
    paymentStatus: z.enum(paymentStatuses),
    role: roleSchema
      .nullable()
      .meta({ description: "Of the caller; null for an operator who is no member." }),
    requestsPerHour: z.int(),
    creditsPerMonth: z.int(),
    budget: z.int().nullable(),
    spent: creditsSchema.meta({ description: "Of the budget, in this calendar month (UTC)." }),
    alertPercents: z.array(z.int()),
    lowCredits: z.int(),
    createdAt: timeSchema,
  })
  .meta({ id: "Organization" });

/** What changes by working in an organization. */
export const countedOfOrganizations = ["spent"] as const satisfies (keyof z.output<
  typeof organizationSchema
>)[];

export const memberSchema = z
  .object({
    userId: z.string(),
    email: z.string(),
    displayName: z.string().nullable(),
    role: roleSchema,
    joinedAt: timeSchema,
  })
  .meta({ id: "Member" });

export const newInvitationSchema = z.strictObject({ email: emailSchema, role: roleSchema });

export const invitationSchema = z
  .object({
    invitationId: z.string(),
    organizationId: z.string(),
    email: z.string(),
    role: roleSchema,
    invitedBy: z.string(),
    createdAt: timeSchema,
    expiresAt: timeSchema,
  })
  .meta({ id: "Invitation" });

export const rolePermissionsSchema = z
  .object({ role: roleSchema, permissions: z.array(z.enum(permissions)) })
  .meta({ id: "RolePermissions" });
