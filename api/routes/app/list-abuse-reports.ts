import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentAbuseReport } from "#api/present/safety.ts";
import { abuseReportSchema } from "#api/schemas/abuse-report.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listAbuseReports as listRows } from "#db/safety/abuse-reports.ts";
import { abuseReportStatuses } from "#domain/safety/abuse-report.ts";

export const listAbuseReports = defineRoute({
  method: "get",
  path: "/app/admin/reports",
  operationId: "listAbuseReports",
  summary: "List reports of content, newest first",
  description: "Ids of organization, job and output; neither prompts nor media.",
  tags: ["Administration"],
  access: { permission: "admin:orgs", session: true },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    status: z.enum(abuseReportStatuses).optional(),
  }),
  status: 200,
  response: pageOf(abuseReportSchema),
  errors: [],
  async handle({ query }, { em, settings }) {
    const { rows, nextCursor } = await loadPage({
      list: "abuse reports",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { filter: { status: query.status }, ...part }),
      idOf: ({ id }) => id,
    });
    return { data: rows.map(presentAbuseReport), nextCursor };
  },
});
