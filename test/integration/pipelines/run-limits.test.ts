import { expect, test } from "vitest";

import { Organization } from "#db/entities/account.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import { plans } from "#domain/billing/plans.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createTestPipeline } from "#test/support/pipelines/pipelines.ts";
import { queueRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();
const limit = plans.free.openRunsMax;

async function freeOrganization(): Promise<TestOrganization> {
  const owner = await createOrganization(database.orm, { credits: 20 });
  await database.orm.em.fork().nativeUpdate(Organization, owner.organizationId, { plan: "free" });
  return owner;
}

test("concurrent requests start no more runs than the plan allows, and a run that ends makes room", async () => {
  const owner = await freeOrganization();
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const start = async () => queueRun(database.orm, owner, { pipelineId });

  const results = await Promise.allSettled(Array.from({ length: limit + 3 }, start));

  const runIds = results.flatMap((result) => (result.status === "fulfilled" ? result.value : []));
  expect(runIds).toHaveLength(limit);
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    expect(result.reason).toMatchObject({ code: "run_limit_reached", details: { limit } });
  }
  const { organizationId } = owner;
  await requestCancel(database.orm.em.fork(), { jobId: runIds[0] ?? "", organizationId });
  await start();
  await expect(start()).rejects.toMatchObject({ code: "run_limit_reached" });
});

test("a repeated request returns its run at the limit, and other organizations are not limited by it", async () => {
  const [owner, other] = [await freeOrganization(), await freeOrganization()];
  const { pipelineId } = await createTestPipeline(database.orm, owner);
  const order = { pipelineId, idempotencyKey: "first" };
  const first = await queueRun(database.orm, owner, order);
  for (let count = 1; count < limit; count += 1) {
    await queueRun(database.orm, owner, { pipelineId });
  }

  expect(await queueRun(database.orm, owner, order)).toBe(first);
  const ofOther = await createTestPipeline(database.orm, other);
  await queueRun(database.orm, other, ofOther);
});
