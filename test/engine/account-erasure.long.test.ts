import { afterAll, beforeAll, expect, test } from "vitest";

import { closeAccount } from "#db/accounts/own-account.ts";
import { Account } from "#db/entities/account.ts";
import { Job } from "#db/entities/job.ts";
import { scheduleIdOf } from "#temporal/schedule-id.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { testVault } from "#test/support/api.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";

let engine: TestEngine;

beforeAll(async () => {
  engine = await startTestEngine({
    studioUrl: "http://127.0.0.1:9",
    tasks: ["eraseAccounts"],
  });
  await engine.startTemporal();
}, 120_000);

afterAll(async () => {
  await engine.close();
});

const em = () => engine.orm.em.fork();

/** An account with more jobs than one erasure batch, past its grace period. */
async function closePerson(): Promise<{ accountId: string; organizationId: string }> {
  const { accountId, organizationId } = await createOrganization(engine.orm);
  for (let count = 0; count < 60; count += 1) {
    await createQueuedJob(engine.orm, { accountId, organizationId });
  }
  const longAgo = new Date(Date.now() - 15 * 86_400_000);
  await closeAccount(em(), {
    accountId,
    graceDays: 14,
    actor: {},
    vault: testVault,
    now: longAgo,
  });
  return { accountId, organizationId };
}

test("the schedule erases due accounts, in batches within one run, and again when triggered", async () => {
  const first = await closePerson();
  const isErased = async ({ accountId, organizationId }: typeof first) => {
    const { erasedAt } = await em().findOneOrFail(Account, accountId);
    const jobs = await em().count(Job, { organizationId });
    return erasedAt !== null && jobs === 0;
  };

  await engine.startWorker();

  await expect.poll(async () => isErased(first), { timeout: 90_000, interval: 200 }).toBe(true);
  const second = await closePerson();
  const client = await engine.connectTemporal();
  await client.schedule.getHandle(scheduleIdOf("eraseAccounts")).trigger();
  await expect.poll(async () => isErased(second), { timeout: 90_000, interval: 200 }).toBe(true);
}, 240_000);
