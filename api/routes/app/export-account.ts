import { requireRecentSignIn } from "#api/auth/recent-sign-in.ts";
import { makeExport } from "#api/files/make-export.ts";
import { spoolExport } from "#api/files/spool-export.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { recordAudit } from "#db/audit.ts";

const perHour = 3;

export const exportAccount = defineRoute({
  method: "post",
  path: "/app/account/export",
  operationId: "exportAccount",
  summary: "Download everything that is stored about you",
  description:
    "Requires a sign-in within the last 15 minutes. One JSON object a line: `table` and `row`, for your account, your rows in " +
    "all organizations, and all rows of organizations without another member. Credentials and their hashes are left out. " +
    `At most ${perHour} an hour.`,
  tags: ["Account"],
  access: "session",
  status: 200,
  response: { media: { "application/x-ndjson": "Rows, one JSON object a line." } },
  errors: ["recent_sign_in_required", "request_invalid", "overloaded"],
  whenOverdue: true,
  whenClosing: true,
  async handle({ caller, request }, dependencies) {
    const { em, now } = dependencies;
    const { accountId } = caller;
    await requireRecentSignIn(em, caller, now());
    const body = await makeExport({ subject: accountId, perHour }, dependencies, async () =>
      spoolExport(em.fork(), accountId),
    );
    await recordAudit(em, {
      ...actorOf({ caller, request }),
      action: "account.exported",
      targetType: "account",
      targetId: accountId,
    });
    const day = now().toISOString().slice(0, 10);
    return {
      status: 200,
      headers: {
        "Content-Type": "application/x-ndjson",
        "Content-Disposition": `attachment; filename="account-${day}.ndjson"`,
        "Cache-Control": "no-store",
      },
      body,
    };
  },
});
