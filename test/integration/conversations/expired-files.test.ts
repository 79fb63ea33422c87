import { expect, test } from "vitest";

import { createStoreInputs } from "#activities/generation/store-inputs.ts";
import { Job } from "#db/entities/job.ts";
import { beginJob, saveInputs } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import { inputKey } from "#storage/storage.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";
import { useApi, useDatabase, useOrganization } from "#test/support/fixtures.ts";
import { createQueuedJob, finishJob } from "#test/support/jobs/finished-jobs.ts";
import { newJob } from "#test/support/jobs/jobs.ts";

/** Files of earlier messages that expire after the message that works on them was read. */

const database = useDatabase();
const api = useApi(database);
const caller = useOrganization(database, { credits: 100 });

const em = () => database.orm.em.fork();
const bytes = Buffer.from("a picture");

/** Stores the inputs of a message that works on this file, as its worker does. */
async function workOn(input: GenerationInput): Promise<{ jobId: string; result: Promise<void> }> {
  const request = { message: "brighter", parseIntent: true, inputs: [input], parameters: {} };
  const { jobId } = await createJob(em(), newJob(caller, { request, choice: null }));
  await beginJob(em(), jobId);
  const store = createStoreInputs({
    orm: database.orm,
    storage: api.storage,
    addresses: {
      publicUrl: "http://engine.test",
      secret: "s".repeat(32),
      secrets: ["s".repeat(32)],
    },
    limits: { inputBytesMax: 1_000, allowPrivateInputs: false },
  });
  return { jobId, result: runActivity(async () => store({ jobId })) };
}

async function expectGone(input: GenerationInput, remedy: string): Promise<void> {
  const source = "outputOf" in input ? input.outputOf : "inputOf" in input ? input.inputOf : "";
  const { jobId, result } = await workOn(input);

  await expect(result).rejects.toMatchObject({
    code: "input_gone",
    message: `The image 1 of the message ${source} is no longer stored. ${remedy}`,
    details: { input: 0, kind: "image", jobId: source },
  });
  expect(await em().findOneOrFail(Job, jobId)).toMatchObject({ credits: null, storedInputs: null });
}

test("an expired result is named, with the remedy, before credits are held", async () => {
  const source = await createQueuedJob(database.orm, caller);
  const file = { jobId: source, bytes, contentType: "image/png" };
  const { outputId } = await finishJob(database.orm, api.storage, caller.organizationId, file);
  await em().execute("update outputs set expires_at = now() - interval '1 hour' where id = ?", [
    outputId,
  ]);

  await expectGone(
    { kind: "image", outputOf: source, ordinal: 0 },
    "Repeat that message, and then this one.",
  );
});

test("a sent file that storage has lost is named, with the remedy, before credits are held", async () => {
  const { jobId: source } = await createJob(em(), newJob(caller));
  await beginJob(em(), source);
  const stored = { kind: "image" as const, storageKey: inputKey(source, 0), bytes: 9 };
  await saveInputs(em(), {
    jobId: source,
    inputs: [{ ...stored, contentType: "image/png", sha256: "0".repeat(64) }],
  });

  await expectGone(
    { kind: "image", inputOf: source, ordinal: 0 },
    "Send the file again, with this message.",
  );
});
