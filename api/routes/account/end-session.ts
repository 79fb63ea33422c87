import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { sessionParams } from "#api/schemas/account.ts";
import { endOwnSession } from "#db/accounts/own-sessions.ts";

export const endSession = defineRoute({
  method: "delete",
  path: "/v1/account/sessions/{sessionId}",
  operationId: "endSession",
  summary: "End one of your sessions",
  description:
    "Its tokens are rejected everywhere within a second. Repeating the request has no effect.",
  tags: ["Account"],
  access: "session",
  params: sessionParams,
  status: 204,
  response: z.undefined(),
  errors: ["session_not_found", "outside_organization"],
  async handle({ params, caller, request }, { em }) {
    const { sessionId } = params;
    const { accountId } = caller;
    await endOwnSession(em, { sessionId, accountId, actor: actorOf({ caller, request }) });
    return undefined;
  },
});
