import { z } from "zod";

import { withEtag } from "#api/http/etag.ts";
import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentMember } from "#api/present/organization.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listedMemberSchema, organizationParams } from "#api/schemas/organization.ts";
import { listMembers as listRows } from "#db/organizations/members.ts";
import { enterOrganization } from "#db/organizations/organizations.ts";

import { updateMember } from "./update-member.ts";

export const listMembers = defineRoute({
  method: "get",
  path: "/v1/organizations/{orgId}/members",
  operationId: "listMembers",
  summary: "List the members of an organization",
  tags: ["Organizations"],
  access: { permission: "org:read" },
  params: organizationParams,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(listedMemberSchema),
  errors: ["organization_not_found", "outside_organization"],
  async handle({ params, query, caller }, { em, settings }) {
    const organizationId = params.orgId;
    await enterOrganization(em, { caller, organizationId, permission: "org:read" });
    const { rows, nextCursor } = await loadPage({
      list: `members ${organizationId}`,
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, ...part }),
      idOf: ({ account }) => account.id,
    });
    return { data: rows.map((row) => withEtag(presentMember(row), updateMember)), nextCursor };
  },
});
