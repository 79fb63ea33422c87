import { defineEntity, p } from "@mikro-orm/core";

/** A job whose response has not reached its client yet; a repeated request receives the response of this job. */
const PendingResponseSchema = defineEntity({
  name: "PendingResponse",
  tableName: "pending_responses",
  indexes: [{ name: "pending_responses_request_index", properties: ["apiKeyId", "requestHash"] }],
  properties: {
    jobId: p.text().primary(),
    organizationId: p.text().index("pending_responses_organization_index"),
    apiKeyId: p.text(),
    /** SHA-256 of path, fields and files. */
    requestHash: p.blob(),
    createdAt: p.datetime().defaultRaw("now()").index("pending_responses_created_index"),
    /** Until then a connection waits for the response; the process that holds it renews the time. */
    heldUntil: p.datetime(),
    /** True once a connection that waited for the response was lost. */
    lost: p.boolean().default(false),
  },
});
export class PendingResponse extends PendingResponseSchema.class {}
PendingResponseSchema.setClass(PendingResponse);
