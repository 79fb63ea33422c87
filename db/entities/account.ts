import { defineEntity, p } from "@mikro-orm/core";

import type { Permission, Role } from "#domain/accounts/permission.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";

export const accountStatuses = ["active", "suspended", "closing", "closed"] as const;
export const organizationStatuses = ["active", "suspended", "closed"] as const;
export const paymentStatuses = ["current", "overdue"] as const;

/** A person who signs in. Belongs to organizations by memberships. */
const AccountSchema = defineEntity({
  name: "Account",
  tableName: "accounts",
  properties: {
    id: p.text().primary(),
    email: p.text().unique(),
    displayName: p.text().nullable(),
    status: p.text().$type<(typeof accountStatuses)[number]>().default("active"),
    statusReason: p.text().nullable(),
    /** argon2id in PHC format. Null for local accounts and accounts that only use identity providers. */
    passwordHash: p.text().nullable().lazy(),
    emailVerifiedAt: p.datetime().nullable(),
    isOperator: p.boolean().default(false),
    /** Never decreases, even when other people own the organizations now. */
    organizationsFounded: p.integer().default(0),
    /** Time after which a closing account is erased. */
    closesAt: p.datetime().nullable(),
    /** Completion of the erasure of the person's data. */
    erasedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

/** Owner of rows and credits. Every row that a caller can read contains its id. */
const OrganizationSchema = defineEntity({
  name: "Organization",
  tableName: "organizations",
  properties: {
    id: p.text().primary(),
    name: p.text(),
    plan: p.text().$type<PlanSlug>().default("free"),
    status: p.text().$type<(typeof organizationStatuses)[number]>().default("active"),
    statusReason: p.text().nullable(),
    paymentStatus: p.text().$type<(typeof paymentStatuses)[number]>().default("current"),
    /** Limits agreed for a custom plan; null follows the plan. */
    requestsPerHour: p.integer().nullable(),
    creditsPerMonth: p.integer().nullable(),
    creditsPerHour: p.integer().nullable(),
    retentionDays: p.integer().nullable(),
    /** Percentages of the monthly budget at which an alert is raised. */
    alertPercents: p.array<number>(Number).columnType("int[]").defaultRaw("'{80,100}'"),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);

const MembershipSchema = defineEntity({
  name: "Membership",
  tableName: "memberships",
  properties: {
    organizationId: p.text().primary(),
    accountId: p.text().primary().index("memberships_account_index"),
    role: p.text().$type<Role>(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class Membership extends MembershipSchema.class {}
MembershipSchema.setClass(Membership);

/** Copy of `domain/billing/plans.ts` for joins and ad-hoc queries. */
const PlanSchema = defineEntity({
  name: "Plan",
  tableName: "plans",
  properties: {
    slug: p.text().$type<PlanSlug>().primary(),
    name: p.text(),
    requestsPerHour: p.integer(),
    creditsPerMonth: p.integer().nullable(),
    creditsPerHour: p.integer().nullable(),
    retentionDays: p.integer(),
  },
});
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);

/** The value is never stored, only its SHA-256, which is unique in the table. */
const ApiKeySchema = defineEntity({
  name: "ApiKey",
  tableName: "api_keys",
  properties: {
    id: p.text().primary(),
    organizationId: p.text().index("api_keys_organization_index"),
    accountId: p.text(),
    name: p.text(),
    prefix: p.text(),
    last4: p.text(),
    hash: p.blob().unique(),
    /** After a rotation the previous value stays valid until `previousValidUntil`. */
    previousHash: p.blob().nullable().unique(),
    previousValidUntil: p.datetime().nullable(),
    /** Null for all permissions of the creator. */
    permissions: p.array<Permission>().nullable(),
    creditLimit: p.integer().nullable(),
    allowedAddresses: p.array().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    expiresAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    lastUsedAt: p.datetime().nullable(),
    rotationDueAt: p.datetime(),
  },
});
export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
