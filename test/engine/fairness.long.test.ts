import { afterAll, beforeAll, expect, test } from "vitest";

import { Provider } from "#db/entities/catalog.ts";
import { ProviderSubmission } from "#db/entities/job.ts";
import { measureSlots } from "#db/providers/provider-slots.ts";
import { plans } from "#domain/billing/plans.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { startTestEngine, type TestEngine } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";

/** With four slots or more, one is reserved for organizations that hold none. */
const limit = 4;
/** Many times the jobs that begin while one job of another organization runs. */
const floodJobs = 200;

let engine: TestEngine;
let studio: FakeStudio;
let worker: NodeProcess;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url, slots: limit });
  await engine.startTemporal();
  [worker] = await Promise.all([engine.startWorker(), engine.startApi()]);
}, 120_000);

afterAll(async () => {
  await engine.close();
  await studio.close();
});

const chat = { message: "a red fox", capability: "text-to-image" };
const em = () => engine.orm.em.fork();

/** An organization with its own API key and credits. */
async function createTenant() {
  const { key, organizationId } = await createOrganization(engine.orm, { credits: 100_000 });
  return {
    organizationId,
    async createJob(): Promise<string> {
      const response = await engine.call("POST", "/v1/chat", chat, { "x-api-key": key });
      const answer = (await response.json()) as { jobId: string };
      if (response.status !== 202) throw new Error(JSON.stringify(answer));
      return answer.jobId;
    },
    async findJob(jobId: string): Promise<{ status: string; stage?: string }> {
      const response = await engine.call("GET", `/v1/jobs/${jobId}`, undefined, {
        "x-api-key": key,
      });
      return response.json() as Promise<{ status: string; stage?: string }>;
    },
  };
}
type Tenant = Awaited<ReturnType<typeof createTenant>>;

async function flood(tenant: Tenant, count: number): Promise<void> {
  for (let queued = 0; queued < count; queued += 20) {
    await Promise.all(Array.from({ length: 20 }, async () => tenant.createJob()));
  }
}

async function until(condition: () => Promise<boolean>, timeout = 120_000): Promise<void> {
  await expect.poll(condition, { timeout, interval: 50 }).toBe(true);
}

/** Runs one job through the whole engine and returns its duration in milliseconds. */
async function complete(tenant: Tenant): Promise<number> {
  const begun = performance.now();
  const jobId = await tenant.createJob();
  await until(async () => (await tenant.findJob(jobId)).status === "completed");
  return performance.now() - begun;
}

async function isInLine(jobId: string): Promise<boolean> {
  const row = await em().findOne(ProviderSubmission, { jobId });
  return row?.waitingSince != null && row.slotUntil == null;
}

async function countJobs({ organizationId }: Tenant, condition: string): Promise<number> {
  const rows = await em().execute<{ count: number }[]>(
    `select count(*)::int as count from jobs where organization_id = ? and ${condition}`,
    [organizationId],
  );
  return rows[0]?.count ?? 0;
}

const slots = async () =>
  (await measureSlots(em(), () => ["key"])).find(({ provider }) => provider === "studio");

test("a run carries its organization as fairness key and the plan's weight", async () => {
  const tenant = await createTenant();
  studio.behave(() => ({ kind: "instant" }));
  const client = await engine.connectTemporal();
  const jobId = await tenant.createJob();
  await until(async () => (await tenant.findJob(jobId)).status === "completed");

  const { raw } = await client.workflow.getHandle(`job/${jobId}`).describe();

  expect(raw.workflowExecutionInfo?.priority).toMatchObject({
    fairnessKey: tenant.organizationId,
    fairnessWeight: plans.enterprise.weight,
  });
}, 240_000);

test("slots of a killed worker are released, and every queued job is sent exactly once", async () => {
  const tenant = await createTenant();
  studio.behave(() => ({ kind: "held" }));
  await flood(tenant, 20);
  await until(async () => (await slots())?.inUse === limit - 1);
  await until(async () => (await slots())?.waiting === 20 - (limit - 1));

  await worker.kill();
  studio.behave(() => ({ kind: "instant" }));
  studio.release();
  worker = await engine.startWorker();

  await until(async () => (await countJobs(tenant, "status = 'completed'")) === 20);
  expect(await slots()).toMatchObject({ inUse: 0, waiting: 0 });
  // One paid request per job, also after the worker's death.
  expect([...studio.submissions.values()].every((times) => times === 1)).toBe(true);
  await expectSoundLedger(engine.orm);
}, 240_000);

test("an organization with hundreds of unfinished jobs does not delay another organization's first job", async () => {
  const [many, another] = await Promise.all([createTenant(), createTenant()]);
  await complete(another);
  const aloneMs = await complete(another);
  let isFlood = true;
  studio.behave(() => (isFlood ? { kind: "held" } : { kind: "instant" }));
  const before = studio.submissions.size;
  await flood(many, floodJobs);
  // All slots that one organization may hold while one is reserved for others; their requests have arrived, too.
  const sent = before + limit - 1;
  await until(async () => studio.submissions.size === sent);
  expect(await slots()).toMatchObject({ inUse: limit - 1 });
  isFlood = false;
  const begun = await countJobs(many, "started_at is not null");

  const besideMs = await complete(another);

  expect(studio.submissions.size - sent).toBe(1);
  expect(await slots()).toMatchObject({ limit, inUse: limit - 1 });
  const begunBeside = (await countJobs(many, "started_at is not null")) - begun;
  console.info(
    `alone ${Math.round(aloneMs)} ms; beside ${floodJobs} jobs ${Math.round(besideMs)} ms, ` +
      `while ${begunBeside} of them began after ${begun}`,
  );
  // Compares counts, not times: on a slow machine both jobs take longer.
  expect(begunBeside).toBeLessThan(floodJobs / 2);
}, 180_000);

test("the first job of another organization is sent next when all slots are in use", async () => {
  const third = await createTenant();
  // With fewer than four slots none is reserved for other organizations.
  await em().nativeUpdate(Provider, { slug: "studio" }, { concurrencyLimit: limit - 1 });
  const jobId = await third.createJob();
  await until(async () => isInLine(jobId));
  // The stage follows the place in the line.
  await expect
    .poll(async () => third.findJob(jobId), { timeout: 30_000 })
    .toMatchObject({ status: "processing", stage: "waiting" });
  const before = studio.submissions.size;

  studio.release();
  await until(async () => (await third.findJob(jobId)).status === "completed");

  const mine = [...studio.submissions.keys()].findIndex((key) => key.startsWith(jobId));
  // The job gets the first free slot; requests in slots that end at the same time may be sent before it.
  expect(mine - before).toBeLessThan(limit - 1);
}, 180_000);
