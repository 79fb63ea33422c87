import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentQuarantinedFile } from "#api/present/safety.ts";
import { quarantinedFileSchema } from "#api/schemas/abuse-report.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import {
  listQuarantinedFiles as listRows,
  quarantineStatuses,
} from "#db/safety/quarantined-files.ts";

export const listQuarantinedFiles = defineRoute({
  method: "get",
  path: "/app/admin/quarantined-files",
  operationId: "listQuarantinedFiles",
  summary: "List quarantined files, newest first",
  description: "Ids, hashes and categories. No endpoint shows a file.",
  tags: ["Administration"],
  access: { permission: "admin:orgs", session: true },
  query: z.object({
    limit: limitParameter,
    cursor: cursorParameter,
    status: z.enum(quarantineStatuses).optional(),
  }),
  status: 200,
  response: pageOf(quarantinedFileSchema),
  errors: [],
  async handle({ query }, { em, settings }) {
    const { rows, nextCursor } = await loadPage({
      list: "quarantined files",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { filter: { status: query.status }, ...part }),
      idOf: ({ id }) => id,
    });
    return { data: rows.map(presentQuarantinedFile), nextCursor };
  },
});
