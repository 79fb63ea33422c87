import { z } from "zod";

import { providers } from "#catalog/index.ts";
import { organizationStatuses, paymentStatuses } from "#db/entities/account.ts";
import { permissions, roles } from "#domain/accounts/permission.ts";
import { planSlugs } from "#domain/billing/plans.ts";

import { creditsSchema, entityTagSchema, timeSchema } from "./common.ts";
import { displayTextSchema } from "./display-text.ts";
import { emailSchema } from "./sign-in.ts";

export const organizationParams = z.object({ orgId: z.string().min(1).max(200) });
export const memberParams = organizationParams.extend({ userId: z.string().min(1).max(200) });

export const invitationParams = organizationParams.extend({
  invitationId: z.string().min(1).max(200),
});

export const roleSchema = z.enum(roles).meta({ id: "Role" });

const nameSchema = displayTextSchema(100);
const creditsMax = 1_000_000_000;

export const newOrganizationSchema = z.strictObject({ name: nameSchema });

/** A key is sent in a header unchanged. Commas separate an operator's keys, so a key must not contain one. */
const providerKeySchema = z
  .string()
  .min(8)
  .max(500)
  .regex(
    /^[!-+\--~]+$/,
    "Send a single key of printable ASCII characters without spaces and commas.",
  )
  .meta({ writeOnly: true });

const providerSlugs = providers.filter(({ tier }) => tier !== "embedded").map(({ slug }) => slug);

const providerKeysSchema = z
  .strictObject(
    Object.fromEntries(
      providerSlugs.map((slug) => [slug, providerKeySchema.nullable().exactOptional()] as const),
    ),
  )
  .meta({
    id: "ProviderKeys",
    description:
      "Organization-provided keys, by provider slug. With such a key the provider bills you directly, and " +
      "a generation costs one credit. A string sets or replaces a key, null removes it; omitted providers " +
      "keep their key. Keys are stored encrypted and never returned.",
  });

export const organizationChangeSchema = z.strictObject({
  name: nameSchema.optional(),
  budget: z.int().min(0).max(creditsMax).nullable().optional().meta({
    description: "Credits that may be spent per calendar month (UTC). Null: unlimited.",
  }),
  alertPercents: z
    .array(z.int().min(1).max(100))
    .max(5)
    .optional()
    .meta({ description: "Percentages of the budget that raise an alert." }),
  lowCredits: z
    .int()
    .min(0)
    .max(creditsMax)
    .optional()
    .meta({ description: "Available credits below this threshold raise `credits.low`." }),
  providerKeys: providerKeysSchema.optional(),
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
      .meta({ description: "Role of the caller; null for an operator who is not a member." }),
    requestsPerHour: z.int(),
    creditsPerMonth: z.int(),
    budget: z.int().nullable(),
    spent: creditsSchema.meta({
      description: "Credits spent of the budget in the current calendar month (UTC).",
    }),
    alertPercents: z.array(z.int()),
    lowCredits: z.int(),
    createdAt: timeSchema,
  })
  .meta({ id: "Organization" });

/** Includes details for the organization's own members only. */
export const organizationDetailsSchema = organizationSchema
  .extend({
    providerKeys: z
      .array(
        z.object({
          provider: z.string(),
          last4: z
            .string()
            .nullable()
            .meta({ description: "Last four characters, for a key of at least 16 characters." }),
          setAt: timeSchema,
          setBy: z.string().meta({ description: "User who set the key." }),
        }),
      )
      .meta({ description: "Providers with an organization-provided key." }),
  })
  .meta({ id: "OrganizationDetails" });

/** Fields that change as the organization works. */
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

export const listedMemberSchema = memberSchema
  .extend({ etag: entityTagSchema })
  .meta({ id: "ListedMember" });

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
