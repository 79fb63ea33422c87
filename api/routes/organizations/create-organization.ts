import { actorOf } from "#api/acting.ts";
import { presentOrganization } from "#api/present/organization.ts";
import { defineRoute } from "#api/route.ts";
import { newOrganizationSchema, organizationSchema } from "#api/schemas/organization.ts";
import { createOrganization as createRow } from "#db/organizations.ts";

export const createOrganization = defineRoute({
  method: "post",
  path: "/v1/organizations",
  operationId: "createOrganization",
  summary: "Found an organization and own it",
  tags: ["Organizations"],
  access: "session",
  body: newOrganizationSchema,
  status: 201,
  response: organizationSchema,
  errors: ["organization_limit"],
  idempotent: true,
  examples: { body: { studio: { name: "Picture studio" } } },
  async handle({ body, caller, request, setHeader }, { em, now }) {
    const { accountId } = caller;
    const actor = actorOf({ caller, request });
    const created = await createRow(em, { name: body.name, accountId, now: now(), actor });
    setHeader("Location", `/v1/organizations/${created.organization.id}`);
    return presentOrganization(created, now());
  },
});
