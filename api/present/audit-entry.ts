import type { z } from "zod";

import type { auditEntrySchema } from "#api/schemas/audit.ts";
import type { AuditEntry } from "#db/entities/audit.ts";

export function presentAuditEntry(entry: AuditEntry): z.input<typeof auditEntrySchema> {
  return {
    entryId: entry.id,
    action: entry.action,
    actor: { accountId: entry.actorAccountId ?? null, apiKeyId: entry.apiKeyId ?? null },
    target: { type: entry.targetType ?? null, id: entry.targetId ?? null },
    address: entry.address ?? null,
    userAgent: entry.userAgent ?? null,
    before: entry.before ?? null,
    after: entry.after ?? null,
    createdAt: entry.createdAt.toISOString(),
  };
}
