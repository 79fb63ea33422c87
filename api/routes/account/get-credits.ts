import { defineRoute } from "#api/http/route.ts";
import { creditBalanceSchema } from "#api/schemas/account.ts";
import { findCreditSummary } from "#db/billing/credit-summary.ts";

export const getCredits = defineRoute({
  method: "get",
  path: "/v1/credits",
  operationId: "getCredits",
  summary: "Retrieve the credits of the organization",
  tags: ["Account"],
  access: { permission: "billing:read" },
  status: 200,
  response: creditBalanceSchema,
  errors: [],
  conditional: true,
  whenOverdue: true,
  async handle({ caller }, { em, now }) {
    const { organizationId } = caller;
    const summary = await findCreditSummary(em, { organizationId, now: now() });
    return {
      ...summary,
      periodStart: summary.periodStart.toISOString(),
      periodEnd: summary.periodEnd.toISOString(),
      expiring: summary.expiring.map(({ credits, expiresAt }) => ({
        credits,
        expiresAt: expiresAt.toISOString(),
      })),
      budget: {
        ...summary.budget,
        alertPercents: [...summary.budget.alertPercents],
        alertsRaised: [...summary.budget.alertsRaised],
      },
    };
  },
});
