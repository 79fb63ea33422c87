import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentOrganizationDetails } from "#api/present/organization.ts";
import {
  countedOfOrganizations,
  organizationChangeSchema,
  organizationDetailsSchema,
  organizationParams,
} from "#api/schemas/organization.ts";
import {
  enterOrganization,
  updateOrganization as updateRow,
} from "#db/organizations/organizations.ts";
import { listProviderKeys } from "#db/providers/provider-keys.ts";

import { getOrganization } from "./get-organization.ts";

export const updateOrganization = defineRoute({
  method: "put",
  path: "/v1/organizations/{orgId}",
  operationId: "updateOrganization",
  summary: "Update an organization",
  description: "Omitted fields stay unchanged.",
  tags: ["Organizations"],
  access: { permission: "org:manage", session: true },
  params: organizationParams,
  body: organizationChangeSchema,
  status: 200,
  response: organizationDetailsSchema,
  errors: ["organization_not_found", "outside_organization"],
  counted: countedOfOrganizations,
  examples: {
    body: {
      budget: { budget: 200, alertPercents: [50, 90] },
      ownKeys: { providerKeys: { fal: "the-key-that-fal-gave-you", openai: null } },
    },
  },
  current: async (input, dependencies) => getOrganization.handle(input, dependencies),
  async handle({ params, body, caller, request }, { em, vault, now }) {
    const organizationId = params.orgId;
    const entry = { caller, organizationId, permission: "org:manage" } as const;
    await enterOrganization(em, entry);
    const { name, budget, alertPercents, lowCredits, providerKeys } = body;
    await updateRow(em, {
      organizationId,
      accountId: caller.accountId,
      settings: {
        ...(name === undefined ? {} : { name }),
        ...(budget === undefined ? {} : { budget }),
        ...(alertPercents === undefined ? {} : { alertPercents }),
        ...(lowCredits === undefined ? {} : { lowCredits }),
      },
      providerKeys,
      vault,
      actor: actorOf({ caller, request }),
    });
    const fresh = em.fork({ keepTransactionContext: true });
    const found = await enterOrganization(fresh, entry);
    return presentOrganizationDetails(found, await listProviderKeys(fresh, organizationId), now());
  },
});
