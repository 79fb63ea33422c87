import { defineEntity, p } from "@mikro-orm/core";

import type { Permission, Role } from "#domain/accounts/permission.ts";
import type { PlanSlug } from "#domain/billing/plans.ts";

export const accountStatuses = ["active", "suspended", "closing", "closed"] as const;
export const organizationStatuses = ["active", "suspended", "closed"] as const;
export const paymentStatuses = ["current", "overdue"] as const;

/** A person. Signs in; belongs to organizations by memberships. */
const AccountSchema = defineEntity({
  name: "Account",
  tableName: "accounts",
  properties: {
    id: p.text().primary(),
    email: p.text().unique(),
    displayName: p.text().nullable(),
    status: p.text().$type<(typeof accountStatuses)[number]>().default("active"),
    statusReason: p.text().nullable(),
    /** argon2id, in PHC form. Null for accounts that only sign in elsewhere, or that are local. */
    passwordHash: p.text().nullable().lazy(),
    emailVerifiedAt: p.datetime().nullable(),
    isOperator: p.boolean().default(false),
    /** Never goes down, whoever owns the organizations now. */
    organizationsFounded: p.integer().default(0),
    /** From when on a closing account is erased. */
    closesAt: p.datetime().nullable(),
    /** When the last of the person's data was gone. */
    erasedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
    updatedAt: p.datetime().defaultRaw("now()"),
  },
});
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);

/** Owns rows and credits. Everything that a caller can read carries its id. */
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
    /** What was agreed for a custom plan; null follows the plan. */
    requestsPerHour: p.integer().nullable(),
    creditsPerMonth: p.integer().nullable(),
    retentionDays: p.integer().nullable(),
    /** Parts of the month's budget at which an alert is raised. */
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

/** A copy of `domain/billing/plans.ts` for joins and for people who look at the database. */
const PlanSchema = defineEntity({
  name: "Plan",
  tableName: "plans",
  properties: {
    slug: p.text().$type<PlanSlug>().primary(),
    name: p.text(),
    requestsPerHour: p.integer(),
    creditsPerMonth: p.integer().nullable(),
    retentionDays: p.integer(),
  },
});
export class Plan extends PlanSchema.class {}
PlanSchema.setClass(Plan);

/** The value is never stored: a SHA-256 of it is, of which there is one in the whole table. */
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
    /** During a rotation the value before still works until `previousValidUntil`. */
    previousHash: p.blob().nullable().unique(),
    previousValidUntil: p.datetime().nullable(),
    /** Null: everything that its maker may do. */
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
