import { z } from "zod";

import { actorOf } from "#api/http/acting.ts";
import { defineRoute } from "#api/http/route.ts";
import { invitationParams } from "#api/schemas/organization.ts";
import { withdrawInvitation as withdrawRow } from "#db/organizations/invitations.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

export const withdrawInvitation = defineRoute({
  method: "delete",
  path: "/v1/organizations/{orgId}/invitations/{invitationId}",
  operationId: "withdrawInvitation",
  summary: "Withdraw an invitation",
  description: "The link stops working. Repeating the request has no effect.",
  tags: ["Organizations"],
  access: { permission: "members:manage", session: true },
  params: invitationParams,
  status: 204,
  response: z.undefined(),
  errors: [
    "organization_not_found",
    "outside_organization",
    "invitation_not_found",
    "invitation_accepted",
  ],
  async handle({ params, caller, request }, { em, now }) {
    const { orgId: organizationId, invitationId } = params;
    await enterOrganization(em, { caller, organizationId, permission: "members:manage" });
    const actor = actorOf({ caller, request });
    await withdrawRow(em, { invitationId, organizationId, actor, now: now() });
    return undefined;
  },
});
