import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { memberParams } from "#api/schemas/organization.ts";
import { removeMember as removeRow } from "#db/organizations/members.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

export const removeMember = defineRoute({
  method: "delete",
  path: "/v1/organizations/{orgId}/members/{userId}",
  operationId: "removeMember",
  summary: "Remove a member or leave the organization",
  description:
    "Revokes the member's API keys in the organization and disables webhooks whose URL the member set; " +
    "the owners are notified of these webhooks by email. Every member may leave, except the last owner.",
  tags: ["Organizations"],
  // Leaving requires no permission, so the handler checks the permission to remove others.
  access: "session",
  params: memberParams,
  status: 204,
  response: z.undefined(),
  errors: [
    "organization_not_found",
    "outside_organization",
    "permission_missing",
    "member_not_found",
    "last_owner",
  ],
  async handle({ params, caller, request }, { em, now }) {
    const { orgId: organizationId, userId: accountId } = params;
    const permission = accountId === caller.accountId ? "org:read" : "members:manage";
    const { role } = await enterOrganization(em, { caller, organizationId, permission });
    const actor = actorOf({ caller, request });
    await removeRow(em.fork(), {
      organizationId,
      accountId,
      actorRole: role,
      actor,
      now: now(),
    });
    return undefined;
  },
});
