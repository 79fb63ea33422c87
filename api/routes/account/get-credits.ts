import { defineRoute } from "#api/route.ts";
import { creditBalanceSchema } from "#api/schemas/account.ts";
import { findCreditBalance, findGrantedCredits } from "#db/credits.ts";
import { periodOf } from "#domain/plans.ts";

export const getCredits = defineRoute({
  method: "get",
  path: "/v1/credits",
  operationId: "getCredits",
  summary: "Read the credits of the organization",
  tags: ["Account"],
  access: { permission: "billing:read" },
  status: 200,
  response: creditBalanceSchema,
  errors: [],
  conditional: true,
  whenOverdue: true,
  async handle({ caller }, { em, now }) {
    const { organizationId } = caller;
    const time = now();
    const { available, held } = await findCreditBalance(em, organizationId);
    const granted = await findGrantedCredits(em, { organizationId, period: periodOf(time) });
    const [year, month] = [time.getUTCFullYear(), time.getUTCMonth()];
    return {
      available,
      held,
      granted,
      periodStart: new Date(Date.UTC(year, month, 1)).toISOString(),
      periodEnd: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
    };
  },
});
