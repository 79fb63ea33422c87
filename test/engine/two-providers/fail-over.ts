import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { Provider } from "#db/entities/catalog.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import type { TwoProviderEngine } from "#test/support/engine/two-provider-engine.ts";
import { keepClosed } from "#test/support/routing/provider-circuits.ts";
import type { Behaviour } from "#test/support/servers/fake-studio.ts";

/** Subject of a job's message → behaviour of the preferred provider. */
const behaviours = new Map<string, Behaviour>();

const unknown = {
  status: "failed",
  error: { code: "submission_unknown" },
  billing: { heldCredits: 0, capturedCredits: 0 },
};

/** Jobs of a provider that refuses, stalls or loses responses. */
export function failOverTests(engine: TwoProviderEngine): void {
  beforeAll(async () => {
    engine.second.behave(({ prompt }) => {
      const [, behaviour] = [...behaviours].find(([subject]) => prompt.includes(subject)) ?? [];
      if (behaviour === undefined) throw new Error(`no behaviour for ${prompt}`);
      return behaviour;
    });
    // Consecutive failures of several tests must not open the circuit for the next test.
    await keepClosed(engine.orm, { providerSlug: "recraft", modelId: "recraftv4_1_pro" });
  });

  test.concurrent("a job fails over to the next model, the only one charged, when the provider rejects the platform key", async () => {
    const jobId = await createJob("fox", { kind: "unauthorized" });
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      status: "completed",
      model: { id: "studio-image", provider: "studio" },
      routing: {
        attempts: [
          { provider: "recraft", outcome: "failed", code: "provider_credential_invalid" },
          { provider: "studio", model: "studio-image", outcome: "succeeded" },
        ],
      },
      billing: { heldCredits: 0, capturedCredits: 1 },
    });
    expect(job.routing.reason).toContain("took over");
    expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(1);
    expect(engine.studio.submissions.get(`${jobId}:main:2`)).toBe(1);
  });

  test.concurrent("a job fails over after three attempts when the provider stays busy", async () => {
    const jobId = await createJob("owl", { kind: "busy", times: 100 });
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      status: "completed",
      routing: {
        attempts: [
          { provider: "recraft", outcome: "failed", code: "provider_rate_limited" },
          { provider: "studio", outcome: "succeeded" },
        ],
      },
    });
    expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(3);
  });

  test.concurrent("a job without failover fails with the provider's error and its credits are released", async () => {
    const jobId = await createJob(
      "horse",
      { kind: "unauthorized" },
      { routing: { failover: false } },
    );
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      status: "failed",
      error: { code: "provider_credential_invalid" },
      billing: { heldCredits: 0, capturedCredits: 0 },
    });
    expect(job.routing.attempts).toHaveLength(1);
  });

  test.concurrent("a model requested by name is not replaced by another", async () => {
    const jobId = await createJob("whale", { kind: "unauthorized" }, { model: "recraftv4_1" });

    expect((await engine.waitForJob(jobId)).status).toBe("failed");
    expect(engine.studio.submissions.has(`${jobId}:main:2`)).toBe(false);
  });

  test.concurrent("a job does not fail over when the provider rejects the request itself", async () => {
    const jobId = await createJob("tiger", { kind: "refuses", message: "unsafe" });

    expect(await engine.waitForJob(jobId)).toMatchObject({
      status: "failed",
      error: { code: "provider_rejected" },
    });
    expect(engine.studio.submissions.has(`${jobId}:main:2`)).toBe(false);
  });

  test.concurrent("a job whose lost response cannot be looked up fails and is sent neither again nor to another provider", async () => {
    const jobId = await createJob("rabbit", { kind: "loses-answer", times: 1 });
    const job = await engine.waitForJob(jobId);

    expect(job).toMatchObject({
      ...unknown,
      routing: { attempts: [{ outcome: "unknown", code: "submission_unknown" }] },
    });
    expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(1);
    expect(engine.studio.submissions.has(`${jobId}:main:2`)).toBe(false);
  });

  // Not concurrent with the tests above, because the class is a column of the provider's row.
  describe("a provider that recognizes a repeated request by its key", () => {
    beforeAll(async () => setIdempotency("key"));
    afterAll(async () => setIdempotency("none"));

    test.concurrent.each([401, 429] as const)(
      "a lost response followed by %d does not cause a failover and is found under the same key",
      async (status) => {
        const behaviour = { kind: "loses-answer-then-refuses", status, times: 3 } as const;
        const jobId = await createJob(status === 401 ? "lion" : "castle", behaviour);
        const job = await engine.waitForJob(jobId);

        expect(job).toMatchObject({
          status: "completed",
          routing: { attempts: [{ provider: "recraft", outcome: "succeeded" }] },
          billing: { heldCredits: 0 },
        });
        expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(5);
        expect(engine.studio.submissions.has(`${jobId}:main:2`)).toBe(false);
      },
    );
  });

  test("a response that reaches a suspended worker after its job failed is recorded and canceled at the provider", async () => {
    const jobId = await createJob("bear", { kind: "stalls" });
    await expect
      .poll(() => engine.second.submissions.get(`${jobId}:main:1`), { timeout: 30_000 })
      .toBe(1);
    const pids = engine.workers.map((worker) => worker.process.identity.pid);
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await engine.startWorker();
    expect(await engine.waitForJob(jobId)).toMatchObject(unknown);

    engine.second.release();
    for (const pid of pids) process.kill(pid, "SIGCONT");

    const client = await engine.connectTemporal();
    await expect
      .poll(
        async () => {
          await client.schedule.getHandle("gme/settle-submissions").trigger();
          return (await engine.findJob(jobId)).routing.attempts[0]?.outcome;
        },
        { timeout: 60_000, interval: 2_000 },
      )
      .toBe("canceled");
    expect(engine.second.cancels).toContain(engine.second.generations.get(`${jobId}:main:1`)?.id);
    expect(engine.second.submissions.get(`${jobId}:main:1`)).toBe(1);
    expect(await engine.findJob(jobId)).toMatchObject(unknown);
  }, 150_000);

  async function setIdempotency(idempotency: IdempotencyClass): Promise<void> {
    await engine.orm.em.fork().nativeUpdate(Provider, { slug: "recraft" }, { idempotency });
  }

  /** Creates a job. The preferred provider treats requests for its subject like this; each test has its own. */
  async function createJob(
    subject: string,
    behaviour: Behaviour,
    body: object = {},
  ): Promise<string> {
    behaviours.set(subject, behaviour);
    const message = `a red ${subject}`;
    return engine.createJob({ message, capability: "text-to-image", parameters: {}, ...body });
  }
}
