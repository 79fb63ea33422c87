import { defineRoute } from "#api/http/route.ts";
import { presentSafetyRules } from "#api/present/safety.ts";
import { safetyRulesSchema } from "#api/schemas/safety.ts";
import { findSafetyRules } from "#db/safety/organization-safety.ts";

export const getSafetyRules = defineRoute({
  method: "get",
  path: "/app/safety",
  operationId: "getSafetyRules",
  summary: "Retrieve the safety rules of the organization",
  description:
    "Rules that the organization adds to those of the platform. The platform's own terms are not shown.",
  tags: ["Organizations"],
  access: { permission: "org:read", session: true },
  status: 200,
  response: safetyRulesSchema,
  errors: [],
  conditional: true,
  async handle({ caller }, { em, screening }) {
    return presentSafetyRules(await findSafetyRules(em, caller.organizationId), screening);
  },
});
