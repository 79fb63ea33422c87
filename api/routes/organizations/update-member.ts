import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentMember } from "#api/present/organization.ts";
import { memberParams, memberSchema, roleSchema } from "#api/schemas/organization.ts";
import { changeRole, findMember } from "#db/organizations/members.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

export const updateMember = defineRoute({
  method: "put",
  path: "/v1/organizations/{orgId}/members/{userId}",
  operationId: "updateMember",
  summary: "Change the role of a member",
  description: "Only an owner can grant or revoke the owner role. One owner always remains.",
  tags: ["Organizations"],
  access: { permission: "members:manage", session: true },
  params: memberParams,
  body: z.strictObject({ role: roleSchema }),
  status: 200,
  response: memberSchema,
  errors: ["organization_not_found", "outside_organization", "member_not_found", "last_owner"],
  examples: { body: { developer: { role: "developer" } } },
  async current({ params, caller }, { em }) {
    const { orgId: organizationId, userId: accountId } = params;
    await enterOrganization(em, { caller, organizationId, permission: "members:manage" });
    return presentMember(await findMember(em, { organizationId, accountId }));
  },
  async handle({ params, body, caller, request }, { em }) {
    const { orgId: organizationId, userId: accountId } = params;
    const permission = "members:manage";
    const { role } = await enterOrganization(em, { caller, organizationId, permission });
    const actor = actorOf({ caller, request });
    const change = { organizationId, accountId, role: body.role, actorRole: role, actor };
    return presentMember(await changeRole(em.fork({ keepTransactionContext: true }), change));
  },
});
