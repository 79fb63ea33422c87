import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { readTimeRange, timeRangeFields } from "#api/http/time-range.ts";
import { presentAuditEntry } from "#api/present/audit-entry.ts";
import { auditEntrySchema } from "#api/schemas/audit.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listAuditEntries } from "#db/audit.ts";

const word = z.string().min(1).max(200).optional();

export const listAuditLog = defineRoute({
  method: "get",
  path: "/v1/audit-log",
  operationId: "listAuditLog",
  summary: "List audit log entries of the organization, newest first",
  description: "Entries cannot be changed or deleted.",
  tags: ["Organizations"],
  access: { permission: "audit:read" },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    action: word.meta({ description: "Action, such as `api_key.created`." }),
    actor: word.meta({ description: "Id of the account that performed the action." }),
    target: word.meta({ description: "Id of the resource that the action changed." }),
    ...timeRangeFields,
  }),
  status: 200,
  response: pageOf(auditEntrySchema),
  errors: [],
  async handle({ query, caller }, { em, settings }) {
    const { organizationId } = caller;
    const { action, actor, target } = query;
    const filter = {
      action,
      actorAccountId: actor,
      targetId: target,
      ...readTimeRange(query),
    };
    const { rows, nextCursor } = await loadPage({
      list: "audit-log",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listAuditEntries(em, { organizationId, filter, ...part }),
      idOf: (entry) => entry.id,
    });
    return {
      data: rows.map(presentAuditEntry),
      nextCursor,
    };
  },
});
