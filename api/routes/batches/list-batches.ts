import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentBatch } from "#api/present/batch.ts";
import { batchSchema } from "#api/schemas/batch.ts";
import { cursorParameter, limitParameter, pageOf } from "#api/schemas/common.ts";
import { listBatches as listRows } from "#db/jobs/batches.ts";

export const listBatches = defineRoute({
  method: "get",
  path: "/v1/batches",
  operationId: "listBatches",
  summary: "List batches, newest first",
  tags: ["Batches"],
  access: { permission: "jobs:read" },
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: pageOf(batchSchema),
  errors: [],
  async handle({ query, caller }, { em, settings }) {
    const { organizationId } = caller;
    const { rows, nextCursor } = await loadPage({
      list: "batches",
      secrets: settings.signingSecrets,
      query,
      load: async (part) => listRows(em, { organizationId, ...part }),
      idOf: ({ id }) => id,
    });
    return { data: rows.map(presentBatch), nextCursor };
  },
});
