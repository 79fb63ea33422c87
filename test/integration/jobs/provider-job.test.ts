import { ApplicationFailure } from "@temporalio/common";
import { expect, test } from "vitest";

import { createPollProvider } from "#activities/generation/poll-provider.ts";
import { createStoreOutput } from "#activities/generation/store-output.ts";
import { createSubmitToProvider } from "#activities/generation/submit-to-provider.ts";
import { adapters } from "#activities/providers/index.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob } from "#db/jobs/jobs.ts";
import { listOutputs } from "#db/jobs/outputs.ts";
import { findSubmission } from "#db/jobs/submissions.ts";
import { fingerprintOf } from "#db/providers/platform-keys.ts";
import { AppError } from "#domain/errors.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { stepsOf } from "#test/support/engine/provider-steps.ts";
import { useDatabase, useFolder } from "#test/support/fixtures.ts";
import { newJob } from "#test/support/jobs/jobs.ts";
import { startBlackForestLabs } from "#test/support/providers/black-forest-labs.ts";
import { serviceAccountKey, startGoogleCloud } from "#test/support/providers/google-cloud.ts";
import { mediaFile } from "#test/support/providers/media-files.ts";
import { startOpenai } from "#test/support/providers/openai.ts";
import { simulatorKey } from "#test/support/providers/simulator.ts";

const database = useDatabase();
const folder = useFolder("gme-provider-");

const em = () => database.orm.em.fork();

/** Runs the steps of a new job at a real adapter. */
async function jobAt(
  { modelId, providerSlug }: { modelId: string; providerSlug: string },
  providerSettings: Record<string, string>,
) {
  const choice = {
    modelId,
    providerSlug,
    providerKeyId: null,
    credits: 2,
    routing: { strategy: "requested" as const, reason: "test", assumptions: [] },
  };
  const organization = await createOrganization(database.orm);
  const { jobId } = await createJob(em(), { ...newJob(organization, { credits: 2 }), choice });
  await beginJob(em(), jobId);
  const ref = { jobId, step: "main", generation: 1 };
  const step = stepsOf(ref, { database, folder, adapters, providerSettings });
  return {
    ref,
    submit: step(createSubmitToProvider),
    poll: step(createPollProvider),
    store: step(createStoreOutput),
  };
}

async function storedBytes(jobId: string): Promise<number[]> {
  const outputs = await listOutputs(em(), [jobId]);
  return outputs.map(({ bytes }) => bytes);
}

test("a polled image is stored even though its first result URL has expired", async () => {
  const simulator = await startBlackForestLabs();
  const job = await jobAt(
    { modelId: "flux-2-pro", providerSlug: "black-forest-labs" },
    {
      BLACK_FOREST_LABS_API_KEY: `wrong-key-000,${simulatorKey}`,
      BLACK_FOREST_LABS_BASE_URL: simulator.url,
    },
  );
  simulator.play({ expiredResults: 1 });

  // The first key is refused and cools down; the same request is sent again with the other key.
  expect(await job.submit()).toMatchObject({ state: "not_sent", code: "provider_overloaded" });
  expect(await job.submit()).toMatchObject({ state: "accepted" });
  await expect(job.poll()).rejects.toBeInstanceOf(ApplicationFailure);
  await job.poll();
  await expect(job.store()).rejects.toSatisfy(
    (error: unknown) => error instanceof AppError && error.code === "provider_result_expired",
  );
  await job.store();

  const { handle, keyFingerprint } = await findSubmission(em(), job.ref);
  expect(keyFingerprint).toBe(fingerprintOf(simulatorKey));
  expect(JSON.stringify(handle)).not.toContain(simulatorKey);
  expect(await storedBytes(job.ref.jobId)).toEqual([mediaFile("jpg").byteLength]);
  expect(simulator.billed()).toBe(1);
  await simulator.close();
});

test("an image returned in the submit response is stored by the step that sent the request", async () => {
  const simulator = await startOpenai();
  const job = await jobAt(
    { modelId: "gpt-image-2", providerSlug: "openai" },
    { OPENAI_API_KEY: simulatorKey, OPENAI_BASE_URL: simulator.url },
  );

  expect(await job.submit()).toEqual({ state: "succeeded" });
  await job.store();

  expect(await storedBytes(job.ref.jobId)).toEqual([mediaFile("png").byteLength]);
  expect(simulator.billed()).toBe(1);
  await simulator.close();
});

test("a video of a model with its own provider key is requested with that key, and stored", async () => {
  const simulator = await startGoogleCloud();
  const key = serviceAccountKey(simulator);
  const job = await jobAt(
    { modelId: "veo-3.1-lite-generate-001", providerSlug: "google" },
    { GOOGLE_API_KEY: "another", GOOGLE_CLOUD_KEY: key, GOOGLE_CLOUD_BASE_URL: simulator.url },
  );

  expect(await job.submit()).toEqual({ state: "accepted" });
  await expect(job.poll()).rejects.toBeInstanceOf(ApplicationFailure);
  await job.poll();
  await job.store();

  const submission = await findSubmission(em(), job.ref);
  expect(JSON.stringify(submission)).not.toContain("PRIVATE KEY");
  expect(JSON.stringify(submission)).not.toContain("ya29.");
  expect(await storedBytes(job.ref.jobId)).toEqual([mediaFile("mp4").byteLength]);
  expect(simulator.billed()).toBe(1);
  await simulator.close();
});
