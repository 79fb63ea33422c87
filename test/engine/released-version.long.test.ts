import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";

import { countOpenBackfills } from "#db/backfills/run-backfill-turn.ts";
import { Job } from "#db/entities/job.ts";
import { migrations } from "#db/migrations/index.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { waitForFormerProcesses } from "#db/setup/former-processes.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { ensureTemporal, startTemporal, type RunningTemporal } from "#scripts/embedded/temporal.ts";
import { reportCounts } from "#test/support/drill-counts.ts";
import { startNodeProcess, type NodeProcess } from "#test/support/engine/node-process.ts";
import { type ReleasedCode, unpackReleasedCode } from "#test/support/engine/released-code.ts";
import { reuseProcess } from "#test/support/engine/reuse-process.ts";
import { expectSoundLedger } from "#test/support/jobs/ledger.ts";
import { startMigrator, type Migrator } from "#test/support/migrator.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from "#test/support/servers/webhook-receiver.ts";

/*
 * Processes of the last release next to the migrations of this one: they serve requests and run jobs while it migrates,
 * and afterwards on the new schema, until processes of this release replace them.
 */

const patience = { timeout: 120_000, interval: 100 };
const name = `released_${randomBytes(6).toString("hex")}`;

let released: ReleasedCode;
let folder: string;
let databaseUrl: string;
let baseUrl: string;
let key: string;
let admin: Client;
let orm: MikroORM;
let temporal: RunningTemporal;
let studio: FakeStudio;
let receiver: WebhookReceiver;
let env: NodeJS.ProcessEnv;
let formerApi: NodeProcess;
let formerWorker: NodeProcess;
let migrator: Migrator;
const load: Load = { jobIds: [], failures: [], requests: 0 };
const processes: NodeProcess[] = [];

beforeAll(async () => {
  const template = new URL(inject("templateDatabaseUrl"));
  const maintenance = new URL(template);
  maintenance.pathname = "postgres";
  admin = new Client({ connectionString: maintenance.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  template.pathname = name;
  databaseUrl = template.href;
  folder = await mkdtemp(join(tmpdir(), "gme-released-"));
  const executable = await ensureTemporal({ cacheFolder: process.env["CACHE_DIR"] ?? ".cache" });
  [released, studio, receiver, temporal] = await Promise.all([
    unpackReleasedCode(),
    startFakeStudio(),
    startWebhookReceiver(),
    startTemporal({ executable, env: { ...process.env, GOMAXPROCS: "1" } }),
  ]);
  const [port = 0, internalPort = 0, workerPort = 0] = await Promise.all(
    Array.from({ length: 3 }, async () => findFreePort()),
  );
  baseUrl = `http://127.0.0.1:${port}`;
  env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    TEMPORAL_ADDRESS: temporal.address,
    STUDIO_URL: studio.url,
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    WORKER_INTERNAL_PORT: String(workerPort),
    PUBLIC_URL: baseUrl,
    SIGNING_SECRET: randomBytes(32).toString("hex"),
    MASTER_KEY: randomBytes(32).toString("hex"),
    LOCAL_REQUESTS_PER_HOUR: "10000000",
    ALLOW_PRIVATE_WEBHOOKS: "1",
    LOG_LEVEL: "error",
  };
  await runReleased(released.entryOf("migrate"), env);
  await runReleased(released.pathOf("db/bootstrap-local.ts"), env);
  key = (await readFile(join(folder, "api-key"), "utf8")).trim();
  const ready = (at: number) => `http://127.0.0.1:${at}/ready`;
  [formerApi, formerWorker] = await Promise.all([
    startNodeProcess({ entry: released.entryOf("api"), env, readyUrl: ready(internalPort) }),
    startNodeProcess({ entry: released.entryOf("worker"), env, readyUrl: ready(workerPort) }),
  ]);
  processes.push(formerApi, formerWorker);
  orm = await connectDatabase({ url: databaseUrl, poolMax: 2 });
  await migrateUnderLoad();
});

afterAll(async () => {
  await Promise.all(processes.map(async (one) => one.stop()));
  await orm.close();
  await temporal.stop();
  await Promise.all([studio.close(), receiver.close()]);
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

/** Names of the connections for which the phase after waits. */
async function listFormerProcesses(): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await waitForFormerProcesses(client, () => undefined, 0);
  } finally {
    await client.end();
  }
}

async function runReleased(entry: string, env: NodeJS.ProcessEnv): Promise<void> {
  const path = fileURLToPath(new URL(`../../${entry}`, import.meta.url));
  await promisify(execFile)(process.execPath, [path], { env: { ...process.env, ...env } });
}

async function call(method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Sends a request that must succeed. */
async function request<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await call(method, path, body);
  const answer = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
  return (answer === "" ? null : JSON.parse(answer)) as T;
}

const order = (message: string) => ({ message, capability: "text-to-image" });

async function accept(message: string): Promise<string> {
  return (await request<{ jobId: string }>("POST", "/v1/chat", order(message))).jobId;
}

async function readStatus(jobId: string): Promise<string> {
  return (await request<{ status: string }>("GET", `/v1/jobs/${jobId}`)).status;
}

/** Many reads, because each job keeps the worker busy. */
function readsOf(jobId: string): string[] {
  const reads = [
    `/v1/jobs/${jobId}`,
    "/v1/jobs?limit=5",
    `/v1/jobs/${jobId}/events`,
    "/v1/credits",
  ];
  return Array.from({ length: 5 }, () => reads).flat();
}

/** A client that accepts, reads and lists until it is stopped. */
async function useEngine(until: AbortSignal, report: Load): Promise<void> {
  while (!until.aborted) {
    try {
      const jobId = await accept("a red fox");
      report.jobIds.push(jobId);
      for (const path of readsOf(jobId)) {
        await request("GET", path);
        report.requests += 1;
      }
    } catch (error) {
      report.failures.push(String(error));
      return;
    }
  }
}

interface Load {
  readonly jobIds: string[];
  readonly failures: string[];
  requests: number;
}

/** Runs the migrations of this release while clients use the last one and another transaction reads `jobs`. */
async function migrateUnderLoad(): Promise<void> {
  const stop = new AbortController();
  const clients = Array.from({ length: 2 }, async () => useEngine(stop.signal, load));
  await vi.waitUntil(() => load.requests > 20, patience);
  // As a backup does: its locks stay until it ends.
  const reader = new Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query("begin; select count(*) from jobs");
  migrator = startMigrator(databaseUrl);
  try {
    await vi.waitUntil(() => migrator.output().includes("attempt 2 of 30"), patience);
    const before = load.requests;
    await vi.waitUntil(() => load.requests > before + 20, patience);
  } finally {
    await reader.query("commit");
    await reader.end();
  }
  await migrator.ended;
  const migrated = load.requests;
  const isDone = () => load.requests > migrated + 20 || load.failures.length > 0;
  await vi.waitUntil(isDone, patience);
  stop.abort();
  await Promise.all(clients);
}

test("all migrations run while the last release serves requests, and no request fails", async () => {
  expect(await migrator.ended).toBe(0);
  expect(migrator.output()).toContain(`${migrations.at(-1)?.name} has run`);
  const log = load.failures.length === 0 ? "" : formerApi.output();
  expect({ failures: load.failures, log }).toEqual({ failures: [], log: "" });
  for (const jobId of load.jobIds) {
    await expect.poll(async () => readStatus(jobId), patience).toBe("completed");
  }
  await expectSoundLedger(orm);
  reportCounts({ "requests served": load.requests, jobs: load.jobIds.length });
});

test("the last release serves its callers on the new schema until this one takes over and sends the webhooks", async () => {
  const hook = await request<{ secret: string }>("POST", "/v1/webhooks", {
    url: `${receiver.url}/hook`,
    events: ["job.completed", "job.canceled"],
  });
  studio.behave(({ prompt }) => ({ kind: prompt === "a wolf" ? "held" : "instant" }));

  const completed = await accept("a red fox");
  const canceled = await accept("a wolf");
  await expect.poll(async () => readStatus(completed), patience).toBe("completed");
  await expect.poll(async () => readStatus(canceled), patience).toBe("processing");
  await request("POST", `/v1/jobs/${canceled}/cancel`);
  await expect.poll(async () => readStatus(canceled), patience).toBe("canceled");

  const { outputs } = await request<{ outputs: { url: string }[] }>("GET", `/v1/jobs/${completed}`);
  expect((await fetch(outputs[0]?.url ?? "")).status).toBe(200);
  const { data } = await request<{ data: { jobId: string }[] }>("GET", "/v1/jobs?limit=2");
  expect(data.map(({ jobId }) => jobId)).toEqual([canceled, completed]);
  const events = await request<{ data: { type: string }[] }>("GET", `/v1/jobs/${canceled}/events`);
  expect(events.data.at(-1)?.type).toBe("job.canceled");
  const deleted = await accept("a fox to forget");
  await expect.poll(async () => readStatus(deleted), patience).toBe("completed");
  await request("DELETE", `/v1/jobs/${deleted}`);
  expect((await call("GET", `/v1/jobs/${deleted}`)).status).toBe(404);

  studio.behave(() => ({ kind: "held" }));
  const sent = studio.submissions.size;
  const waiting = await accept("a red fox");
  await expect.poll(() => studio.submissions.size, patience).toBe(sent + 1);
  const [port = 0, internalPort = 0, workerPort = 0] = await Promise.all(
    Array.from({ length: 3 }, async () => findFreePort()),
  );
  const own = {
    ...env,
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    WORKER_INTERNAL_PORT: String(workerPort),
    DASHBOARD: "off",
    PREVIEWS: "off",
  };
  const worker = await reuseProcess({
    part: "worker",
    env: own,
    readyUrl: `http://127.0.0.1:${workerPort}/ready`,
  });
  processes.push(worker);
  await formerWorker.stop();
  processes.push(
    await reuseProcess({
      part: "api",
      env: own,
      readyUrl: `http://127.0.0.1:${internalPort}/ready`,
    }),
  );
  // The phase after would wait for the former API, and for nothing of this release.
  expect(await listFormerProcesses()).toEqual(["gme-job-listener"]);
  await formerApi.stop();
  expect(await listFormerProcesses()).toEqual([]);
  baseUrl = `http://127.0.0.1:${port}`;
  studio.release();

  await expect.poll(async () => readStatus(waiting), patience).toBe("completed");
  const received = () =>
    receiver.received
      .map((one) => verifyWebhook(one, hook.secret))
      .map(({ type, data }) => `${type} ${String(data["jobId"])}`)
      .toSorted();
  const expected = [
    `job.canceled ${canceled}`,
    `job.completed ${completed}`,
    `job.completed ${waiting}`,
  ].toSorted();
  await expect.poll(received, patience).toEqual(expected);
  // Workers complete the backfills of this release.
  await expect.poll(async () => countOpenBackfills(orm.em.fork()), patience).toBe(0);
  const withoutWords = await orm.em
    .fork()
    .count(Job, { finishedAt: { $ne: null }, deletedAt: null, words: null });
  expect(withoutWords).toBe(0);
  await expectSoundLedger(orm);
});
