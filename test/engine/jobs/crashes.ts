import { expect, test } from "vitest";

import type { JobEngine } from "#test/support/engine/job-engine.ts";

const chat = { message: "a red fox", capability: "text-to-image" };

/** Jobs survive the end of any process. */
export function crashTests(engine: JobEngine): void {
  test("no job is lost or charged twice when a worker is killed mid-job", async () => {
    engine.studio.behave(() => ({ kind: "held" }));
    const jobIds = await Promise.all(Array.from({ length: 5 }, async () => engine.createJob(chat)));
    await expect
      .poll(() => jobIds.every((jobId) => engine.studio.generations.has(`${jobId}:main:1`)), {
        timeout: 30_000,
      })
      .toBe(true);

    await engine.killWorker();
    engine.studio.release();
    await engine.startWorker();

    const jobs = await Promise.all(jobIds.map(async (jobId) => engine.waitForJob(jobId)));
    expect(jobs.map((job) => job.status)).toEqual(jobIds.map(() => "completed"));
    expect(jobs.map((job) => job.billing.capturedCredits)).toEqual(jobIds.map(() => 1));
    const made = [...engine.studio.generations.keys()].filter((key) =>
      jobIds.some((id) => key.startsWith(id)),
    );
    expect(made).toHaveLength(jobIds.length);
  }, 120_000);

  test("a worker killed while it submits sends the request again only under the same idempotency key", async () => {
    engine.studio.behave(() => ({ kind: "loses-answer", times: 1 }));
    const jobId = await engine.createJob(chat);
    await expect
      .poll(() => engine.studio.submissions.get(`${jobId}:main:1`), { timeout: 30_000 })
      .toBe(1);

    await engine.killWorker();
    await engine.startWorker();

    const job = await engine.waitForJob(jobId);
    expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
    expect(
      [...engine.studio.generations.keys()].filter((key) => key.startsWith(jobId)),
    ).toHaveLength(1);
  }, 120_000);

  test("jobs accepted while Temporal is down run when Temporal is available again", async () => {
    engine.studio.behave(() => ({ kind: "instant" }));
    await engine.stopTemporal();

    const jobIds = await Promise.all(Array.from({ length: 3 }, async () => engine.createJob(chat)));
    expect((await engine.findJob(jobIds[0] ?? "")).status).toBe("queued");
    await engine.startTemporal();

    const jobs = await Promise.all(jobIds.map(async (jobId) => engine.waitForJob(jobId)));
    expect(jobs.map((job) => job.status)).toEqual(["completed", "completed", "completed"]);
  }, 120_000);

  test("a job accepted by a killed API process is started by the next one", async () => {
    await engine.stopTemporal();
    const jobId = await engine.createJob(chat);
    await engine.killApi();

    await engine.startTemporal();
    await engine.startApi();

    expect((await engine.waitForJob(jobId)).status).toBe("completed");
  }, 120_000);
}
