import { z } from "zod";

import { loadPage } from "#api/http/page.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentBatch, presentItem } from "#api/present/batch.ts";
import { batchParams, batchViewSchema } from "#api/schemas/batch.ts";
import { cursorParameter, limitParameter } from "#api/schemas/common.ts";
import { findBatch, listBatchJobs } from "#db/jobs/batches.ts";
import { listOutputs } from "#db/jobs/outputs.ts";

export const getBatch = defineRoute({
  method: "get",
  path: "/v1/batches/{batchId}",
  operationId: "getBatch",
  summary: "Retrieve a batch and its items",
  description:
    "Counts and costs cover all items; the items are paginated in the order of the request. With " +
    "`If-None-Match`, unchanged responses do not count against the rate limit.",
  tags: ["Batches"],
  access: { permission: "jobs:read" },
  params: batchParams,
  query: z.object({ limit: limitParameter, cursor: cursorParameter }),
  status: 200,
  response: batchViewSchema,
  errors: ["batch_not_found", "outside_organization"],
  conditional: true,
  async handle({ params: { batchId }, query, caller }, { em, settings, now }) {
    const owned = { batchId, organizationId: caller.organizationId };
    const batch = await findBatch(em, owned);
    const { rows, nextCursor } = await loadPage({
      list: `batch:${batchId}`,
      secrets: settings.signingSecrets,
      query,
      load: async ({ limit, beforeId }) => {
        const afterIndex = beforeId === undefined ? -1 : Number(beforeId);
        return listBatchJobs(em, { ...owned, afterIndex, limit });
      },
      idOf: ({ batchIndex }) => String(batchIndex),
    });
    const outputs = await listOutputs(
      em,
      rows.map(({ id }) => id),
    );
    // The first output of each job; the job itself lists the others.
    const firstOf = new Map(outputs.toReversed().map((output) => [output.jobId, output]));
    const data = rows.map((job) => presentItem(job, firstOf.get(job.id), settings, now()));
    return { ...presentBatch(batch), items: { data, nextCursor } };
  },
});
