import { defineEntity, p } from "@mikro-orm/core";

/**
 * Balance of an organization. A constraint rejects negative values, and a trigger keeps the balance equal to
 * the sum of the ledger.
 */
const CreditAccountSchema = defineEntity({
  name: "CreditAccount",
  tableName: "credit_accounts",
  properties: {
    organizationId: p.text().primary(),
    available: p.integer().default(0),
    held: p.integer().default(0),
    /** Limit for held and spent credits per month; null for no budget. */
    budget: p.integer().nullable(),
    /** A balance below this value raises the event `credits.low`. */
    lowCredits: p.integer().default(10),
    /** Credits counted against the budget of month `spentPeriod`; maintained by the ledger's trigger. */
    spent: p.integer().default(0),
    spentPeriod: p.text().default(""),
    /** Credits counted against the limit of the hour `spentHour` (hours of UTC from 1970); maintained by the same trigger. */
    hourSpent: p.integer().default(0),
    spentHour: p.integer().default(0),
  },
});
export class CreditAccount extends CreditAccountSchema.class {}
CreditAccountSchema.setClass(CreditAccount);

export const creditEntryKinds = [
  "grant",
  "hold",
  "capture",
  "release",
  "expire",
  "correction",
] as const;
export type CreditEntryKind = (typeof creditEntryKinds)[number];

/**
 * Buckets of the double-entry ledger. Every entry moves an amount between two buckets, so their sum is zero.
 */
export const creditBuckets = ["issued", "available", "held", "spent"] as const;
export type CreditBucket = (typeof creditBuckets)[number];

/** One entry of the double-entry ledger. Append-only: the database rejects updates and deletions. */
const CreditEntrySchema = defineEntity({
  name: "CreditEntry",
  tableName: "credit_entries",
  indexes: [{ name: "credit_entries_list_index", properties: ["organizationId", "id"] }],
  properties: {
    /** Ascending in posting order. */
    id: p.bigint().primary().autoincrement(),
    organizationId: p.text(),
    kind: p.text().$type<CreditEntryKind>(),
    amount: p.integer(),
    fromBucket: p.text().$type<CreditBucket>(),
    toBucket: p.text().$type<CreditBucket>(),
    jobId: p.text().nullable(),
    step: p.text().nullable(),
    generation: p.integer().nullable(),
    /** True for the release of the part of a hold that its capture did not take. */
    remainder: p.boolean().default(false),
    /** Month of a monthly grant; unique per organization. */
    period: p.text().nullable(),
    reason: p.text().nullable(),
    /** Expiration of the unused rest of a grant; monthly grants expire at the end of the month. */
    expiresAt: p.datetime().nullable(),
    /** The grant that an `expire` entry reduces. */
    grantId: p.bigint().nullable(),
    /** Key of the request that created the entry; a repeated request finds the entry by it. */
    idempotencyKey: p.text().nullable(),
    actorAccountId: p.text().nullable(),
    /** API key of the job, copied here so that spending per key needs no join. */
    apiKeyId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class CreditEntry extends CreditEntrySchema.class {}
CreditEntrySchema.setClass(CreditEntry);

/**
 * A grant with unused credits. `remaining` is as of the last grant or expiry; later use follows from the
 * balance (`left_of_grants`). Maintained by the ledger's triggers.
 */
const OpenGrantSchema = defineEntity({
  name: "OpenGrant",
  tableName: "open_grants",
  properties: {
    /** Id of the ledger entry. */
    id: p.bigint().primary().autoincrement(false),
    organizationId: p.text().index("open_grants_organization_index"),
    remaining: p.integer(),
    expiresAt: p.datetime().nullable(),
  },
});
export class OpenGrant extends OpenGrantSchema.class {}
OpenGrantSchema.setClass(OpenGrant);

/** Mailbox (SHA-256) that has claimed a month's free credits for an organization. */
const FreeGrantSchema = defineEntity({
  name: "FreeGrant",
  tableName: "free_grants",
  properties: {
    period: p.text().primary(),
    mailbox: p.blob().primary(),
  },
});
export class FreeGrant extends FreeGrantSchema.class {}
FreeGrantSchema.setClass(FreeGrant);
