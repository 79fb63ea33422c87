import { defineRoute } from "#api/http/route.ts";
import { presentAccount } from "#api/present/account.ts";
import { accountSchema } from "#api/schemas/account.ts";

export const getAccount = defineRoute({
  method: "get",
  path: "/v1/account",
  operationId: "getAccount",
  summary: "Retrieve your account and the permissions of this credential",
  tags: ["Account"],
  access: "any",
  status: 200,
  response: accountSchema,
  errors: [],
  conditional: true,
  whenOverdue: true,
  whenClosing: true,
  async handle({ caller }, { em }) {
    return presentAccount(em, caller);
  },
});
