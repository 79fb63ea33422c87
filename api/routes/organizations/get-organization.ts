import { defineRoute } from "#api/http/route.ts";
import { presentOrganizationDetails } from "#api/present/organization.ts";
import {
  countedOfOrganizations,
  organizationDetailsSchema,
  organizationParams,
} from "#api/schemas/organization.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";
import { listProviderKeys } from "#db/providers/provider-keys.ts";

export const getOrganization = defineRoute({
  method: "get",
  path: "/v1/organizations/{orgId}",
  operationId: "getOrganization",
  summary: "Retrieve an organization",
  tags: ["Organizations"],
  access: { permission: "org:read" },
  params: organizationParams,
  status: 200,
  response: organizationDetailsSchema,
  errors: ["organization_not_found", "outside_organization"],
  counted: countedOfOrganizations,
  conditional: true,
  async handle({ params, caller }, { em, now }) {
    const organizationId = params.orgId;
    const found = await enterOrganization(em, { caller, organizationId, permission: "org:read" });
    return presentOrganizationDetails(found, await listProviderKeys(em, organizationId), now());
  },
});
