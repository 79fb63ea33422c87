import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentUser } from "#api/present/admin.ts";
import { userChangeSchema, userParams, userSchema } from "#api/schemas/admin.ts";
import { findUser, updateUser as updateRow } from "#db/accounts/admin-users.ts";

export const updateUser = defineRoute({
  method: "put",
  path: "/v1/admin/users/{userId}",
  operationId: "updateUser",
  summary: "Suspend or reinstate a user, or change the operator role",
  description:
    "Omitted fields stay unchanged. A suspension ends all sessions; requests with the user's API keys " +
    "return 403.",
  tags: ["Administration"],
  access: { permission: "admin:users", session: true },
  params: userParams,
  body: userChangeSchema,
  status: 200,
  response: userSchema,
  errors: ["user_not_found", "user_closed", "self_change_refused"],
  // Memberships and spending, which do not invalidate an operator's `If-Match`.
  counted: ["organizations"],
  examples: {
    body: { suspend: { status: "suspended", reason: "card fraud, ticket 4711" } },
  },
  current: async ({ params }, { em, now }) =>
    presentUser(await findUser(em, { accountId: params.userId, now: now() })),
  async handle({ params, body, caller, request }, { em, now }) {
    const accountId = params.userId;
    const { status, isOperator, reason } = body;
    await updateRow(em, {
      accountId,
      change: {
        reason,
        ...(status === undefined ? {} : { status }),
        ...(isOperator === undefined ? {} : { isOperator }),
      },
      actor: actorOf({ caller, request }),
      now: now(),
    });
    return presentUser(await findUser(em, { accountId, now: now() }));
  },
});
