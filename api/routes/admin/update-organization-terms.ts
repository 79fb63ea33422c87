import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentOrganizationTerms } from "#api/present/admin.ts";
import { adminOrganizationSchema, organizationTermsSchema } from "#api/schemas/admin.ts";
import { organizationParams } from "#api/schemas/organization.ts";
import {
  findOrganizationTerms,
  updateOrganizationTerms as updateRow,
} from "#db/organizations/admin-organizations.ts";

export const updateOrganizationTerms = defineRoute({
  method: "put",
  path: "/v1/admin/organizations/{orgId}",
  operationId: "updateOrganizationTerms",
  summary: "Update the plan, payment status, limits or status of an organization",
  description:
    "Omitted fields stay unchanged. A plan with more credits grants this month's difference " +
    "immediately, once; a plan with fewer credits takes nothing back.",
  tags: ["Administration"],
  access: { permission: "admin:orgs", session: true },
  params: organizationParams,
  body: organizationTermsSchema,
  status: 200,
  response: adminOrganizationSchema,
  errors: ["organization_not_found", "organization_closed", "self_change_refused"],
  examples: {
    body: {
      upgrade: { plan: "team", creditsPerMonth: 5_000, reason: "contract of November" },
    },
  },
  current: async ({ params }, { em, now }) =>
    presentOrganizationTerms(await findOrganizationTerms(em, params.orgId), now()),
  async handle({ params, body, caller, request }, { em, now }) {
    const { reason, ...wanted } = body;
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    await updateRow(em, {
      organizationId: params.orgId,
      change: { reason, ...Object.fromEntries(given) },
      actor: actorOf({ caller, request }),
      now: now(),
    });
    return presentOrganizationTerms(await findOrganizationTerms(em, params.orgId), now());
  },
});
