import { z } from "zod";

import { withEtag } from "#api/http/etag.ts";
import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentOrganizationTerms } from "#api/present/admin.ts";
import { updateOrganizationTerms } from "#api/routes/admin/update-organization-terms.ts";
import { adminOrganizationSchema } from "#api/schemas/admin.ts";
import { cursorParameter, entityTagSchema, limitParameter, pageOf } from "#api/schemas/common.ts";
import { organizationStatuses } from "#db/entities/account.ts";
import { listOrganizationTerms as listRows } from "#db/organizations/admin-organizations.ts";
import { planSlugs } from "#domain/billing/plans.ts";

export const listOrganizationTerms = defineRoute({
  method: "get",
  path: "/app/admin/organizations",
  operationId: "listOrganizationTerms",
  summary: "Search organizations, newest first",
  description:
    "Plan, limits and status of each organization, with the ETag that a change of them takes.",
  tags: ["Administration"],
  access: { permission: "admin:orgs", session: true },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    search: z
      .string()
      .trim()
      .min(1)
      .max(254)
      .optional()
      .meta({ description: "Part of the name (case-insensitive), or an id." }),
    status: z.enum(organizationStatuses).optional(),
    plan: z.enum(planSlugs).optional(),
  }),
  status: 200,
  response: pageOf(
    adminOrganizationSchema
      .extend({ etag: entityTagSchema })
      .meta({ id: "ListedOrganizationTerms" }),
  ),
  errors: [],
  async handle({ query }, { em, settings, now }) {
    const { search, status, plan } = query;
    const { rows, nextCursor } = await loadPage({
      list: "admin organizations",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { filter: { search, status, plan }, ...part }),
      idOf: ({ organization }) => organization.id,
    });
    return {
      data: rows.map((row) =>
        withEtag(presentOrganizationTerms(row, now()), updateOrganizationTerms),
      ),
      nextCursor,
    };
  },
});
