import { actorOf } from "#api/acting.ts";
import { presentOrganization } from "#api/present/organization.ts";
import { defineRoute } from "#api/route.ts";
import {
  countedOfOrganizations,
  organizationChangeSchema,
  organizationParams,
  organizationSchema,
} from "#api/schemas/organization.ts";
import { enterOrganization, updateOrganization as updateRow } from "#db/organizations.ts";

import { getOrganization } from "./get-organization.ts";

export const updateOrganization = defineRoute({
  method: "put",
  path: "/v1/organizations/{orgId}",
  operationId: "updateOrganization",
  summary: "Change an organization's name, budget and alerts",
  description: "What is left out stays as it is.",
  tags: ["Organizations"],
  access: { permission: "org:manage", session: true },
  params: organizationParams,
  body: organizationChangeSchema,
  status: 200,
  response: organizationSchema,
  errors: ["organization_not_found", "outside_organization"],
  counted: countedOfOrganizations,
  examples: { body: { budget: { budget: 200, alertPercents: [50, 90] } } },
  current: async (input, dependencies) => getOrganization.handle(input, dependencies),
  async handle({ params, body, caller, request }, { em, now }) {
    const organizationId = params.orgId;
    const entry = { caller, organizationId, permission: "org:manage" } as const;
    await enterOrganization(em, entry);
    const { name, budget, alertPercents, lowCredits } = body;
    await updateRow(em, {
      organizationId,
      settings: {
        ...(name === undefined ? {} : { name }),
        ...(budget === undefined ? {} : { budget }),
        ...(alertPercents === undefined ? {} : { alertPercents }),
        ...(lowCredits === undefined ? {} : { lowCredits }),
      },
      actor: actorOf({ caller, request }),
    });
    const fresh = em.fork({ keepTransactionContext: true });
    return presentOrganization(await enterOrganization(fresh, entry), now());
  },
});
