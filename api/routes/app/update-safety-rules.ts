import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentSafetyRules } from "#api/present/safety.ts";
import { safetyRulesChangeSchema, safetyRulesSchema } from "#api/schemas/safety.ts";
import { updateSafetyRules as updateRow } from "#db/safety/organization-safety.ts";

import { getSafetyRules } from "./get-safety-rules.ts";

export const updateSafetyRules = defineRoute({
  method: "put",
  path: "/app/safety",
  operationId: "updateSafetyRules",
  summary: "Make the safety rules of the organization stricter",
  description:
    "Omitted fields stay unchanged; a sent list replaces the former one. Rules can only refuse more than the platform " +
    "does. They hold within three seconds, also for jobs that have not been sent to a provider.",
  tags: ["Organizations"],
  access: { permission: "org:manage", session: true },
  body: safetyRulesChangeSchema,
  status: 200,
  response: safetyRulesSchema,
  errors: [],
  examples: { body: { brand: { terms: ["competitor", "Konkurrenz*"] } } },
  current: async (input, dependencies) => getSafetyRules.handle(input, dependencies),
  async handle({ body, caller, request }, { em, screening }) {
    const { organizationId } = caller;
    const actor = actorOf({ caller, request });
    const rules = await updateRow(em, { organizationId, change: body, actor });
    screening.forgetPolicy(organizationId);
    return presentSafetyRules(rules, screening);
  },
});
