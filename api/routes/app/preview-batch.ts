import { decideBatch } from "#api/accept/decide-batch.ts";
import { validateBatch } from "#api/accept/validate-batch.ts";
import { defineRoute } from "#api/http/route.ts";
import { presentPurse } from "#api/present/estimate.ts";
import { estimateErrors } from "#api/schemas/acceptance.ts";
import { batchPreviewSchema, newBatchSchema } from "#api/schemas/batch.ts";
import { findSpendingRoom } from "#db/billing/credit-summary.ts";
import { creditsOfItems } from "#db/jobs/batches.ts";

export const previewBatch = defineRoute({
  method: "post",
  path: "/app/batch-estimates",
  operationId: "previewBatch",
  summary: "Check and price a batch before it is created",
  description:
    "Accepts the body of `POST /v1/batches` and makes the same decisions: every problem of every item is " +
    "reported, or the price of all items. Nothing is stored or held, and the request counts in the window of " +
    "the session instead of the plan.",
  tags: ["Batches"],
  access: { permission: "generations:create", session: true },
  isPreview: true,
  body: newBatchSchema,
  validateBody: validateBatch,
  bodyBytesMax: 4_194_304,
  status: 200,
  response: batchPreviewSchema,
  errors: estimateErrors,
  examples: {
    body: {
      foxes: { defaults: { capability: "text-to-image" }, items: [{ prompt: "a red fox" }] },
    },
  },
  async handle({ body, caller }, dependencies) {
    const { items } = await decideBatch(body, caller, {
      ...dependencies,
      screening: dependencies.screening.forPreviews,
    });
    const credits = creditsOfItems(items);
    const { em, now } = dependencies;
    const { organizationId, apiKeyId } = caller;
    const room = await findSpendingRoom(em.fork(), { organizationId, apiKeyId, now: now() });
    return { items: items.length, credits, ...presentPurse(room, credits) };
  },
});
