import { z } from "zod";

import { withEtag } from "#api/http/etag.ts";
import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentUser } from "#api/present/admin.ts";
import { listedUserSchema } from "#api/schemas/admin.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listUsers as listRows } from "#db/accounts/admin-users.ts";
import { accountStatuses } from "#db/entities/account.ts";
import { planSlugs } from "#domain/billing/plans.ts";

import { updateUser } from "./update-user.ts";

export const listUsers = defineRoute({
  method: "get",
  path: "/v1/admin/users",
  operationId: "listUsers",
  summary: "Search users, newest first",
  description: "Includes their organizations and the credits that these have spent this month.",
  tags: ["Administration"],
  access: { permission: "admin:users", session: true },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    search: z
      .string()
      .trim()
      .min(1)
      .max(254)
      .optional()
      .meta({ description: "Part of the email address or name (case-insensitive), or an id." }),
    status: z.enum(accountStatuses).optional(),
    plan: z
      .enum(planSlugs)
      .optional()
      .meta({ description: "Id of an organization that the user belongs to." }),
  }),
  status: 200,
  response: pageOf(listedUserSchema),
  errors: [],
  async handle({ query }, { em, settings, now }) {
    const { search, status, plan } = query;
    const filter = { search, status, plan };
    const { rows, nextCursor } = await loadPage({
      list: "admin users",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { filter, now: now(), ...part }),
      idOf: ({ account }) => account.id,
    });
    return { data: rows.map((row) => withEtag(presentUser(row), updateUser)), nextCursor };
  },
});
