import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Client, Connection } from "@temporalio/client";

import { Provider } from "#db/entities/catalog.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { createLocalOwner } from "#db/setup/local-owner.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { setSessionDefaults } from "#db/setup/session-defaults.ts";
import type { MaintenanceTask } from "#domain/maintenance.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { type PostgresOptions, startPostgres } from "#scripts/embedded/postgres.ts";
import { ensureTemporal, startTemporal, type RunningTemporal } from "#scripts/embedded/temporal.ts";
import type { TestDatabase } from "#test/support/database.ts";

import { startNodeProcess, type NodeProcess } from "./node-process.ts";
import { reuseProcess, type ReusablePart } from "./reuse-process.ts";
import { integrateSecondProvider, secondProvider } from "./second-provider.ts";

/** The fields of the API's job that tests read. */
export interface JobView {
  readonly jobId: string;
  readonly status: string;
  readonly output?: { url: string; contentType: string; bytes: number; sha256: string };
  readonly billing: { heldCredits: number; capturedCredits: number; releasedCredits: number };
  readonly error?: { code: string; message: string };
  readonly question?: { text: string };
  readonly model?: { id: string; provider: string };
  readonly intent?: { capability: string; subject: string };
  readonly routing: {
    reason?: string;
    attempts: { provider: string; model: string; outcome: string; code?: string }[];
  };
}

export interface TestWorker extends NodeProcess {
  /** URL of the probes and metrics. */
  readonly internalUrl: string;
}

export interface TestEngine {
  readonly url: string;
  readonly key: string;
  readonly orm: MikroORM;
  readonly env: NodeJS.ProcessEnv;
  readonly temporalAddress: string;
  /** Starts an API; a second one needs a `PORT` and an `INTERNAL_PORT` of its own. */
  startApi(settings?: NodeJS.ProcessEnv): Promise<NodeProcess>;
  startWorker(settings?: NodeJS.ProcessEnv): Promise<TestWorker>;
  startExporter(): Promise<TestWorker>;
  /** Stops Temporal but keeps its file, so open runs survive. */
  stopTemporal(): Promise<void>;
  /** Restarts Temporal empty: no runs, no schedules. */
  wipeTemporal(): Promise<void>;
  startTemporal(): Promise<RunningTemporal>;
  /** A new client, closed with the engine. */
  connectTemporal(): Promise<Client>;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  createJob(body: object): Promise<string>;
  findJob(jobId: string): Promise<JobView>;
  /** Waits until the job is in one of the statuses; by default until it has ended. */
  waitForJob(jobId: string, statuses?: readonly string[]): Promise<JobView>;
  close(): Promise<void>;
}

const inTest = process.env["VITEST"] !== undefined;
const finalStatuses = ["completed", "failed", "canceled", "needs_input"];
const waitMs = 150_000;
/**
 * Waits between two reads of a job: a tenth of the time that passed, within these bounds. Fifty jobs read every 50 ms
 * keep an API busier than their generation does.
 */
const readMs = { min: 50, max: 500, share: 0.1 };

/** Creates a separate database: in a test a copy of the run's template, otherwise in a new PostgreSQL. */
async function prepareDatabase(options: PostgresOptions): Promise<TestDatabase> {
  if (inTest) {
    const { createTestDatabase } = await import("#test/support/database.ts");
    const database = await createTestDatabase();
    await setSessionDefaults(database.orm.em.fork());
    return database;
  }
  const postgres = await startPostgres(options);
  const orm = await connectDatabase({ url: postgres.url, poolMax: 5 });
  await migrateDatabase(orm);
  return {
    url: postgres.url,
    orm,
    async drop() {
      await orm.close();
      await postgres.stop();
    },
  };
}

/**
 * Starts a whole engine for one test file: real PostgreSQL, a real Temporal server, and the engine's parts as
 * processes that can be killed.
 */
export async function startTestEngine({
  studioUrl,
  second,
  env: extra = {},
  production = false,
  everyProvider = production,
  tasks = [],
  slots = 10_000,
  historyEventsMax,
}: {
  studioUrl: string;
  /** A second image provider, which routing prefers to studio. */
  second?: { url: string; idempotency?: IdempotencyClass };
  env?: Record<string, string>;
  /** Servers wait for the disk and use every core, as in production; for benchmarks. */
  production?: boolean;
  /**
   * The worker has the adapter of every provider. Without it, the worker has those of studio and of the second provider: each
   * provider has separate queues, whose polls take a third of the processor time that Temporal needs for a short test.
   */
  everyProvider?: boolean;
  /**
   * Recurring tasks of a worker of two providers. Each runs when a worker has created its schedule: all of them take more
   * processor time than ten jobs.
   */
  tasks?: readonly MaintenanceTask[];
  /** Concurrency limit of the fake providers. */
  slots?: number;
  /** Events of a workflow's history after which it continues as new. */
  historyEventsMax?: number;
}): Promise<TestEngine> {
  const folder = await mkdtemp(join(tmpdir(), "gme-engine-"));
  const executable = await ensureTemporal({ cacheFolder: process.env["CACHE_DIR"] ?? ".cache" });
  const [apiPort, internalPort, temporalPort] = await Promise.all(
    Array.from({ length: 3 }, async () => findFreePort()),
  );
  const database = await prepareDatabase(production ? { folder } : { ephemeral: true });
  const { orm } = database;
  const temporalAddress = `127.0.0.1:${temporalPort}`;
  const url = `http://127.0.0.1:${apiPort}`;
  const env: NodeJS.ProcessEnv = {
    PORT: String(apiPort),
    INTERNAL_PORT: String(internalPort),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporalAddress,
    STUDIO_URL: studioUrl,
    PUBLIC_URL: url,
    SIGNING_SECRET: randomBytes(32).toString("hex"),
    DASHBOARD: "off",
    PREVIEWS: "off",
    LOG_LEVEL: "warn",
    TEST_TASKS: tasks.join(","),
    ...(second === undefined ? {} : { [secondProvider.setting]: "test" }),
    ...extra,
  };
  if (second !== undefined) await integrateSecondProvider(orm, second);
  await orm.em.fork().nativeUpdate(Provider, {}, { concurrencyLimit: slots });
  await createLocalOwner(orm.em.fork(), { folder, requestsPerHour: 10_000_000, now: new Date() });
  const key = (await readFile(join(folder, "api-key"), "utf8")).trim();

  const children: NodeProcess[] = [];
  const connections: Connection[] = [];
  const keep = <Started extends NodeProcess>(child: Started): Started => {
    children.push(child);
    return child;
  };
  const start = async (entry: string, readyUrl: string, own: NodeJS.ProcessEnv = {}) =>
    keep(await startNodeProcess({ entry, env: { ...env, ...own }, readyUrl }));
  const reuse = async (part: ReusablePart, readyUrl: string, own: NodeJS.ProcessEnv) =>
    keep(await reuseProcess({ part, env: { ...env, ...own }, readyUrl }));
  // Tracing starts once in a process.
  const isReused = inTest && env["OTEL_EXPORTER_OTLP_ENDPOINT"] === undefined;
  const databaseFile = join(folder, "temporal.db");
  const maintenance = env["TEMPORAL_MAINTENANCE_NAMESPACE"];
  let temporal: RunningTemporal | null = null;

  const engine: TestEngine = {
    url,
    key,
    orm,
    env,
    temporalAddress,
    async startApi(settings = {}) {
      const { INTERNAL_PORT: port = internalPort } = settings;
      const readyUrl = `http://127.0.0.1:${port}/ready`;
      return isReused
        ? reuse("api", readyUrl, settings)
        : start("api/server.ts", readyUrl, settings);
    },
    async startWorker(settings = {}) {
      // Each worker gets a free port, so it starts next to one that hangs.
      const port = await findFreePort();
      const internalUrl = `http://127.0.0.1:${port}`;
      const own = { WORKER_INTERNAL_PORT: String(port), ...settings };
      const readyUrl = `${internalUrl}/ready`;
      const entry = everyProvider
        ? "activities/worker/main.ts"
        : "test/support/engine/two-provider-process.ts";
      const worker =
        isReused && !everyProvider
          ? await reuse("worker", readyUrl, own)
          : await start(entry, readyUrl, own);
      return Object.assign(worker, { internalUrl });
    },
    async startExporter() {
      const port = await findFreePort();
      const internalUrl = `http://127.0.0.1:${port}`;
      const settings = { EXPORTER_PORT: String(port) };
      const exporter = await start("api/metrics/exporter.ts", `${internalUrl}/ready`, settings);
      return Object.assign(exporter, { internalUrl });
    },
    async startTemporal() {
      temporal = await startTemporal({
        executable,
        databaseFile,
        namespaces: ["default", ...(maintenance === undefined ? [] : [maintenance])],
        port: temporalPort ?? 0,
        historyEventsMax,
        ...(production
          ? {}
          : { waitForDisk: false, env: { ...process.env, GOMAXPROCS: "1", GOGC: "400" } }),
      });
      return temporal;
    },
    async stopTemporal() {
      await temporal?.stop();
      temporal = null;
    },
    async wipeTemporal() {
      await engine.stopTemporal();
      for (const suffix of ["", "-wal", "-shm"]) await rm(databaseFile + suffix, { force: true });
      await engine.startTemporal();
    },
    async connectTemporal() {
      const connection = await Connection.connect({ address: temporalAddress });
      connections.push(connection);
      return new Client({ connection });
    },
    call: async (method, path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          "x-api-key": key,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      }),
    async createJob(body) {
      const response = await engine.call("POST", "/v1/chat", body);
      const answer = (await response.json()) as { jobId: string };
      if (response.status !== 202) throw new Error(JSON.stringify(answer));
      return answer.jobId;
    },
    async findJob(jobId) {
      return (await engine.call("GET", `/v1/jobs/${jobId}`)).json() as Promise<JobView>;
    },
    async waitForJob(jobId, statuses = finalStatuses) {
      const startedAt = Date.now();
      for (;;) {
        const job = await engine.findJob(jobId);
        if (statuses.includes(job.status)) return job;
        const passedMs = Date.now() - startedAt;
        if (passedMs > waitMs) {
          const logs = children.map((child) => child.output()).join("\n");
          throw new Error(`the job stays ${job.status}: ${JSON.stringify(job)}\n${logs}`);
        }
        await delay(Math.min(Math.max(passedMs * readMs.share, readMs.min), readMs.max));
      }
    },
    async close() {
      await Promise.all(connections.map(async (connection) => connection.close()));
      await Promise.all(children.map(async (child) => child.stop()));
      await engine.stopTemporal();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return engine;
}
