import fc from "fast-check";
import { expect, test } from "vitest";

import { findCreditBalance, releaseCredits } from "#db/billing/credits.ts";
import { moveReserve } from "#db/billing/run-reserve.ts";
import { Organization } from "#db/entities/account.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { beginJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { addJobs } from "#db/jobs/jobs.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { expectBalancedBooks } from "#test/support/jobs/credit-books.ts";
import { choiceOf, newJob, queueJob } from "#test/support/jobs/jobs.ts";
import { acceptRun } from "#test/support/pipelines/runs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();
const balanceOf = async ({ organizationId }: TestOrganization) =>
  findCreditBalance(em(), organizationId);

/** Starts steps of a run in one transaction, out of its reserve. Returns the ids of their jobs. */
async function startSteps(
  owner: TestOrganization,
  {
    runId,
    number,
    reserve,
    prices,
  }: { runId: string; number: number; reserve: number; prices: readonly number[] },
): Promise<string[]> {
  return em().transactional(async (tx) => {
    const jobIds = await addJobs(
      tx,
      prices.map((credits, index) =>
        newJob(owner, {
          choice: choiceOf(credits),
          pipeline: { id: "pip_1", version: 1 },
          run: { id: runId, step: `s${number}x${index}`, attempt: 1 },
        }),
      ),
    );
    const started = jobIds.map((jobId, index) => ({ jobId, credits: prices[index] ?? 0 }));
    await moveReserve(tx, { runId, number, credits: reserve, started });
    return jobIds;
  });
}

test("steps start out of the reserve when no credits are left and the limits are lowered to 0", async () => {
  const owner = await createOrganization(database.orm, { credits: 10 });
  const runId = await acceptRun(database.orm, owner);
  await em().transactional(async (tx) =>
    moveReserve(tx, { runId, number: 1, credits: 10, started: [] }),
  );
  const { organizationId, keyId } = owner;
  await em().nativeUpdate(CreditAccount, { organizationId }, { budget: 0 });
  await em().nativeUpdate(Organization, organizationId, { creditsPerHour: 0 });
  await em().execute("update api_keys set credit_limit = 0 where id = ?", [keyId]);

  const [first, second] = await startSteps(owner, { runId, number: 2, reserve: 3, prices: [4, 3] });

  expect(await balanceOf(owner)).toEqual({ available: 0, held: 10 });
  await expect(
    startSteps(owner, { runId, number: 3, reserve: 4, prices: [] }),
  ).rejects.toMatchObject({ code: "insufficient_credits" });
  await captureCredits(em(), { jobId: first ?? "", step: "main", generation: 1 });
  await releaseCredits(em(), second ?? "");
  await expect(
    startSteps(owner, { runId, number: 3, reserve: 4, prices: [] }),
  ).rejects.toMatchObject({ code: "budget_exceeded" });
  await em().nativeUpdate(CreditAccount, { organizationId }, { budget: null });
  await expect(
    startSteps(owner, { runId, number: 3, reserve: 4, prices: [] }),
  ).rejects.toMatchObject({ code: "spend_limit_reached" });
  await em().nativeUpdate(Organization, organizationId, { creditsPerHour: null });
  await expect(
    startSteps(owner, { runId, number: 3, reserve: 4, prices: [] }),
  ).rejects.toMatchObject({ code: "key_limit_reached" });
  await releaseCredits(em(), runId);
  expect(await balanceOf(owner)).toEqual({ available: 6, held: 0 });
});

test("a repeated move changes nothing", async () => {
  const owner = await createOrganization(database.orm, { credits: 10 });
  const runId = await acceptRun(database.orm, owner);
  const move = async (number: number, credits: number) =>
    moveReserve(em(), { runId, number, credits, started: [] });

  await move(1, 8);
  await move(1, 8);
  await move(2, 0);
  await move(2, 0);
  await move(3, 5);
  await move(2, 0);

  expect(await balanceOf(owner)).toEqual({ available: 5, held: 5 });
});

test("of two runs for the last credits, one is refused whole", async () => {
  const owner = await createOrganization(database.orm, { credits: 10 });
  const runIds = [await acceptRun(database.orm, owner), await acceptRun(database.orm, owner)];

  const results = await Promise.allSettled(
    runIds.map(async (runId) => moveReserve(em(), { runId, number: 1, credits: 6, started: [] })),
  );

  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await balanceOf(owner)).toEqual({ available: 4, held: 6 });
});

test("an attempt of a step has one job, and free steps hold nothing", async () => {
  const owner = await createOrganization(database.orm, { credits: 10 });
  const runId = await acceptRun(database.orm, owner);
  const start = async () => startSteps(owner, { runId, number: 1, reserve: 0, prices: [0] });

  const [jobId = ""] = await start();

  await expect(start()).rejects.toThrow("jobs_run_index");
  await captureCredits(em(), { jobId, step: "main", generation: 1 });
  expect(await balanceOf(owner)).toEqual({ available: 10, held: 0 });
});

test("any line of moves holds the reserve and the running steps, next to other jobs of the organization", async () => {
  const turns = fc.array(fc.array(fc.nat(4), { maxLength: 3 }), { minLength: 1, maxLength: 5 });
  const property = fc.asyncProperty(turns, async (line) => {
    const total = line.flat().reduce((sum, price) => sum + price, 0);
    const owner = await createOrganization(database.orm, { credits: total + 1 });
    const runId = await acceptRun(database.orm, owner);
    await moveReserve(em(), { runId, number: 1, credits: total, started: [] });
    // Another job always takes what is free, so that a move that needs more for a moment fails.
    await queueJob(database.orm, owner, 1);
    let reserve = total;
    let captured = 0;
    for (const [turn, prices] of line.entries()) {
      reserve -= prices.reduce((sum, price) => sum + price, 0);
      const jobIds = await startSteps(owner, { runId, number: turn + 2, reserve, prices });
      expect(await balanceOf(owner)).toEqual({ available: 0, held: total + 1 - captured });
      for (const jobId of jobIds) {
        await captureCredits(em(), { jobId, step: "main", generation: 1 });
      }
      captured += prices.reduce((sum, price) => sum + price, 0);
    }
    await beginJob(em(), runId);
    await em().transactional(async (tx) =>
      endWithoutResult(tx, {
        jobId: runId,
        status: "failed",
        error: { code: "internal", message: "" },
      }),
    );
    expect(await balanceOf(owner)).toEqual({ available: 0, held: 1 });
    await expectBalancedBooks(database.orm, owner);
  });
  await fc.assert(property, { numRuns: 10 });
});
