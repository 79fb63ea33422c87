import { z } from "zod";

import { loadPage } from "#api/page.ts";
import { presentOrganization } from "#api/present/organization.ts";
import { defineRoute } from "#api/route.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { organizationSchema } from "#api/schemas/organization.ts";
import { listOrganizations as listRows } from "#db/organizations.ts";

export const listOrganizations = defineRoute({
  method: "get",
  path: "/v1/organizations",
  operationId: "listOrganizations",
  summary: "List the organizations that you belong to, newest first",
  description: "A key sees the organization that it belongs to.",
  tags: ["Organizations"],
  access: { permission: "org:read" },
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(organizationSchema),
  errors: [],
  async handle({ query, caller }, { em, settings, now }) {
    const { rows, nextCursor } = await loadPage({
      list: "organizations",
      secret: settings.signingSecret,
      query,
      load: async (part) => listRows(em, { caller, ...part }),
      idOf: ({ organization }) => organization.id,
    });
    return { data: rows.map((row) => presentOrganization(row, now())), nextCursor };
  },
});
