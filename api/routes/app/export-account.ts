import type { Readable } from "node:stream";

import { requireRecentSignIn } from "#api/auth/recent-sign-in.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { spoolExport } from "#api/files/spool-export.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { isOver } from "#api/rate-limit/request-windows.ts";
import { recordAudit } from "#db/audit.ts";
import { AppError } from "#domain/errors.ts";

const exportsPerHour = 3;
/** An export reads all rows of a person, so a process makes one at a time. */
let isExporting = false;

export const exportAccount = defineRoute({
  method: "post",
  path: "/app/account/export",
  operationId: "exportAccount",
  summary: "Download everything that is stored about you",
  description:
    "Requires a sign-in within the last 15 minutes. One JSON object a line: `table` and `row`, for your account, your rows in " +
    "all organizations, and all rows of organizations without another member. Credentials and their hashes are left out. " +
    `At most ${exportsPerHour} an hour.`,
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
    await limitExports(accountId, dependencies);
    const body = await exportAlone(async () => spoolExport(em.fork(), accountId));
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

async function limitExports(
  accountId: string,
  { windows }: Pick<RequestDependencies, "windows">,
): Promise<void> {
  const window = await windows.spend(`export:${accountId}`, exportsPerHour);
  if (!isOver(window)) return;
  throw new AppError("rate_limited", {
    message: `The limit of ${exportsPerHour} exports per hour is reached.`,
    details: { limit: exportsPerHour, retryAfterSeconds: window.resetsInSeconds },
  });
}

async function exportAlone(work: () => Promise<Readable>): Promise<Readable> {
  if (isExporting) {
    throw new AppError("overloaded", {
      message: "Another export is being made. Retry in a minute.",
    });
  }
  isExporting = true;
  try {
    return await work();
  } finally {
    isExporting = false;
  }
}
