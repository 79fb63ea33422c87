import { defineEntity, p } from "@mikro-orm/core";

/**
 * Jobs that were accepted together. A trigger updates the counts and credits at the commit of each change
 * (migration 0014).
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
    /** Upper limit for the credits of all items together. */
    budget: p.integer().nullable(),
    /** URL notified when the batch finishes. */
    webhookUrl: p.text().nullable(),
    items: p.integer(),
    queued: p.integer(),
    processing: p.integer().default(0),
    canceling: p.integer().default(0),
    completed: p.integer().default(0),
    failed: p.integer().default(0),
    canceled: p.integer().default(0),
    /** Credits held at acceptance; the part that is neither held nor captured any more was released. */
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
