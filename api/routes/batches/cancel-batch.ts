import { defineRoute } from "#api/http/route.ts";
import { presentBatch } from "#api/present/batch.ts";
import { batchParams, batchSchema } from "#api/schemas/batch.ts";
import { cancelBatch as cancelRows, findBatch } from "#db/jobs/batches.ts";

export const cancelBatch = defineRoute({
  method: "post",
  path: "/v1/batches/{batchId}/cancel",
  operationId: "cancelBatch",
  summary: "Cancel a batch",
  description:
    "Cancels each item that has not ended, in the same way as a single job: queued items immediately, " +
    "running items when their provider responds. Completed items stay and remain charged. Repeating the " +
    "request has no effect.",
  tags: ["Batches"],
  access: { permission: "jobs:write" },
  params: batchParams,
  status: 202,
  response: batchSchema,
  errors: ["batch_not_found", "outside_organization", "batch_already_final"],
  async handle({ params: { batchId }, caller }, { em, onOutbox }) {
    const owned = { batchId, organizationId: caller.organizationId };
    await cancelRows(em, owned);
    onOutbox();
    return presentBatch(await findBatch(em.fork(), owned));
  },
});
