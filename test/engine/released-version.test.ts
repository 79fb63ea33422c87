import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

import { migrations } from "#db/migrations/index.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { ensureTemporal, startTemporal, type RunningTemporal } from "#scripts/embedded/temporal.ts";
import { startNodeProcess, type NodeProcess } from "#test/support/engine/node-process.ts";
import { type ReleasedCode, unpackReleasedCode } from "#test/support/engine/released-code.ts";
import { expectSoundLedger } from "#test/support/ledger.ts";
import { startMigrator } from "#test/support/migrator.ts";
import { startFakeStudio, type FakeStudio } from "#test/support/servers/fake-studio.ts";
import {
  startWebhookReceiver,
  verifyWebhook,
  type WebhookReceiver,
} from "#test/support/servers/webhook-receiver.ts";

/*
 * Processes of the last release next to the migrations of this one: they serve requests and run jobs while it migrates,
 * and afterwards on the new schema.
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
let processes: NodeProcess[];

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
  const env = {
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
  processes = await Promise.all([
    startNodeProcess({ entry: released.entryOf("api"), env, readyUrl: ready(internalPort) }),
    startNodeProcess({ entry: released.entryOf("worker"), env, readyUrl: ready(workerPort) }),
  ]);
  orm = await connectDatabase({ url: databaseUrl, poolMax: 2 });
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

/** A client that accepts, reads, lists and cancels until it is stopped. */
async function useEngine(until: AbortSignal, report: Load): Promise<void> {
  while (!until.aborted) {
    try {
      const jobId = await accept("a red fox");
      report.jobIds.push(jobId);
      await request("GET", `/v1/jobs/${jobId}`);
      await request("GET", "/v1/jobs?limit=5");
      await request("GET", `/v1/jobs/${jobId}/events`);
      await request("GET", "/v1/credits");
      report.requests += 5;
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

test("all migrations run while the last release serves requests, and no request fails", async () => {
  const stop = new AbortController();
  const load: Load = { jobIds: [], failures: [], requests: 0 };
  const clients = Array.from({ length: 3 }, async () => useEngine(stop.signal, load));
  await expect.poll(() => load.requests, patience).toBeGreaterThan(20);
  // A report of a caller's, or a backup: its locks stay until it ends.
  const reader = new Client({ connectionString: databaseUrl });
  await reader.connect();
  await reader.query("begin; select count(*) from jobs");

  const migrator = startMigrator(databaseUrl);
  try {
    await expect.poll(() => migrator.output(), patience).toContain("attempt 2 of 30");
    const before = load.requests;
    await expect.poll(() => load.requests, patience).toBeGreaterThan(before + 20);
  } finally {
    await reader.query("commit");
    await reader.end();
  }
  const code = await migrator.ended;
  const migrated = load.requests;
  await expect
    .poll(() => load.requests + load.failures.length, patience)
    .toBeGreaterThan(migrated + 20);
  stop.abort();
  await Promise.all(clients);

  expect(code).toBe(0);
  expect(migrator.output()).toContain(`${migrations.at(-1)?.name} has run`);
  expect(load.failures).toEqual([]);
  for (const jobId of load.jobIds) {
    await expect.poll(async () => readStatus(jobId), patience).toBe("completed");
  }
  await expectSoundLedger(orm);
});

test("the last release accepts, runs, reads, cancels and reports jobs on the new schema", async () => {
  const hook = await request<{ secret: string }>("POST", "/v1/webhooks", {
    url: `${receiver.url}/hook`,
    events: ["job.completed", "job.canceled"],
  });
  studio.behave(({ prompt }) => ({ kind: prompt === "a wolf" ? "held" : "instant" }));

  const completed = await accept("a red fox");
  const canceled = await accept("a wolf");
  await expect.poll(async () => readStatus(completed), patience).toBe("completed");
  await expect.poll(() => studio.submissions.size, patience).toBeGreaterThanOrEqual(1);
  await request("POST", `/v1/jobs/${canceled}/cancel`);
  await expect.poll(async () => readStatus(canceled), patience).toBe("canceled");

  const { outputs } = await request<{ outputs: { url: string }[] }>("GET", `/v1/jobs/${completed}`);
  expect((await fetch(outputs[0]?.url ?? "")).status).toBe(200);
  const { data } = await request<{ data: { jobId: string }[] }>("GET", "/v1/jobs?limit=2");
  expect(data.map(({ jobId }) => jobId)).toEqual([canceled, completed]);
  const told = () =>
    receiver.received
      .map((one) => verifyWebhook(one, hook.secret))
      .map(({ type }) => type)
      .toSorted();
  await expect.poll(told, patience).toEqual(["job.canceled", "job.completed"]);
  await request("DELETE", `/v1/jobs/${completed}`);
  expect((await call("GET", `/v1/jobs/${completed}`)).status).toBe(410);
  await expectSoundLedger(orm);
});
