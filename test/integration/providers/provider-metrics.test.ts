import { Registry } from "prom-client";
import { beforeAll, expect, test } from "vitest";

import { registerCostMetrics } from "#api/metrics/cost-metrics.ts";
import { registerProviderMetrics } from "#api/metrics/provider-metrics.ts";
import { Model } from "#db/entities/catalog.ts";
import { ProviderSubmission } from "#db/entities/job.ts";
import { OrganizationProviderKey } from "#db/entities/organization.ts";
import { beginJob, completeJob } from "#db/jobs/job-steps.ts";
import { mainStep } from "#db/jobs/jobs.ts";
import {
  acceptSubmission,
  findSubmission,
  succeedSubmission,
  takeSubmission,
} from "#db/jobs/submissions.ts";
import { measureModels } from "#db/providers/model-latency.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createQueuedJob } from "#test/support/jobs/finished-jobs.ts";
import { queueJob } from "#test/support/jobs/jobs.ts";
import { fail } from "#test/support/routing/provider-circuits.ts";

const database = useDatabase();

beforeAll(async () => {
  await database.orm.em.fork().execute(`update providers set integrated = true`);
});

/** Inserts generations of a model with these durations in seconds. */
async function finish(modelId: string, seconds: readonly number[]): Promise<void> {
  const organization = await createOrganization(database.orm);
  for (const [index, taken] of seconds.entries()) {
    const jobId = await createQueuedJob(database.orm, organization);
    const now = Date.now();
    await database.orm.em.fork().insert(ProviderSubmission, {
      id: `${modelId}:${index}`,
      jobId,
      step: "extra",
      generation: 1,
      organizationId: organization.organizationId,
      providerSlug: "luma",
      modelId,
      idempotencyKey: `${modelId}:${index}`,
      state: "succeeded",
      sentAt: new Date(now - taken * 1_000),
      acceptedAt: new Date(now - taken * 1_000),
      finishedAt: new Date(now),
    });
  }
}

test("circuit states, success ratios and latencies of providers are exported", async () => {
  await finish("ray-2", [10, 20, 30]);
  await fail(database.orm, { providerSlug: "runway", modelId: "gen4.5" }, { times: 5 });
  const registry = new Registry();
  registerProviderMetrics(registry, database.orm);

  const text = await registry.metrics();

  expect(text).toContain('gme_provider_circuit_state{provider="runway",model=""} 2');
  expect(text).toContain('gme_provider_circuit_state{provider="runway",model="gen4.5"} 0');
  expect(text).toContain('gme_provider_circuit_state{provider="luma",model=""} 0');
  expect(text).toContain('gme_provider_success_ratio{provider="luma"} 1');
  expect(text).toContain('gme_provider_seconds{provider="luma",quantile="0.5"} 20');
  expect(text).not.toContain('gme_provider_success_ratio{provider="kling"}');
});

test("a model's duration is measured from five generations on, and written once", async () => {
  await finish("ray-3.2", [4, 6, 5, 90, 5]);
  await finish("ray-flash-2", [4, 6, 5, 90]);

  const changed = await measureModels(database.orm.em.fork());
  const again = await measureModels(database.orm.em.fork());

  expect([changed, again]).toEqual([1, 0]);
  const measured = await database.orm.em
    .fork()
    .find(Model, { providerSlug: "luma" }, { orderBy: { id: "asc" } });
  expect(
    measured
      .filter(({ measuredSeconds }) => measuredSeconds != null)
      .map(({ id, measuredSeconds }) => [id, Number(measuredSeconds)]),
  ).toEqual([["ray-3.2", 5]]);
});

/** Completes a job at this price, whose provider reported this cost. */
async function sell(
  credits: number,
  { modelId, costUsd, paidBy }: { modelId: string; costUsd?: number; paidBy?: "organization" },
): Promise<void> {
  const organization = await createOrganization(database.orm, { credits: 100 });
  const em = database.orm.em.fork();
  const jobId = await queueJob(database.orm, organization, credits);
  await beginJob(em, jobId);
  const { id } = await findSubmission(em, { jobId, step: mainStep, generation: 1 });
  const taken = await takeSubmission(em, id, { takeOver: false });
  const accepted = { submissionId: id, token: taken?.token ?? "", handle: {} };
  await acceptSubmission(em, { ...accepted, costUsd });
  await succeedSubmission(em, id, { files: [] });
  await completeJob(em, { jobId, step: mainStep, generation: 1 });
  const { organizationId, accountId } = organization;
  const key = { id, organizationId, providerSlug: "recraft", setBy: accountId };
  await em.insert(OrganizationProviderKey, {
    ...key,
    sealed: Buffer.from("sealed"),
    last4: "1234",
  });
  await em.nativeUpdate(ProviderSubmission, id, {
    providerSlug: "recraft",
    modelId,
    ...(paidBy === "organization" ? { providerKeyId: id } : {}),
  });
}

test("reported costs are exported beside the prices of the same generations", async () => {
  await sell(1, { modelId: "recraftv4_1", costUsd: 0.035 });
  await sell(1, { modelId: "recraftv4_1", costUsd: 0.04 });
  await sell(1, { modelId: "recraftv4_1" });
  await sell(1, { modelId: "recraftv4_1", costUsd: 9, paidBy: "organization" });
  await sell(2, { modelId: "recraftv4_1_pro", costUsd: 0.21 });
  const registry = new Registry();
  registerCostMetrics(registry, database.orm);

  const text = await registry.metrics();

  const raster = '{provider="recraft",model="recraftv4_1"}';
  const pro = '{provider="recraft",model="recraftv4_1_pro"}';
  expect(text).toContain(`gme_provider_reported_cost_usd${raster} 0.075`);
  expect(text).toContain(`gme_provider_reported_cost_sold_usd${raster} 0.08`);
  expect(text).toContain(`gme_provider_sold_below_cost${raster} 0`);
  expect(text).toContain(`gme_provider_sold_below_cost${pro} 1`);
});
