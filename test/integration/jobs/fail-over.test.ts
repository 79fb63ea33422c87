import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { createFailOver } from "#activities/generation/fail-over.ts";
import { Model } from "#db/entities/catalog.ts";
import { CreditAccount } from "#db/entities/credits.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { beginJob } from "#db/jobs/job-steps.ts";
import { createJob, requestCancel } from "#db/jobs/jobs.ts";
import {
  acceptSubmission,
  endSubmission,
  findSubmission,
  returnSubmission,
  takeSubmission,
} from "#db/jobs/submissions.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { GenerationPlan, GenerationRef } from "#domain/jobs/generation-run.ts";
import type { RoutingPreferences } from "#domain/routing/routing.ts";
import { createOrganization, type TestOrganization } from "#test/support/accounts/organization.ts";
import { integrateSecondProvider, secondProvider } from "#test/support/engine/second-provider.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { newJob, pictureRequest } from "#test/support/jobs/jobs.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";

const database = useDatabase();

let organization: TestOrganization;
let ref: GenerationRef;

beforeAll(async () => {
  await integrateSecondProvider(database.orm, { url: "http://127.0.0.1:9" });
});

afterAll(async () => {
  await expectSoundLedger(database.orm);
});

const em = () => database.orm.em.fork();

beforeEach(async () => {
  organization = await createOrganization(database.orm);
  ref = await startJob();
});

/** A running job at the second provider's best model, six credits held. */
async function startJob(change: { model?: string; routing?: RoutingPreferences } = {}) {
  const job = newJob(organization, {
    capability: "text-to-image",
    contentType: "image",
    request: { ...pictureRequest, ...change },
    choice: {
      modelId: "recraftv4_1_pro",
      providerSlug: secondProvider.slug,
      providerKeyId: null,
      credits: 6,
      routing: { strategy: "quality", reason: "It is the best.", assumptions: [] },
    },
  });
  const { jobId } = await createJob(em(), job);
  await beginJob(em(), jobId);
  return { jobId, step: "main", generation: 1 };
}

async function failOver(of = ref): Promise<GenerationPlan | null> {
  const dependencies = {
    orm: database.orm,
    logger: pino({ level: "silent" }),
    providerSettings: { STUDIO_URL: "http://127.0.0.1:9", [secondProvider.setting]: "test" },
  };
  return createFailOver(dependencies)(of);
}

async function take(): Promise<{ submissionId: string; token: string }> {
  const { id: submissionId } = await findSubmission(em(), ref);
  const fence = await takeSubmission(em(), submissionId, { takeOver: false });
  return { submissionId, token: fence?.token ?? "" };
}

async function refuse(code: ErrorCode): Promise<void> {
  await endSubmission(em(), { ...(await take()), state: "failed", code });
}

async function listGenerations(): Promise<ProviderSubmission[]> {
  return em().find(ProviderSubmission, { jobId: ref.jobId }, { orderBy: { generation: "asc" } });
}

test("failover releases the refused attempt's hold and holds the new price in one commit", async () => {
  await refuse("provider_balance_empty");

  expect(await failOver()).toMatchObject({
    model: "studio-image",
    provider: "studio",
    credits: 1,
    generation: 2,
  });

  expect(await em().findOneOrFail(CreditAccount, organization.organizationId)).toMatchObject({
    available: 999,
    held: 1,
  });
  expect(await listGenerations()).toMatchObject([
    { generation: 1, state: "failed", errorCode: "provider_balance_empty" },
    { generation: 2, state: "prepared", idempotencyKey: `${ref.jobId}:main:2` },
  ]);
  expect(await em().findOneOrFail(Job, ref.jobId)).toMatchObject({
    modelId: "studio-image",
    credits: 1,
  });
});

test("an unavailable model is replaced by another model of the same provider", async () => {
  await refuse("model_not_available");

  expect(await failOver()).toMatchObject({ provider: secondProvider.slug, generation: 2 });
});

test("five concurrent failovers choose one successor, and a later failover keeps it", async () => {
  await refuse("provider_credential_invalid");

  const plans = await Promise.all(Array.from({ length: 5 }, async () => failOver()));

  for (const plan of [...plans, await failOver()]) expect(plan).toMatchObject({ generation: 2 });
  expect(await listGenerations()).toHaveLength(2);
});

test("a postponed attempt cannot be sent once another model has taken over", async () => {
  const taken = await take();
  await returnSubmission(em(), { ...taken, code: "provider_rate_limited" });

  expect(await failOver()).toMatchObject({ generation: 2 });

  expect(await takeSubmission(em(), taken.submissionId, { takeOver: true })).toBeNull();
});

test.each(["sent", "accepted", "succeeded", "unknown", "prepared"] as const)(
  "an attempt that may have been taken, or was never sent (%s), is not replaced",
  async (state) => {
    await em().nativeUpdate(ProviderSubmission, { jobId: ref.jobId }, { state });

    expect(await failOver()).toBeNull();
    expect(await listGenerations()).toHaveLength(1);
  },
);

test("an attempt that the provider had accepted is not replaced, whatever its end", async () => {
  const { submissionId, token } = await take();
  await acceptSubmission(em(), { submissionId, token, handle: { id: "gen_1" } });
  // The refusal of a poll, for example of a key that was replaced: the generation may be made and paid for.
  await endSubmission(em(), { submissionId, state: "failed", code: "provider_credential_invalid" });

  expect(await failOver()).toBeNull();
  expect(await listGenerations()).toHaveLength(1);
});

test.each([
  "provider_outcome_unknown",
  "provider_rejected",
  "content_refused",
  "provider_failed",
] as const)("%s does not cause failover", async (code) => {
  await refuse(code);

  expect(await failOver()).toBeNull();
});

test("a successor never costs more than the hold", async () => {
  const { pricing } = await em().findOneOrFail(Model, "studio-image");
  const dearer = { ...pricing, typicalCredits: 7 };
  await em().nativeUpdate(Model, { id: "studio-image" }, { pricing: dearer });
  await refuse("provider_credential_invalid");

  expect(await failOver()).toBeNull();
  await em().nativeUpdate(Model, { id: "studio-image" }, { pricing });
});

test("a request for one model, or with failover off, keeps its model", async () => {
  ref = await startJob({ model: "recraftv4_1_pro" });
  await refuse("provider_credential_invalid");
  expect(await failOver()).toBeNull();

  ref = await startJob({ routing: { failover: false } });
  await refuse("provider_credential_invalid");
  expect(await failOver()).toBeNull();
});

test("a job that is being canceled does not fail over", async () => {
  await refuse("provider_credential_invalid");
  const { organizationId } = organization;
  await requestCancel(em(), { jobId: ref.jobId, organizationId });

  expect(await failOver()).toBeNull();
});

test("a budget spent in the meantime prevents the failover and keeps the first hold", async () => {
  await refuse("provider_credential_invalid");
  const { organizationId } = organization;
  await em().nativeUpdate(CreditAccount, { organizationId }, { budget: 0 });

  expect(await failOver()).toBeNull();

  expect(await em().findOneOrFail(CreditAccount, organizationId)).toMatchObject({ held: 6 });
});
