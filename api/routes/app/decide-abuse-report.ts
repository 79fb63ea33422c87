import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentAbuseReport } from "#api/present/safety.ts";
import {
  abuseReportSchema,
  reportDecisionSchema,
  reportParams,
} from "#api/schemas/abuse-report.ts";
import { decideAbuseReport as decideRow } from "#db/safety/abuse-reports.ts";

export const decideAbuseReport = defineRoute({
  method: "post",
  path: "/app/admin/reports/{reportId}/decision",
  operationId: "decideAbuseReport",
  summary: "Dismiss a report, or quarantine the reported content",
  description:
    "`quarantined` moves the output or asset, or all outputs of the job, to quarantine under legal hold: it has no URL any more, and neither " +
    "retention nor a deletion nor the erasure of the account reaches it.",
  tags: ["Administration"],
  access: { permission: "admin:orgs", session: true },
  params: reportParams,
  body: reportDecisionSchema,
  status: 200,
  response: abuseReportSchema,
  errors: ["report_not_found", "report_decided", "output_expired", "asset_expired"],
  examples: { body: { unfounded: { decision: "dismissed", reason: "Shows no person." } } },
  async handle({ params: { reportId }, body, caller, request }, { orm, storage }) {
    const actor = actorOf({ caller, request });
    return presentAbuseReport(await decideRow({ orm, storage }, { reportId, ...body, actor }));
  },
});
