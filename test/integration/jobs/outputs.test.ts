import { expect, test } from "vitest";

import { Organization } from "#db/entities/account.ts";
import { Output } from "#db/entities/job.ts";
import { createOutput, findOutput, listOutputs, type NewOutput } from "#db/jobs/outputs.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";

const database = useDatabase();

const em = () => database.orm.em.fork();

async function newOutput(change: Partial<NewOutput> = {}): Promise<NewOutput> {
  const owner = await createOrganization(database.orm);
  return {
    jobId: await queueJob(database.orm, owner),
    organizationId: owner.organizationId,
    step: "main",
    ordinal: 0,
    storageKey: "jobs/job_1/main-1-0",
    contentType: "image/png",
    // Exceeds 32 bits.
    bytes: 5_000_000_000,
    sha256: "0".repeat(64),
    width: 1024,
    durationSeconds: 2.5,
    ...change,
  };
}

test("a repeated store registers an output once", async () => {
  const output = await newOutput();

  await Promise.all([1, 2, 3].map(async () => createOutput(em(), output)));

  const outputs = await listOutputs(em(), [output.jobId]);
  expect(outputs).toHaveLength(1);
  expect(outputs[0]).toMatchObject({ bytes: 5_000_000_000, width: 1024, durationSeconds: 2.5 });
});

test("outputs are listed by ordinal", async () => {
  const output = await newOutput();
  for (const ordinal of [2, 0, 1]) await createOutput(em(), { ...output, ordinal });

  const outputs = await listOutputs(em(), [output.jobId]);

  expect(outputs.map((each) => each.ordinal)).toEqual([0, 1, 2]);
  expect(await listOutputs(em(), [])).toEqual([]);
});

test("an output is kept for the plan's retention, or for the organization's agreed retention", async () => {
  const output = await newOutput();
  await createOutput(em(), output);
  await em().nativeUpdate(Organization, { id: output.organizationId }, { retentionDays: 3 });
  await createOutput(em(), { ...output, ordinal: 1 });

  const outputs = await listOutputs(em(), [output.jobId]);

  const days = outputs.map((each) => (each.expiresAt.getTime() - Date.now()) / 86_400_000);
  expect(days.map(Math.round)).toEqual([90, 3]);
});

test("an output is found under its own job only", async () => {
  const output = await newOutput();
  const other = await newOutput();
  await createOutput(em(), output);
  const id = await firstId(output);

  expect(await findOutput(em(), { outputId: id, jobId: output.jobId })).toMatchObject({ id });
  await expect(findOutput(em(), { outputId: id, jobId: other.jobId })).rejects.toMatchObject({
    code: "output_not_found",
  });
});

test.each([
  ["whose time is over", { expiresAt: new Date(Date.now() - 1_000) }],
  ["that was deleted", { deletedAt: new Date() }],
])("an output %s is reported as expired, unlike one that never existed", async (_, change) => {
  const output = await newOutput();
  await createOutput(em(), output);
  const id = await firstId(output);
  await em().nativeUpdate(Output, { id }, change);

  await expect(findOutput(em(), { outputId: id })).rejects.toMatchObject({
    code: "output_expired",
  });
  await expect(findOutput(em(), { outputId: "out_nothing" })).rejects.toMatchObject({
    code: "output_not_found",
  });
});

async function firstId({ jobId }: NewOutput): Promise<string> {
  const [output] = await listOutputs(em(), [jobId]);
  if (output === undefined) throw new Error("the job has no output");
  return output.id;
}
