import { defineRoute } from "#api/http/route.ts";
import { planSchema } from "#api/schemas/account.ts";
import { listOf } from "#api/schemas/common.ts";
import { organizationRequestsPerHourOf, plans, planSlugs } from "#domain/billing/plans.ts";

export const listPlans = defineRoute({
  method: "get",
  path: "/v1/plans",
  operationId: "listPlans",
  summary: "List the plans",
  tags: ["Account"],
  access: "any",
  status: 200,
  response: listOf(planSchema),
  errors: [],
  conditional: true,
  async handle({ caller }) {
    return {
      data: planSlugs.map((plan) => {
        const { weight: _internal, ...limits } = plans[plan];
        return {
          plan,
          ...limits,
          organizationRequestsPerHour: organizationRequestsPerHourOf(limits.requestsPerHour),
          current: plan === caller.plan,
        };
      }),
    };
  },
});
