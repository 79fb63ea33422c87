import { beforeAll, beforeEach, expect, test, vi } from "vitest";

import { CircuitTransition, ProviderCircuit } from "#db/entities/provider-health.ts";
import type { TwoProviderEngine } from "#test/support/engine/two-provider-engine.ts";
import {
  fail,
  findCircuitRow,
  ofProvider,
  retryIn,
} from "#test/support/routing/provider-circuits.ts";

const workersMin = 2;
const recraft = ofProvider("recraft");
const patience = { timeout: 60_000, interval: 200 };
const chat = { message: "a red fox", capability: "text-to-image", parameters: {} };
const named = { ...chat, model: "recraftv4_1" };

/** Circuits of recraft, which fails, are shared by all workers. Only jobs make trial requests: no task probes it. */
export function circuitTests(engine: TwoProviderEngine): void {
  beforeAll(async () => {
    while (engine.workers.length < workersMin) await engine.startWorker();
  }, 180_000);

  beforeEach(async () => {
    const em = engine.orm.em.fork();
    await em.nativeDelete(ProviderCircuit, {});
    await em.nativeDelete(CircuitTransition, {});
    await em.execute(`delete from provider_failures`);
    // Ages the successes of earlier tests, so they do not count in this one.
    await em.execute(`update provider_submissions set created_at = created_at - interval '1 day'`);
    engine.studio.behave(() => ({ kind: "instant" }));
    engine.second.behave(() => ({ kind: "instant" }));
    await expectPreferred();
  });

  test("all workers avoid a provider that responds with 500 and use it again after successful trials", async () => {
    engine.second.behave(() => ({ kind: "broken", status: 500 }));

    // A 500 may come before or after the generation, so these requests are never sent again.
    const lost = await Promise.all(Array.from({ length: 5 }, async () => engine.createJob(chat)));
    for (const jobId of lost) {
      expect(await engine.waitForJob(jobId)).toMatchObject({
        status: "failed",
        error: { code: "submission_unknown" },
        billing: { heldCredits: 0, capturedCredits: 0 },
      });
      expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(1);
    }
    expect(await stateOf()).toBe("open");
    await expectOffered(false);

    const others = await Promise.all(Array.from({ length: 6 }, async () => engine.createJob(chat)));
    for (const jobId of others) {
      expect(await engine.waitForJob(jobId)).toMatchObject({
        status: "completed",
        model: { provider: "studio" },
      });
      expect(engine.second.submissions.has(`${jobId}:main:1`)).toBe(false);
    }
    const refused = await engine.call("POST", "/v1/chat", named);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ code: "provider_not_available", retryable: true });

    engine.second.behave(() => ({ kind: "instant" }));
    await retryIn(engine.orm, recraft, -1);
    await expectOffered(true);
    for (const jobId of [await engine.createJob(named), await engine.createJob(named)]) {
      expect(await engine.waitForJob(jobId)).toMatchObject({
        status: "completed",
        model: { provider: "recraft" },
      });
    }
    expect(await history()).toEqual(["closed > open", "open > half_open", "half_open > closed"]);
  }, 180_000);

  test("jobs that get a 503 fail over to the other provider and open the first one's circuit", async () => {
    engine.second.behave(() => ({ kind: "broken", status: 503 }));

    const jobs = await Promise.all(Array.from({ length: 4 }, async () => engine.createJob(chat)));

    for (const jobId of jobs) {
      expect(await engine.waitForJob(jobId)).toMatchObject({
        status: "completed",
        model: { provider: "studio" },
        billing: { heldCredits: 0, capturedCredits: 1 },
      });
    }
    expect(await stateOf()).toBe("open");
  }, 120_000);

  test("a job accepted for a provider whose circuit then opens waits for it and is its trial", async () => {
    await engine.stopWorkers();
    const jobs = [await engine.createJob(named), await engine.createJob(named)];
    const movable = await engine.createJob(chat);
    await fail(engine.orm, { ...recraft, modelId: "recraftv4_1" }, { times: 5 });
    await retryIn(engine.orm, recraft, 30);
    await Promise.all([engine.startWorker(), engine.startWorker()]);

    expect(await engine.waitForJob(movable)).toMatchObject({
      status: "completed",
      model: { provider: "studio" },
    });
    expect(
      [...engine.second.submissions.keys()].filter((key) => jobs.some((id) => key.startsWith(id))),
    ).toEqual([]);

    // After the cool-down the jobs retry without an external trigger.
    for (const jobId of jobs) {
      expect(await engine.waitForJob(jobId)).toMatchObject({
        status: "completed",
        model: { provider: "recraft" },
      });
      expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(1);
    }
    expect(await stateOf()).toBe("closed");
  }, 180_000);

  /** Waits until routing's copy of the circuits, which may be a few seconds old, forgets earlier tests. */
  async function expectPreferred(): Promise<void> {
    await vi.waitFor(async () => {
      const response = await engine.call("POST", "/v1/estimates", chat);
      expect(await response.json()).toMatchObject({ model: { provider: "recraft" } });
    }, patience);
  }

  /** Routing reads the same copy of the catalog as this list; it may be a few seconds old. */
  async function expectOffered(isOffered: boolean): Promise<void> {
    const capability = "text-to-image";
    const ofStudio = await list<object>(`/v1/models?provider=studio&capability=${capability}`);
    await vi.waitFor(async () => {
      const all = await list<{ capability: string; modelsAvailable: number }>("/v1/capabilities");
      const available = all.find((entry) => entry.capability === capability)?.modelsAvailable ?? 0;
      expect(available > ofStudio.length).toBe(isOffered);
    }, patience);
  }

  async function list<Item>(path: string): Promise<Item[]> {
    const response = await engine.call("GET", path);
    return ((await response.json()) as { data: Item[] }).data;
  }

  async function stateOf(): Promise<string> {
    return (await findCircuitRow(engine.orm, recraft))?.state ?? "closed";
  }

  async function history(): Promise<string[]> {
    const rows = await engine.orm.em.fork().find(CircuitTransition, {}, { orderBy: { id: "asc" } });
    return rows.map(({ fromState, toState }) => `${fromState} > ${toState}`);
  }
}
