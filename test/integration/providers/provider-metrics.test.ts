import { Registry } from "prom-client";
import { beforeAll, expect, test } from "vitest";

import { registerProviderMetrics } from "#api/metrics/provider-metrics.ts";
import { Model } from "#db/entities/catalog.ts";
import { ProviderSubmission } from "#db/entities/job.ts";
import { measureModels } from "#db/providers/model-latency.ts";
import { createQueuedJob } from "#test/support/finished-jobs.ts";
import { useDatabase } from "#test/support/fixtures.ts";
import { createOrganization } from "#test/support/organization.ts";
import { fail } from "#test/support/provider-circuits.ts";

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
