import { defineEntity, p } from "@mikro-orm/core";

/**
 * The running balance of an organization. The database refuses a negative one, and a trigger keeps
 * it equal to the sum of the ledger.
 */
const CreditAccountSchema = defineEntity({
  name: "CreditAccount",
  tableName: "credit_accounts",
  properties: {
    organizationId: p.text().primary(),
    available: p.integer().default(0),
    held: p.integer().default(0),
    /** What may be held and not given back in a month; null: as much as there is. */
    budget: p.integer().nullable(),
    /** Falling below it raises the event `credits.low`. */
    lowCredits: p.integer().default(10),
    /** What counts against the budget of the month `spentPeriod`; kept by the trigger of the ledger. */
    spent: p.integer().default(0),
    spentPeriod: p.text().default(""),
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

/** Where credits can be. Every entry moves an amount from one to another, so all together sum to zero. */
export const creditBuckets = ["issued", "available", "held", "spent"] as const;
export type CreditBucket = (typeof creditBuckets)[number];

/** One line of the double-entry ledger. Append-only: the database refuses changes and deletions. */
const CreditEntrySchema = defineEntity({
  name: "CreditEntry",
  tableName: "credit_entries",
  indexes: [{ name: "credit_entries_list_index", properties: ["organizationId", "id"] }],
  properties: {
    /** In the order of posting. */
    id: p.bigint().primary().autoincrement(),
    organizationId: p.text(),
    kind: p.text().$type<CreditEntryKind>(),
    amount: p.integer(),
    fromBucket: p.text().$type<CreditBucket>(),
    toBucket: p.text().$type<CreditBucket>(),
    jobId: p.text().nullable(),
    step: p.text().nullable(),
    generation: p.integer().nullable(),
    /** The month of a monthly grant, for which there is one grant only. */
    period: p.text().nullable(),
    reason: p.text().nullable(),
    /** When what is left of a grant expires; a month's does at its end. */
    expiresAt: p.datetime().nullable(),
    /** The grant that an `expire` entry ends. */
    grantId: p.bigint().nullable(),
    /** Of the request that made the entry, so that a repeated one finds it. */
    idempotencyKey: p.text().nullable(),
    actorAccountId: p.text().nullable(),
    /** Of the job's key, so that what a key has spent is known without looking at the job. */
    apiKeyId: p.text().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class CreditEntry extends CreditEntrySchema.class {}
CreditEntrySchema.setClass(CreditEntry);

/**
 * A grant of which something is left. `remaining` is as of the last grant or expiry; what was used
 * since is known from the balance (`left_of_grants`). Kept by the triggers of the ledger.
 */
const OpenGrantSchema = defineEntity({
  name: "OpenGrant",
  tableName: "open_grants",
  properties: {
    /** Of the ledger's line. */
    id: p.bigint().primary().autoincrement(false),
    organizationId: p.text().index("open_grants_organization_index"),
    remaining: p.integer(),
    expiresAt: p.datetime().nullable(),
  },
});
export class OpenGrant extends OpenGrantSchema.class {}
OpenGrantSchema.setClass(OpenGrant);

/** A mailbox (SHA-256) whose free credits of a month were given to an organization. */
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
