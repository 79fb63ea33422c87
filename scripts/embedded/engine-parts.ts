import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import { drainMessage } from "#activities/worker/drain-workers.ts";
import { findBuildFolder } from "#api/dashboard/find-build.ts";
import { type Config, ConfigError } from "#config.ts";
import { submitTimeoutMs } from "#domain/jobs/time-limits.ts";

import { createNodePart, runNode } from "./node-part.ts";
import { findFreePort, isPortFree, preferPort } from "./ports.ts";
import { postgresStop } from "./postgres-cluster.ts";
import { startPostgres } from "./postgres.ts";
import type { EngineAddresses, RunRecord } from "./run-record.ts";
import type { Supervisor } from "./supervise.ts";
import { ensureTemporal, type RunningTemporal, startTemporal, temporalStop } from "./temporal.ts";
import type { Terminal } from "./terminal.ts";

/** Stop order: accept nothing new, finish running work, then stop its dependencies. */
export const stopOrder = ["api", "worker", "studio", "temporal", "postgres"] as const;
type LogName = (typeof stopOrder)[number] | "migrate" | "bootstrap" | "dashboard";

export interface StartContext {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** An absolute path. */
  readonly dataFolder: string;
  readonly record: RunRecord;
  readonly supervisor: Supervisor;
  /** Environment of every part; grows while the parts come up. */
  readonly env: NodeJS.ProcessEnv;
  /** Opens the log of a part. */
  logTo(name: LogName): (line: string) => void;
}

export interface RunningParts {
  readonly addresses: EngineAddresses;
  readonly databaseUrl: string;
}

/** Starts all parts, concurrently where they are independent. The caller stops them. */
export async function startParts(context: StartContext): Promise<RunningParts> {
  const { config, env, dataFolder } = context;
  await assertPortsFree(config);
  env["DATA_DIR"] = dataFolder;
  env["CACHE_DIR"] = resolve(config.CACHE_DIR);
  // Speeds up every start but the first.
  env["NODE_COMPILE_CACHE"] ??= join(env["CACHE_DIR"], "node-compile");
  env["PUBLIC_URL"] = config.publicUrl;

  const steps = createSteps(context.terminal);
  await Promise.all([
    steps.run("PostgreSQL", () => providePostgres(context)),
    steps.run("Temporal", () => provideTemporal(context)),
    steps.run("studio", () => provideStudio(context)),
    steps.run("dashboard", () => buildDashboard(context)),
  ]);
  await steps.run("tables and catalog", () =>
    runOnce(context, "migrate", "db/setup/migrate.ts", ["--phase", "both"]),
  );
  await steps.run("local key", () => runOnce(context, "bootstrap", "db/setup/bootstrap-local.ts"));
  await Promise.all([
    steps.run("worker", () => provideWorker(context)),
    steps.run("API", () => provideApi(context)),
  ]);
  const addresses = {
    api: config.publicUrl,
    local: `http://${reachable(config.HOST)}:${config.PORT}`,
    internal: `http://${reachable(config.INTERNAL_HOST)}:${config.INTERNAL_PORT}`,
    temporalUi: env["TEMPORAL_UI_URL"],
    temporalNamespace: config.TEMPORAL_NAMESPACE,
    keyFile: join(dataFolder, "api-key"),
    logFolder: join(dataFolder, "logs"),
  };
  return { addresses, databaseUrl: env["DATABASE_URL"] ?? "" };
}

async function providePostgres({ config, env, ...context }: StartContext): Promise<void> {
  if (config.DATABASE_URL) return;
  const folder = join(context.dataFolder, "postgres");
  const log = context.logTo("postgres");
  // Chosen once: the other parts keep the URL when the server restarts.
  const port = await findFreePort();
  await context.supervisor.start({
    name: "postgres",
    rule: postgresStop,
    async start(onLaunch) {
      const { url } = await startPostgres({ folder, port, env, log, onLaunch });
      env["DATABASE_URL"] = url;
    },
  });
}

async function provideTemporal({ config, env, ...context }: StartContext): Promise<void> {
  if (config.TEMPORAL_ADDRESS) return;
  const executable = await ensureTemporal({
    cacheFolder: config.CACHE_DIR,
    log: (line) => context.terminal.line(line),
    environment: env,
    signal: context.signal,
  });
  const log = context.logTo("temporal");
  const maintenanceNamespace = (env["TEMPORAL_MAINTENANCE_NAMESPACE"] ||= "gme-maintenance");
  // The default ports of Temporal's tools, unless another engine uses them.
  let ports = { port: await preferPort(7233), uiPort: await preferPort(8233) };
  let hasRun = false;
  await context.supervisor.start({
    name: "temporal",
    rule: temporalStop,
    async start(onLaunch) {
      const start = async () =>
        startTemporal({
          executable,
          databaseFile: join(context.dataFolder, "temporal.db"),
          namespaces: [config.TEMPORAL_NAMESPACE, maintenanceNamespace],
          ...ports,
          env,
          log,
          onLaunch,
        });
      let running: RunningTemporal;
      try {
        running = await start();
      } catch (error) {
        // Another engine took the ports at the same moment. After the first start the other parts know the
        // ports, so a restart must use the same ones.
        if (hasRun || !(await isForPorts(error, Object.values(ports)))) throw error;
        ports = { port: await findFreePort(), uiPort: await findFreePort() };
        running = await start();
      }
      hasRun = true;
      env["TEMPORAL_ADDRESS"] = running.address;
      env["TEMPORAL_UI_URL"] = config.TEMPORAL_UI_URL ?? running.uiUrl;
    },
  });
}

/** A port probe by another process holds a port for a moment, too; the port may be free again by now. */
async function isForPorts(failure: unknown, ports: readonly number[]): Promise<boolean> {
  if (failure instanceof Error && failure.message.includes("address already in use")) return true;
  return !(await Promise.all(ports.map((port) => isPortFree(port)))).every(Boolean);
}

async function provideStudio({ config, env, ...context }: StartContext): Promise<void> {
  if (config.STUDIO_URL) return;
  const port = env["STUDIO_PORT"] || String(await findFreePort());
  const modelsFolder = env["STUDIO_MODELS_DIR"] || join(config.CACHE_DIR, "studio-models");
  env["STUDIO_PORT"] = port;
  env["STUDIO_MODELS_DIR"] = resolve(modelsFolder);
  env["STUDIO_DIR"] ||= join(context.dataFolder, "studio");
  const url = `http://127.0.0.1:${port}`;
  await context.supervisor.start(
    createNodePart({
      name: "studio",
      entry: "studio/server.ts",
      env,
      readyUrl: `${url}/health`,
      write: context.logTo("studio"),
    }),
  );
  env["STUDIO_URL"] = url;
}

/** Builds the dashboard once for each version of its sources. Without it the API works, so a failure is only reported. */
async function buildDashboard({ config, env, record, terminal, ...context }: StartContext) {
  if (config.DASHBOARD === "off") return;
  const folder = await findBuildFolder(resolve(config.CACHE_DIR));
  if (folder === null || existsSync(folder)) return;
  terminal.line("Building the dashboard: once for each version.");
  const write = context.logTo("dashboard");
  try {
    await runNode({ name: "dashboard", entry: "scripts/build-dashboard.ts", env, write }, record);
  } catch (error) {
    terminal.line((error as Error).message);
  }
}

/** The worker's own drain limit comes first. */
const drainMarginMs = 15_000;

async function provideWorker({ config, env, ...context }: StartContext): Promise<void> {
  env["WORKER_INTERNAL_PORT"] ||= String(await findFreePort());
  const log = context.logTo("worker");
  await context.supervisor.start(
    createNodePart({
      name: "worker",
      entry: "activities/worker/main.ts",
      env,
      readyUrl: `http://${reachable(config.INTERNAL_HOST)}:${env["WORKER_INTERNAL_PORT"]}/ready`,
      drainMs: Math.max(submitTimeoutMs, config.WORKER_SHUTDOWN_MS) + drainMarginMs,
      write(line) {
        log(line);
        const running = countRunning(line);
        if (running > 0) context.terminal.line(describeWait(running));
        const file = fileOfEmail(line);
        if (file !== null) context.terminal.line(`A mail was written: ${file}`);
      },
    }),
  );
}

/** Number of activities that a draining worker waits for, from a line of its log; 0 for any other line. */
function countRunning(line: string): number {
  if (!line.includes(drainMessage)) return 0;
  const { queues } = JSON.parse(line) as { queues: { activities: number }[] };
  return queues.reduce((sum, { activities }) => sum + activities, 0);
}

function describeWait(running: number): string {
  const work = running === 1 ? "1 running activity" : `${running} running activities`;
  return `Waiting for ${work} of the worker: a paid request may take up to five minutes.`;
}

/**
 * Path of an email saved as a file. Without a mail server, the person who registers needs it to find the
 * link.
 */
function fileOfEmail(line: string): string | null {
  return /"file":"([^"]+\.eml)"/.exec(line)?.[1] ?? null;
}

async function provideApi({ config, env, ...context }: StartContext): Promise<void> {
  await context.supervisor.start(
    createNodePart({
      name: "api",
      entry: "api/server.ts",
      env,
      readyUrl: `http://${reachable(config.INTERNAL_HOST)}:${config.INTERNAL_PORT}/ready`,
      write: context.logTo("api"),
    }),
  );
}

async function runOnce(
  { env, record, ...context }: StartContext,
  name: "migrate" | "bootstrap",
  entry: string,
  args: readonly string[] = [],
): Promise<void> {
  await runNode({ name, entry, args, env, write: context.logTo(name) }, record);
}

async function assertPortsFree(config: Config): Promise<void> {
  const ports = [
    ["PORT", config.PORT, config.HOST],
    ["INTERNAL_PORT", config.INTERNAL_PORT, config.INTERNAL_HOST],
  ] as const;
  for (const [setting, port, host] of ports) {
    if (await isPortFree(port, host)) continue;
    throw new ConfigError(
      `Port ${port} is taken by another program: choose a free one with ${setting}.`,
    );
  }
  if (config.PORT === config.INTERNAL_PORT) {
    throw new ConfigError(`PORT and INTERNAL_PORT are both ${config.PORT}: choose different ones.`);
  }
}

/** Host name for local connections to a server that listens on `host`. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

/** Shows which parts are starting. */
function createSteps(terminal: Terminal) {
  const underWay = new Set<string>();
  const show = () => terminal.progress("Starting the engine …", ` ${[...underWay].join(", ")}`);
  return {
    async run(name: string, step: () => Promise<void>): Promise<void> {
      underWay.add(name);
      show();
      await step();
      underWay.delete(name);
      show();
    },
  };
}
