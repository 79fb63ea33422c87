import { defineEntity, p } from "@mikro-orm/core";

/**
 * Jobs that were accepted together. How many of them are in which status, and what they cost, is
 * counted by a trigger at the commit of each change (migration 0014).
 */
const BatchSchema = defineEntity({
  name: "Batch",
  tableName: "batches",
  indexes: [{ name: "batches_list_index", properties: ["organizationId", "id"] }],
  properties: {
    id: p.text().primary(),
    organizationId: p.text(),
    accountId: p.text(),
    apiKeyId: p.text().nullable(),
    name: p.text().nullable(),
    metadata: p.json<Record<string, string>>(),
    /** What all items together may cost at most. */
    budget: p.integer().nullable(),
    /** Whom to tell of the end. */
    webhookUrl: p.text().nullable(),
    items: p.integer(),
    queued: p.integer(),
    processing: p.integer().default(0),
    canceling: p.integer().default(0),
    completed: p.integer().default(0),
    failed: p.integer().default(0),
    canceled: p.integer().default(0),
    /** What was held when it was accepted; what is neither held any more nor charged was given back. */
    estimatedCredits: p.integer(),
    heldCredits: p.integer(),
    capturedCredits: p.integer().default(0),
    createdAt: p.datetime().defaultRaw("now()"),
    cancelRequestedAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
  },
});
export class Batch extends BatchSchema.class {}
BatchSchema.setClass(Batch);
