import { z } from "zod";

import { requireRecentSignIn } from "#api/auth/recent-sign-in.ts";
import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { timeSchema } from "#api/schemas/common.ts";
import { closeAccount as closeRow } from "#db/accounts/own-account.ts";

export const closeAccount = defineRoute({
  method: "delete",
  path: "/v1/account",
  operationId: "closeAccount",
  summary: "Close your account",
  description:
    "Requires a sign-in within the last 15 minutes. Ends your sessions and API keys immediately. At " +
    "`closesAt` your personal data is erased, together with all data of organizations that have no " +
    "other member; the ledger and the audit log keep only an anonymous id. To keep the account, sign in " +
    "before `closesAt` and send `PUT /v1/account` with `status: active`. The last owner of an " +
    "organization with other members cannot close their account.",
  tags: ["Account"],
  access: "session",
  status: 202,
  response: z
    .object({ status: z.literal("closing"), closesAt: timeSchema })
    .meta({ id: "ClosingAccount" }),
  errors: ["recent_sign_in_required", "last_owner"],
  whenOverdue: true,
  whenClosing: true,
  async handle({ caller, request }, { em, vault, settings, now, onOutbox }) {
    await requireRecentSignIn(em, caller, now());
    const closesAt = await closeRow(em, {
      accountId: caller.accountId,
      graceDays: settings.accountGraceDays,
      actor: actorOf({ caller, request }),
      vault,
      now: now(),
    });
    onOutbox();
    return { status: "closing" as const, closesAt: closesAt.toISOString() };
  },
});
