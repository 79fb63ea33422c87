import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentOrganization } from "#api/present/organization.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { organizationSchema } from "#api/schemas/organization.ts";
import type { Caller } from "#db/caller.ts";
import { organizationStatuses, paymentStatuses } from "#db/entities/account.ts";
import { listOrganizations as listRows } from "#db/organizations/organizations.ts";
import { planSlugs } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";

export const listOrganizations = defineRoute({
  method: "get",
  path: "/v1/organizations",
  operationId: "listOrganizations",
  summary: "List the organizations that you belong to, newest first",
  description:
    "An API key sees only its own organization. `scope=all` lists every organization; it requires an " +
    "operator's session with the permission `admin:orgs`.",
  tags: ["Organizations"],
  access: { permission: "org:read" },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    scope: z.enum(["mine", "all"]).default("mine"),
    search: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .optional()
      .meta({ description: "Part of the name (case-insensitive), or an id." }),
    plan: z.enum(planSlugs).optional(),
    status: z.enum(organizationStatuses).optional(),
    paymentStatus: z.enum(paymentStatuses).optional(),
  }),
  status: 200,
  response: pageOf(organizationSchema),
  errors: ["session_required"],
  async handle({ query, caller }, { em, settings, now }) {
    const { scope, search, plan, status, paymentStatus } = query;
    if (scope === "all") refuseUnlessOperator(caller);
    const filter = { search, plan, status, paymentStatus };
    const { rows, nextCursor } = await loadPage({
      list: `organizations ${scope}`,
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { caller, scope, filter, ...part }),
      idOf: ({ organization }) => organization.id,
    });
    return { data: rows.map((row) => presentOrganization(row, now())), nextCursor };
  },
});

function refuseUnlessOperator({ permissions, apiKeyId }: Caller): void {
  if (apiKeyId !== null) throw new AppError("session_required");
  if (permissions.includes("admin:orgs")) return;
  throw new AppError("permission_missing", { details: { permission: "admin:orgs" } });
}
