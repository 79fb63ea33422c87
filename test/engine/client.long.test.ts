import { createHash } from "node:crypto";

import { createMediaEngine } from "@gme/ai-sdk-provider";
import {
  AbortError,
  JobCanceledError,
  JobFailedError,
  MediaEngine,
  WaitTimeoutError,
  type JobEvent,
  type RunOptions,
} from "@gme/client";
import { generateImage } from "ai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { outboxWaiting } from "#db/engine-gauges.ts";
import { Job } from "#db/entities/job.ts";
import { EngineGauge } from "#db/entities/status.ts";
import { ruleGroups } from "#scripts/alerts/rules-file.ts";
import { dashboards } from "#scripts/grafana/dashboards.ts";
import { testPages } from "#test/support/documents/test-pages.ts";
import { startTestEngine, type TestEngine, type TestWorker } from "#test/support/engine/engine.ts";
import type { NodeProcess } from "#test/support/engine/node-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { listMissingMetrics } from "#test/support/measurements/exported-metrics.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import { startFaultyProxy, type FaultyProxy } from "#test/support/servers/faulty-proxy.ts";

let engine: TestEngine;
let studio: FakeStudio;
let proxy: FaultyProxy;
let apiProcess: NodeProcess;
let worker: TestWorker;
let client: MediaEngine;

beforeAll(async () => {
  studio = await startFakeStudio();
  engine = await startTestEngine({ studioUrl: studio.url, env: { OUTPUT_URL_SECONDS: "60" } });
  proxy = await startFaultyProxy(engine);
  await engine.startTemporal();
  [apiProcess, worker] = await Promise.all([engine.startApi(), engine.startWorker()]);
  client = new MediaEngine({ baseUrl: proxy.url, apiKey: engine.key, retriesMax: 30 });
}, 120_000);

afterAll(async () => {
  await expectSoundLedger(engine.orm);
  await proxy.close();
  await engine.close();
  await studio.close();
});

beforeEach(() => {
  studio.behave(() => ({ kind: "instant" }));
  proxy.behave(() => "pass");
});

const image = { capability: "text-to-image", prompt: "a red fox" } as const;

async function countJobs(): Promise<number> {
  return engine.orm.em.fork().count(Job, {});
}

async function untilSubmitted(): Promise<void> {
  const before = studio.submissions.size;
  await expect.poll(() => studio.submissions.size, { timeout: 30_000 }).toBeGreaterThan(before);
}

describe("run", () => {
  test("returns the job with its file in one request, and the file needs neither URL nor one connection", async () => {
    const job = await client.run(image);

    expect(job).toMatchObject({ status: "completed", billing: { capturedCredits: 1 } });
    expect(proxy.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "POST /v1/generations",
    ]);
    expect(JSON.parse(JSON.stringify(job.output))).toEqual(
      expect.objectContaining({ ...job.output }),
    );
    job.output.url = "http://expired.test/";
    const file = await job.output.blob();
    const hash = createHash("sha256")
      .update(await file.bytes())
      .digest("hex");
    expect(hash).toBe(job.output.sha256);
    expect(file.type).toBe("image/png");

    proxy.behave((_, attempt) => (attempt === 0 ? 10 : "pass"));
    expect(new Uint8Array(await job.output.arrayBuffer())).toEqual(await file.bytes());
    expect(proxy.requests.map(({ headers }) => headers.range)).toEqual([undefined, "bytes=10-"]);
  });

  test("uploads the files of its inputs, each once", async () => {
    const { output } = await client.run(image);
    const file = await output.blob();
    const request = {
      capability: "image-to-image",
      prompt: "as a drawing",
      inputs: [{ kind: "image", file, name: "fox.png" }],
    } as const;

    const jobs = [await client.run(request), await client.run(request)];

    const inputs = jobs.map((job) => job.request.inputs);
    expect(inputs[0]).toEqual([{ kind: "image", assetId: expect.any(String) }]);
    expect(inputs[1]).toEqual(inputs[0]);
    const forms = proxy.requests.filter(({ headers }) =>
      headers["content-type"]?.startsWith("multipart/form-data"),
    );
    expect(forms).toHaveLength(1);
  });

  test("reports the progress with each event", async () => {
    const events: JobEvent[] = [];
    const job = await client.run(
      { message: "a red fox" },
      { onProgress: (event) => events.push(event) },
    );
    expect(job.status).toBe("completed");
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(events.at(-1)?.type).toBe("job.completed");
  });

  test("throws the error of a job that failed, with the job", async () => {
    studio.behave(() => ({ kind: "fails", message: "out of paint" }));
    const error = await client.run(image).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(JobFailedError);
    expect((error as JobFailedError).job).toMatchObject({
      status: "failed",
      billing: { capturedCredits: 0 },
    });
  });

  test("that times out leaves the job, whose id the error has", async () => {
    studio.behave(() => ({ kind: "held" }));
    const error = await client.run(image, { timeoutMs: 1_000 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(WaitTimeoutError);
    const handle = client.jobs.attach((error as WaitTimeoutError).jobId);
    const waiting = handle.wait();
    await expect.poll(async () => (await handle.refresh()).progress.stage).toBe("generating");
    studio.release();
    expect(await waiting).toMatchObject({ status: "completed" });
  });

  test("creates one job when the API is killed between the commit and its response", async () => {
    studio.behave(() => ({ kind: "held" }));
    const before = await countJobs();
    const running = client.run(image);
    // The response waits for the end of the job, so the job is committed and the response is not sent.
    await untilSubmitted();

    await apiProcess.kill();
    apiProcess = await engine.startApi();
    studio.release();

    expect(await running).toMatchObject({ status: "completed" });
    expect(await countJobs()).toBe(before + 1);
  });

  test("finds the job of the AI SDK again after such a kill, which the AI SDK repeats itself", async () => {
    studio.behave(() => ({ kind: "held" }));
    const before = await countJobs();
    const provider = createMediaEngine({ baseUrl: proxy.url, apiKey: engine.key, retriesMax: 0 });
    const prompt = "a fox that the AI SDK repeats";
    const model = provider.image("auto");
    const running = generateImage({ model, prompt, maxRetries: 6 });
    await untilSubmitted();

    await apiProcess.kill();
    apiProcess = await engine.startApi();
    studio.release();

    expect((await running).images).toHaveLength(1);
    expect(await countJobs()).toBe(before + 1);
  });
});

describe("an abort", () => {
  /** Aborts `run` at a moment. Returns the job that it left behind. */
  async function abortRun(until: () => Promise<void>, options: RunOptions = {}) {
    studio.behave(() => ({ kind: "held" }));
    const controller = new AbortController();
    const running = client.run(image, { ...options, signal: controller.signal });
    const ended = running.catch((reason: unknown) => reason);
    await until();
    controller.abort();
    const error = await ended;
    expect(error).toBeInstanceOf(AbortError);
    const { jobId = "" } = error as AbortError;
    return engine.waitForJob(jobId);
  }
  const canceled = {
    status: "canceled",
    billing: { heldCredits: 0, capturedCredits: 0, releasedCredits: 1 },
  };

  test("of a signal that was aborted before creates no job", async () => {
    const before = await countJobs();
    await expect(client.run(image, { signal: AbortSignal.abort() })).rejects.toThrow(AbortError);
    expect(await countJobs()).toBe(before);
    expect(proxy.requests).toEqual([]);
  });

  test("while the first request is on its way cancels the job", async () => {
    const job = await abortRun(async () => {
      await expect.poll(() => proxy.requests.length).toBe(1);
    });
    expect(job).toMatchObject(canceled);
    const keys = proxy.requests.map(({ headers }) => headers["idempotency-key"]).slice(0, 2);
    expect(new Set(keys).size).toBe(1);
  });

  test("after a lost response cancels the job that it had created", async () => {
    proxy.behave((_, attempt) => (attempt === 0 ? "lose" : "pass"));
    const before = await countJobs();
    const job = await abortRun(
      async () => {
        await expect.poll(countJobs).toBe(before + 1);
      },
      { onProgress: () => undefined },
    );
    expect(job).toMatchObject(canceled);
    expect(await countJobs()).toBe(before + 1);
  });

  test("while the provider works stops the provider and charges nothing", async () => {
    const job = await abortRun(untilSubmitted);
    expect(job).toMatchObject(canceled);
  });

  test("while events are followed cancels the job", async () => {
    let seen = 0;
    const options = { onProgress: () => (seen += 1) };
    const job = await abortRun(async () => {
      await expect.poll(() => seen).toBeGreaterThan(1);
    }, options);
    expect(job).toMatchObject(canceled);
  });

  test("of a wait only ends the wait", async () => {
    studio.behave(() => ({ kind: "held" }));
    const handle = await client.submit(image);
    const controller = new AbortController();
    const waiting = handle.wait({ signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toThrow(AbortError);

    await expect.poll(async () => (await handle.refresh()).status).toBe("processing");
    expect(await handle.cancel()).toMatchObject({ jobId: handle.jobId });
    await expect(handle.wait()).rejects.toThrow(JobCanceledError);
    expect(await handle.cancel()).toMatchObject({ status: "canceled" });
  });
});

/** Pages about one topic of the API, whose requests need no real media. */
function isReference(page: string): boolean {
  return /^docs\/(?!guide)[^/]+$/.test(page);
}

testPages(
  (page) => page.startsWith("clients/") || isReference(page),
  () => engine,
  {
    "clients/ai-sdk/README.md: ts": { files: ["fox.png"] },
    "clients/cli/README.md: sh": {
      files: ["fox.png", "large.png", "snow.png", "harbour.png", "first.png"],
    },
    "clients/python/README.md: python": { files: ["fox.png", "drawing.png"] },
    "clients/typescript/README.md: ts": { files: ["fox.png"] },
    "docs/conversations.md: sh": { prints: ['"conversationId":"cnv_'] },
    "docs/pipelines.md: sh": { prints: ['"jobId":"job_', '"outcome":"priced"'] },
    "docs/questions.md: sh": { prints: ['"jobId":"job_'] },
  },
);

test("every metric and label of an alert or a dashboard is exported by the API, the worker or the exporter", async () => {
  await client.run(image);
  studio.behave(() => ({ kind: "fails", message: "out of paint" }));
  await client.run(image).catch(() => undefined);
  const exporter = await engine.startExporter();
  const urls = [`http://127.0.0.1:${engine.env["INTERNAL_PORT"]}`, worker.internalUrl];
  const scrape = async (url: string) => (await fetch(`${url}/metrics`)).text();
  const texts = await Promise.all(urls.map(scrape));
  const ofExporter = await scrape(exporter.internalUrl);
  const lines = texts.join("\n").split("\n");

  const ofDashboards = dashboards.flatMap(({ panels }) =>
    panels.flatMap(({ queries }) =>
      queries.map(({ expr }) => expr.replaceAll("$__rate_interval", "5m")),
    ),
  );
  const ofRules = ruleGroups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  expect(listMissingMetrics(texts, [...ofRules, ...ofDashboards])).toEqual([]);
  // The exporter measures what every API measures about the whole engine, so that APIs may leave that out.
  const ofEngine = [...texts[0]!.matchAll(/^# TYPE (gme_\w+) gauge/gm)].map(
    ([, name = ""]) => name,
  );
  const ofProcess = /^gme_(rate_limit|event_streams|held_connections)/;
  expect(
    listMissingMetrics(
      [ofExporter],
      ofEngine.filter((name) => !ofProcess.test(name)),
    ),
  ).toEqual([]);
  const counted = async () => engine.orm.em.fork().count(EngineGauge, { name: outboxWaiting });
  await expect.poll(counted, { timeout: 30_000 }).toBe(1);
  expect(lines.some((line) => /^gme_jobs_ended_total.*fault="provider"/.test(line))).toBe(true);
  expect(lines.some((line) => /^gme_provider_paid_total.*outcome="accepted"/.test(line))).toBe(
    true,
  );
  expect(lines.some((line) => /^gme_store_bytes_total [1-9]/.test(line))).toBe(true);
  expect(
    lines.some((line) => /^gme_credits_captured_total\{provider="studio"\} [1-9]/.test(line)),
  ).toBe(true);
  expect(
    lines.some((line) => /^gme_credits_released_total\{provider="studio"\} [1-9]/.test(line)),
  ).toBe(true);
  expect(
    lines.some((line) =>
      line.startsWith(`gme_jobs_accepted_total{type="image",source="generation"}`),
    ),
  ).toBe(true);
});
