import { defineEntity, p } from "@mikro-orm/core";

/** A conversation of an organization. Its messages are jobs, which have all of its content. */
const ConversationSchema = defineEntity({
  name: "Conversation",
  tableName: "conversations",
  indexes: [{ name: "conversations_list_index", properties: ["organizationId", "id"] }],
  properties: {
    /** `cnv_` and the uuid of the job with which it started. */
    id: p.text().primary(),
    organizationId: p.text(),
    createdAt: p.datetime().defaultRaw("now()"),
    /** Time at which it was deleted for callers, and at which the last of its jobs was. */
    deletedAt: p.datetime().nullable(),
    purgedAt: p.datetime().nullable(),
  },
});
export class Conversation extends ConversationSchema.class {}
ConversationSchema.setClass(Conversation);
