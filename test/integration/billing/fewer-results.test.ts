import { describe, expect, test } from "vitest";

import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { adapters } from "#activities/providers/index.ts";
import { billingReason } from "#api/present/job.ts";
import { findCreditSummary } from "#db/billing/credit-summary.ts";
import { findCreditBalance, listCreditEntries, releaseCredits } from "#db/billing/credits.ts";
import { findWrongBooks } from "#db/billing/verify-books.ts";
import { Job } from "#db/entities/job.ts";
import { findEndedJob } from "#db/jobs/ended-job.ts";
import { listJobParts } from "#db/jobs/job-parts.ts";
import { beginJob, completeJob, endWithoutResult } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listModels, toCandidate } from "#db/providers/catalog.ts";
import { toJobChoice } from "#domain/routing/job-choice.ts";
import { chooseModel } from "#domain/routing/routing.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { captureCredits } from "#test/support/jobs/capture-credits.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";
import { noteMadeFiles } from "#test/support/jobs/made-files.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";
import { startXai } from "#test/support/providers/xai.ts";

const database = useDatabase();
const folder = useFolder("gme-fewer-results-");

const em = () => database.orm.em.fork();
const mainOf = (jobId: string) => ({ jobId, step: "main", generation: 1 });

/** A running job of four results, which cost 3, 5, 8 and 10 credits. */
async function orderFour(owner: TestOrganization): Promise<string> {
  const choice = choiceOf(10, [3, 5, 8, 10]);
  const { jobId } = await createJob(em(), newJob(owner, { credits: 10, choice }));
  await beginJob(em(), jobId);
  return jobId;
}

async function billingOf(jobId: string) {
  return (await listJobParts(em(), [jobId]))(jobId).billing;
}

async function spentThisMonth({ organizationId }: TestOrganization): Promise<number> {
  const { budget } = await findCreditSummary(em(), { organizationId, now: new Date() });
  return budget.spent;
}

test("a provider that withholds two of four images is paid for two by the caller, and the rest is released", async () => {
  const simulator = await startXai({ withheld: 2 });
  const providerSettings = { XAI_API_KEY: simulatorKey, XAI_BASE_URL: simulator.url };
  const owner = await createOrganization(database.orm, { credits: 20 });
  const request = {
    parseIntent: false,
    capability: "text-to-image" as const,
    prompt: "a red fox",
    inputs: [],
    parameters: { count: 4 },
  };
  const models = await listModels(em(), providerSettings, { capability: "text-to-image" });
  const decision = chooseModel(models.map(toCandidate), {
    ...request,
    requestedModel: "grok-imagine-image-quality",
  });
  const prices = decision.creditsByCount ?? [];
  const { jobId } = await createJob(
    em(),
    newJob(owner, { credits: decision.credits, choice: toJobChoice(decision), request }),
  );
  await beginJob(em(), jobId);
  const step = stepsOf(mainOf(jobId), { database, folder, adapters, providerSettings });
  expect(await step(createSubmitToProvider)()).toEqual({ state: "succeeded" });
  await step(createStoreOutput)();

  expect(await completeJob(em(), mainOf(jobId))).toBe("completed");

  expect(prices).toHaveLength(4);
  expect(prices[1]).toBeLessThan(decision.credits);
  const parts = (await listJobParts(em(), [jobId]))(jobId);
  expect(parts.outputs).toHaveLength(2);
  expect(parts.billing).toEqual({
    heldCredits: 0,
    capturedCredits: prices[1],
    releasedCredits: decision.credits - (prices[1] ?? 0),
  });
  const job = await em().findOneOrFail(Job, jobId);
  expect(billingReason(job, parts.billing ?? expect.fail())).toBe(
    `${prices[1] ?? ""} credits charged and ${decision.credits - (prices[1] ?? 0)} credits released: the provider made fewer results than ordered.`,
  );
  await simulator.close();
});

describe("a job with fewer results than ordered", () => {
  test.each([
    [1, 3],
    [2, 5],
    [4, 10],
    [9, 10],
  ])("%i of 4: %i of 10 credits are charged", async (files, charged) => {
    const owner = await createOrganization(database.orm, { credits: 20 });
    const jobId = await orderFour(owner);
    await noteMadeFiles(em(), mainOf(jobId), files);

    await completeJob(em(), mainOf(jobId));

    expect(await billingOf(jobId)).toEqual({
      heldCredits: 0,
      capturedCredits: charged,
      releasedCredits: 10 - charged,
    });
    expect(await findCreditBalance(em(), owner.organizationId)).toEqual({
      available: 20 - charged,
      held: 0,
    });
    expect(await spentThisMonth(owner)).toBe(charged);
    expect(await findEndedJob(em(), jobId)).toMatchObject({
      credits: charged,
      releasedCredits: 10 - charged,
    });
    expect(await findWrongBooks(em(), [owner.organizationId])).toEqual([]);
  });

  test("a price that was frozen for one result is charged in full", async () => {
    const owner = await createOrganization(database.orm, { credits: 20 });
    const { jobId } = await createJob(em(), newJob(owner, { credits: 4 }));
    await beginJob(em(), jobId);
    await noteMadeFiles(em(), mainOf(jobId), 1);

    await completeJob(em(), mainOf(jobId));

    expect(await billingOf(jobId)).toMatchObject({ capturedCredits: 4, releasedCredits: 0 });
  });

  test("is settled once by concurrent and repeated calls", async () => {
    const owner = await createOrganization(database.orm, { credits: 20 });
    const jobId = await orderFour(owner);
    await noteMadeFiles(em(), mainOf(jobId), 2);

    await Promise.all([
      completeJob(em(), mainOf(jobId)),
      completeJob(em(), mainOf(jobId)),
      endWithoutResult(em(), { jobId, status: "failed" }),
    ]);
    await completeJob(em(), mainOf(jobId));
    await captureCredits(em(), mainOf(jobId));
    await releaseCredits(em(), jobId);

    const entries = await listCreditEntries(em(), {
      organizationId: owner.organizationId,
      kind: undefined,
      limit: 10,
      beforeId: undefined,
    });
    const { status } = await em().findOneOrFail(Job, jobId);
    const amounts = entries.map(({ kind, amount }) => [kind, amount]);
    expect(amounts).toEqual(
      status === "completed"
        ? [
            ["release", 5],
            ["capture", 5],
            ["hold", 10],
            ["grant", 20],
          ]
        : [
            ["release", 10],
            ["hold", 10],
            ["grant", 20],
          ],
    );
  });
});

describe("the ledger refuses", () => {
  test.each([
    ["a remainder without a capture, before the capture", [["release", 4, true]]],
    ["a capture in part without its remainder", [["capture", 6, false]]],
    ["a remainder that is too small", [["capture", 6, false], ["release", 3, true]]], // prettier-ignore
    ["a remainder that is too large", [["capture", 6, false], ["release", 5, true]]], // prettier-ignore
    ["a capture in full with a remainder", [["capture", 10, false], ["release", 1, true]]], // prettier-ignore
    ["two remainders", [["capture", 6, false], ["release", 2, true], ["release", 2, true]]], // prettier-ignore
    ["a capture and a release", [["capture", 5, false], ["release", 5, false]]], // prettier-ignore
  ] as const)("%s", async (_, entries) => {
    const owner = await createOrganization(database.orm, { credits: 20 });
    const jobId = await orderFour(owner);
    const rows = entries.map(([kind, amount, remainder]) => ({ kind, amount, remainder }));

    await expect(
      em().execute(
        `insert into credit_entries
           (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, remainder)
         select ?, kind, amount, 'held', case kind when 'capture' then 'spent' else 'available' end, ?, 'main', 1, remainder
         from jsonb_to_recordset(?::jsonb) as row (kind text, amount int, remainder boolean)`,
        [owner.organizationId, jobId, JSON.stringify(rows)],
      ),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
    expect(await billingOf(jobId)).toEqual({
      heldCredits: 10,
      capturedCredits: 0,
      releasedCredits: 0,
    });
  });
});

test("a hold of last month takes nothing from this month's spending when it is released", async () => {
  const owner = await createOrganization(database.orm, { credits: 30 });
  const [old, fresh] = await Promise.all([orderFour(owner), orderFour(owner)]);
  // The ledger is append-only for the engine; an owner of the table can disable the trigger.
  await em().transactional(async (tx) => {
    await tx.execute("alter table credit_entries disable trigger credit_entries_append_only");
    await tx.execute(
      `update credit_entries set created_at = now() - interval '40 days' where job_id = ?`,
      [old],
    );
    await tx.execute("alter table credit_entries enable trigger credit_entries_append_only");
    await tx.execute("update credit_accounts set spent = 10 where organization_id = ?", [
      owner.organizationId,
    ]);
  });

  await endWithoutResult(em(), { jobId: old ?? "", status: "failed" });
  expect(await spentThisMonth(owner)).toBe(10);
  await endWithoutResult(em(), { jobId: fresh ?? "", status: "failed" });
  expect(await spentThisMonth(owner)).toBe(0);
});
