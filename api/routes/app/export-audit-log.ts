import { z } from "zod";

import { makeExport } from "#api/files/make-export.ts";
import { spoolLines } from "#api/files/spool-export.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { readTimeRange, timeRangeFields } from "#api/http/time-range.ts";
import { presentAuditEntry } from "#api/present/audit-entry.ts";
import { type AuditFilter, listAuditEntries, recordAudit } from "#db/audit.ts";
import type { EntityManager } from "#db/orm.ts";

/** A program that collects the entries asks for the time since its last export. */
const perHour = 12;
/** Entries of one query. */
const pageSize = 500;

export const exportAuditLog = defineRoute({
  method: "post",
  path: "/app/audit-log/export",
  operationId: "exportAuditLog",
  summary: "Download the audit log of the organization, newest first",
  description:
    "One `AuditEntry` a line, as `GET /v1/audit-log` returns them. Each export is an entry, too. " +
    `At most ${perHour} an hour for an organization, and a gigabyte.`,
  tags: ["Organizations"],
  access: { permission: "audit:read" },
  query: z.object(timeRangeFields),
  status: 200,
  response: { media: { "application/x-ndjson": "Entries, one JSON object a line." } },
  errors: ["request_invalid", "overloaded"],
  async handle({ query, caller, request }, dependencies) {
    const { em, now } = dependencies;
    const { organizationId } = caller;
    const filter = readTimeRange(query);
    const limit = { subject: organizationId, perHour };
    const body = await makeExport(limit, dependencies, async () =>
      spoolLines(async (write) => writeEntries(em, { organizationId, filter }, write)),
    );
    await recordAudit(em, {
      ...actorOf({ caller, request }),
      action: "audit_log.exported",
      targetType: "organization",
      targetId: organizationId,
      after: {
        createdAfter: query.createdAfter ?? null,
        createdBefore: query.createdBefore ?? null,
      },
    });
    const day = now().toISOString().slice(0, 10);
    return {
      status: 200,
      headers: {
        "Content-Type": "application/x-ndjson",
        "Content-Disposition": `attachment; filename="audit-log-${day}.ndjson"`,
        "Cache-Control": "no-store",
      },
      body,
    };
  },
});

/** Reads pages instead of a snapshot: entries do not change, and new ones have later ids. */
async function writeEntries(
  em: EntityManager,
  asked: { readonly organizationId: string; readonly filter: AuditFilter },
  write: (value: unknown) => Promise<void>,
): Promise<void> {
  let beforeId: string | undefined;
  do {
    const page = await listAuditEntries(em.fork(), { ...asked, limit: pageSize, beforeId });
    for (const entry of page) await write(presentAuditEntry(entry));
    beforeId = page.length === pageSize ? page.at(-1)?.id : undefined;
  } while (beforeId !== undefined);
}
