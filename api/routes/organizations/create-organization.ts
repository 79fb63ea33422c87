import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentOrganizationDetails } from "#api/present/organization.ts";
import { newOrganizationSchema, organizationDetailsSchema } from "#api/schemas/organization.ts";
import { createOrganization as createRow } from "#db/organizations/organizations.ts";

export const createOrganization = defineRoute({
  method: "post",
  path: "/v1/organizations",
  operationId: "createOrganization",
  summary: "Create an organization",
  description:
    "You become its owner. A person can create at most five organizations, including those that now " +
    "have other owners. A mailbox receives the free plan's credits for one organization a month: " +
    "further organizations on the free plan have no credits until their plan changes.",
  tags: ["Organizations"],
  access: "session",
  body: newOrganizationSchema,
  status: 201,
  response: organizationDetailsSchema,
  errors: ["organization_limit"],
  idempotent: true,
  examples: { body: { studio: { name: "Picture studio" } } },
  async handle({ body, caller, request, setHeader }, { em, now }) {
    const { accountId } = caller;
    const actor = actorOf({ caller, request });
    const created = await createRow(em, { name: body.name, accountId, now: now(), actor });
    setHeader("Location", `/v1/organizations/${created.organization.id}`);
    return presentOrganizationDetails(created, [], now());
  },
});
