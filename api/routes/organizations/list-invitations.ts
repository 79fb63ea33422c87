import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentInvitation } from "#api/present/organization.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { invitationSchema, organizationParams } from "#api/schemas/organization.ts";
import { listInvitations as listRows } from "#db/organizations/invitations.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

export const listInvitations = defineRoute({
  method: "get",
  path: "/v1/organizations/{orgId}/invitations",
  operationId: "listInvitations",
  summary: "List open invitations, newest first",
  tags: ["Organizations"],
  access: { permission: "members:manage" },
  params: organizationParams,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(invitationSchema),
  errors: ["organization_not_found", "outside_organization"],
  async handle({ params, query, caller }, { em, settings, now }) {
    const organizationId = params.orgId;
    await enterOrganization(em, { caller, organizationId, permission: "members:manage" });
    const { rows, nextCursor } = await loadPage({
      list: `invitations ${organizationId}`,
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, now: now(), ...part }),
      idOf: (invitation) => invitation.id,
    });
    return { data: rows.map(presentInvitation), nextCursor };
  },
});
