import { createBatch, type ItemOfBatch, type NewBatch } from "#db/jobs/batches.ts";
import type { MikroORM } from "#db/orm.ts";
import type { TestOrganization } from "#test/support/accounts/organization.ts";

import { choiceOf, pictureRequest } from "./jobs.ts";

export function itemOfBatch(credits = 1, change: Partial<ItemOfBatch> = {}): ItemOfBatch {
  return {
    request: pictureRequest,
    contentType: "image",
    capability: "text-to-image",
    metadata: {},
    choice: choiceOf(credits, [1, credits]),
    itemId: null,
    ...change,
  };
}

/** A batch as the API passes it on, with one item per price. */
export function newBatch(
  { organizationId, accountId }: Pick<TestOrganization, "organizationId" | "accountId">,
  prices: readonly number[] = [1],
  change: Partial<NewBatch> = {},
): NewBatch {
  return {
    organizationId,
    accountId,
    apiKeyId: null,
    name: null,
    metadata: {},
    budget: null,
    webhookUrl: null,
    items: prices.map((credits) => itemOfBatch(credits)),
    ...change,
  };
}

/** Creates a batch of queued jobs; no worker runs them. */
export async function createTestBatch(
  orm: MikroORM,
  owner: Pick<TestOrganization, "organizationId" | "accountId">,
  prices: readonly number[] = [1],
): Promise<{ batchId: string; jobIds: string[] }> {
  const { id: batchId } = await createBatch(orm.em.fork(), newBatch(owner, prices));
  const jobs = await orm.em
    .fork()
    .execute<{ id: string }[]>(`select id from jobs where batch_id = ? order by batch_index`, [
      batchId,
    ]);
  return { batchId, jobIds: jobs.map(({ id }) => id) };
}
