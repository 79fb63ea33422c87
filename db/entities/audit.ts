import { defineEntity, p } from "@mikro-orm/core";

/** One security-relevant action. Append-only: the database rejects updates and deletions. */
const AuditEntrySchema = defineEntity({
  name: "AuditEntry",
  tableName: "audit_log",
  indexes: [
    { name: "audit_log_list_index", properties: ["organizationId", "id"] },
    { name: "audit_log_action_index", properties: ["organizationId", "action", "id"] },
    { name: "audit_log_actor_index", properties: ["actorAccountId", "id"] },
    { name: "audit_log_target_index", properties: ["organizationId", "targetId", "id"] },
  ],
  properties: {
    id: p.text().primary(),
    /** Null for actions of a person outside of any organization, such as a failed sign-in. */
    organizationId: p.text().nullable(),
    /** Null for unauthenticated requests. */
    actorAccountId: p.text().nullable(),
    apiKeyId: p.text().nullable(),
    action: p.text(),
    targetType: p.text().nullable(),
    targetId: p.text().nullable(),
    address: p.text().nullable(),
    userAgent: p.text().nullable(),
    before: p.json<Record<string, unknown>>().nullable(),
    after: p.json<Record<string, unknown>>().nullable(),
    createdAt: p.datetime().defaultRaw("now()"),
  },
});
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
