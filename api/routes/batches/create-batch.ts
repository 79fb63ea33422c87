import { decideBatch } from "#api/accept/decide-batch.ts";
import { validateBatch } from "#api/accept/validate-batch.ts";
import type { RequestDependencies } from "#api/dependencies.ts";
import { answerIdempotently, replayAnswer } from "#api/http/answer-once.ts";
import { defineRoute, type Route } from "#api/http/route.ts";
import { type PresentedBatch, presentBatch } from "#api/present/batch.ts";
import { acceptanceErrors } from "#api/schemas/acceptance.ts";
import { batchSchema, newBatchSchema } from "#api/schemas/batch.ts";
import { createBatch as createRows, type NewBatch } from "#db/jobs/batches.ts";
import { ensureJobsWebhook } from "#db/webhooks/webhooks.ts";

const parameters = { batchId: "$response.body#/batchId" };

export const createBatch: Route = defineRoute({
  method: "post",
  path: "/v1/batches",
  operationId: "createBatch",
  summary: "Create a batch",
  description:
    "Accepts up to 1,000 structured requests under one budget. Every item is validated, and `errors` " +
    "contains every problem with its item, such as `/items/17/prompt`. An invalid item rejects the " +
    "whole batch. Otherwise every item becomes a job with its credits held, in one transaction. A batch " +
    "ends with its last item; the credits of failed and canceled items are released.",
  tags: ["Batches"],
  access: { permission: "generations:create" },
  body: newBatchSchema,
  validateBody: validateBatch,
  bodyBytesMax: 4_194_304,
  status: 202,
  response: batchSchema,
  errors: acceptanceErrors,
  idempotent: "handler",
  links: {
    batch: { operationId: "getBatch", parameters },
    cancel: { operationId: "cancelBatch", parameters },
  },
  examples: {
    body: {
      catalog: {
        name: "Spring catalog",
        budget: 10,
        defaults: { capability: "text-to-image", parameters: { aspectRatio: "1:1" } },
        items: [
          { clientItemId: "fox", prompt: "a red fox" },
          { clientItemId: "owl", prompt: "a snowy owl", parameters: { seed: 7 } },
        ],
      },
    },
  },
  async handle(input, dependencies) {
    const replayed =
      input.idempotency === null ? null : await replayAnswer(createBatch, input, dependencies);
    if (replayed !== null) return JSON.parse(replayed) as PresentedBatch;
    dependencies.refuseWhenOverloaded();
    const batch = await decideBatch(input.body, input.caller, dependencies);
    await ensureWebhookOf(batch, dependencies);
    const handle = async (
      { setHeader }: Pick<typeof input, "setHeader">,
      { em, onOutbox }: Pick<typeof dependencies, "em" | "onOutbox">,
    ): Promise<PresentedBatch> => {
      const created = await createRows(em, batch);
      onOutbox();
      setHeader("Location", `/v1/batches/${created.id}`);
      return presentBatch(created);
    };
    if (input.idempotency === null) return handle(input, dependencies);
    return JSON.parse(
      await answerIdempotently(createBatch, input, dependencies, handle),
    ) as PresentedBatch;
  },
});

/** Notifications of a `webhookUrl` are signed by the organization's webhook without a URL. */
async function ensureWebhookOf(
  { organizationId, accountId, webhookUrl, items }: NewBatch,
  { em, vault }: RequestDependencies,
): Promise<void> {
  const urls = [webhookUrl, ...items.map(({ request }) => request.webhookUrl)];
  if (!urls.some(Boolean)) return;
  await ensureJobsWebhook(em.fork(), vault, { organizationId, createdBy: accountId });
}
