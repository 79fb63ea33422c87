import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { auditEntrySchema } from "#api/schemas/audit.ts";
import { cursorParameter, limitParameter, pageOf, timeParameter } from "#api/schemas/common.ts";
import { listAuditEntries } from "#db/audit.ts";

const word = z.string().min(1).max(200).optional();

export const listAuditLog = defineRoute({
  method: "get",
  path: "/v1/audit-log",
  operationId: "listAuditLog",
  summary: "List who did what in the organization, newest first",
  description: "Entries can be neither changed nor deleted.",
  tags: ["Organizations"],
  access: { permission: "audit:read" },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    action: word.meta({ description: "Such as `api_key.created`." }),
    actor: word.meta({ description: "The account that did it." }),
    target: word.meta({ description: "The id of what it was done to." }),
    createdAfter: timeParameter.meta({ description: "This moment and later." }),
    createdBefore: timeParameter.meta({ description: "Before this moment." }),
  }),
  status: 200,
  response: pageOf(auditEntrySchema),
  errors: [],
  async handle({ query, caller }, { em, settings }) {
    const { organizationId } = caller;
    const { action, actor, target, createdAfter, createdBefore } = query;
    const filter = {
      action,
      actorAccountId: actor,
      targetId: target,
      createdAfter: createdAfter === undefined ? undefined : new Date(createdAfter),
      createdBefore: createdBefore === undefined ? undefined : new Date(createdBefore),
    };
    const { rows, nextCursor } = await loadPage({
      list: "audit-log",
      secret: settings.signingSecret,
      query,
      load: async (part) => listAuditEntries(em, { organizationId, filter, ...part }),
      idOf: (entry) => entry.id,
    });
    return {
      data: rows.map((entry) => ({
        entryId: entry.id,
        action: entry.action,
        actor: { accountId: entry.actorAccountId ?? null, apiKeyId: entry.apiKeyId ?? null },
        target: { type: entry.targetType ?? null, id: entry.targetId ?? null },
        address: entry.address ?? null,
        userAgent: entry.userAgent ?? null,
        before: entry.before ?? null,
        after: entry.after ?? null,
        createdAt: entry.createdAt.toISOString(),
      })),
      nextCursor,
    };
  },
});
