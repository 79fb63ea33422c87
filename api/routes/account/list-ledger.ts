import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { creditEntrySchema } from "#api/schemas/account.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listCreditEntries } from "#db/billing/credits.ts";
import { creditEntryKinds } from "#db/entities/credits.ts";

export const listLedger = defineRoute({
  method: "get",
  path: "/v1/credits/ledger",
  operationId: "listLedger",
  summary: "List credit ledger entries, newest first",
  tags: ["Account"],
  access: { permission: "billing:read" },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    kind: z.enum(creditEntryKinds).optional(),
  }),
  status: 200,
  response: pageOf(creditEntrySchema),
  errors: [],
  whenOverdue: true,
  async handle({ query, caller }, { em, settings }) {
    const { organizationId } = caller;
    const { rows, nextCursor } = await loadPage({
      list: "ledger",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listCreditEntries(em, { organizationId, kind: query.kind, ...part }),
      idOf: (entry) => String(entry.id),
    });
    return {
      data: rows.map((entry) => ({
        entryId: String(entry.id),
        kind: entry.kind,
        amount: entry.amount,
        from: entry.fromBucket,
        to: entry.toBucket,
        jobId: entry.jobId ?? null,
        period: entry.period ?? null,
        reason: entry.reason ?? null,
        expiresAt: entry.expiresAt?.toISOString() ?? null,
        createdAt: entry.createdAt.toISOString(),
      })),
      nextCursor,
    };
  },
});
