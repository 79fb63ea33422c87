import { expect, test } from "vitest";

import { Model, Provider } from "#db/entities/catalog.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { failOverJob } from "#db/jobs/fail-over.ts";
import { findGenerationRows } from "#db/jobs/generation-rows.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob, mainStep } from "#db/jobs/jobs.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { choiceOf, newJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

async function startJob(): Promise<string> {
  const owner = await createOrganization(database.orm, { credits: 5 });
  const { jobId } = await createJob(em(), newJob(owner, { credits: 2 }));
  await beginJob(em(), jobId);
  return jobId;
}

/** Lazy columns are left out of this comparison. */
function plain(row: object): unknown {
  return JSON.parse(
    JSON.stringify(row, (name, value: unknown) =>
      ["words", "definition"].includes(name) ? undefined : value,
    ),
  );
}

test("the rows of a generation are those that the ORM reads, times and numbers included", async () => {
  const jobId = await startJob();
  await em().execute(
    `update provider_submissions set sent_at = now(), accepted_at = now() - interval '1 second', reported_usd = 0.0125,
       handle = '{"id": "a"}', waiting_since = '2026-02-28 23:59:59.999' where job_id = ?`,
    [jobId],
  );
  await em().execute(
    `update jobs set cancel_requested_at = now(), metadata = '{"a": "b"}' where id = ?`,
    [jobId],
  );

  const rows = await findGenerationRows(em(), { jobId, step: mainStep, generation: 1 });

  const read = em();
  const submission = await read.findOneOrFail(ProviderSubmission, { jobId });
  const model = await read.findOneOrFail(Model, submission.modelId);
  expect(rows.submission.sentAt).toBeInstanceOf(Date);
  expect(plain(rows.job)).toEqual(plain(await read.findOneOrFail(Job, jobId)));
  expect(plain(rows.submission)).toEqual(plain(submission));
  expect(plain(rows.model)).toEqual(plain(model));
  expect(plain(rows.provider)).toEqual(
    plain(await read.findOneOrFail(Provider, model.providerSlug)),
  );
});

test("without a number, the last generation of the step is read", async () => {
  const jobId = await startJob();
  await em().execute(
    `update provider_submissions set error_code = 'provider_overloaded' where job_id = ?`,
    [jobId],
  );
  const ref = { jobId, step: mainStep, generation: 1 };
  expect(await failOverJob(em(), { ref, choice: choiceOf(1) })).toBe(true);

  const last = await findGenerationRows(em(), { jobId, step: mainStep });
  const first = await findGenerationRows(em(), ref);

  expect([first.submission.generation, last.submission.generation]).toEqual([1, 2]);
  await expect(findGenerationRows(em(), { ...ref, generation: 3 })).rejects.toThrow(
    "has no generation 3",
  );
});

test("a model that left the catalog is model_not_found", async () => {
  const jobId = await startJob();
  await em().execute(`update provider_submissions set model_id = 'gone' where job_id = ?`, [jobId]);

  await expect(findGenerationRows(em(), { jobId, step: mainStep })).rejects.toMatchObject({
    code: "model_not_found",
  });
});
