import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import { ConfigError } from "#config.ts";

import { guardProcess } from "./guard.ts";
import { type LaunchedProcess, launchProcess } from "./launch-process.ts";
import { findFreePort, isPortFree } from "./ports.ts";
import {
  createCluster,
  findPostgresPrograms,
  postgresStop,
  preparePassword,
  stopLeftoverPostgres,
} from "./postgres-cluster.ts";
import { type PostgresUser, choosePostgresUser } from "./postgres-user.ts";

const user = "gme";
const database = "gme";
/** Crash recovery reads the write-ahead log first, which is slow on a slow disk. */
const startTimeoutMs = 120_000;

interface CommonOptions {
  /** Default: a free port. */
  readonly port?: number;
  readonly env?: NodeJS.ProcessEnv;
  readonly onLaunch?: (process: LaunchedProcess) => void;
  /** Called for every line the server writes. */
  readonly log?: (line: string) => void;
}
export type PostgresOptions = CommonOptions &
  (
    | {
        /** Parent folder of the cluster and its password; created when missing. */
        readonly folder: string;
        readonly ephemeral?: false;
      }
    | {
        /**
         * For tests: a new cluster in the temporary folder, without fsync. Removed when it stops or when this
         * process ends, even by SIGKILL.
         */
        readonly ephemeral: true;
      }
  );

export interface RunningPostgres {
  /** Connection URL of the superuser for the database `gme`. */
  readonly url: string;
  readonly port: number;
  readonly process: LaunchedProcess;
  stop(): Promise<void>;
}

/**
 * Starts PostgreSQL on 127.0.0.1 and creates the cluster when there is none. Stops a server that an earlier
 * engine left on the same folder. Throws `ConfigError` for a problem that the operator can fix: a taken port,
 * a cluster of another version, an unusable folder.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const log = options.log ?? (() => undefined);
  const folder = await prepareFolder(options);
  const clusterFolder = join(folder, "data");
  const { initdb, postgres } = await findPostgresPrograms();

  await stopLeftoverPostgres(clusterFolder, log);
  const runAs = await choosePostgresUser(initdb, folder, clusterFolder);
  const password = await preparePassword(folder);
  const waitForDisk = !options.ephemeral;
  await createCluster({ folder, clusterFolder, user, password, runAs, initdb, waitForDisk });

  const { port, server } = await startServer({ postgres, clusterFolder, runAs, options, log });
  const guard = options.ephemeral
    ? await guardProcess("postgres", { process: server, rule: postgresStop }, folder)
    : undefined;
  const stop = async () => {
    await server.stop(postgresStop.signal, postgresStop.graceMs);
    await guard?.stop();
  };
  const url = (name: string) => urlOf({ password, port, name });
  try {
    await createDatabase(url("postgres"));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: url(database), port, process: server, stop };
}

/**
 * Connection URL of the server that another process runs on a folder; null when none runs. The server writes
 * its port into the fourth line of its PID file.
 */
export async function findPostgresUrl(folder: string): Promise<string | null> {
  const read = async (name: string) => readFile(join(folder, name), "utf8").catch(() => null);
  const [password, pidFile] = [await read("password"), await read("data/postmaster.pid")];
  const port = pidFile?.split("\n")[3]?.trim();
  return password === null || !port ? null : urlOf({ password, port, name: database });
}

function urlOf({
  password,
  port,
  name,
}: {
  password: string;
  port: number | string;
  name: string;
}) {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${name}`;
}

async function prepareFolder(options: PostgresOptions): Promise<string> {
  if (options.ephemeral) return mkdtemp(join(tmpdir(), "gme-postgres-"));
  const folder = resolve(options.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

interface ServerInput {
  readonly postgres: string;
  readonly clusterFolder: string;
  readonly runAs: PostgresUser;
  readonly options: PostgresOptions;
  readonly log: (line: string) => void;
}

/**
 * Retries while the shared memory of a killed predecessor is in use, or when another process took the free
 * port.
 */
async function startServer(input: ServerInput): Promise<{ port: number; server: LaunchedProcess }> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const port = input.options.port ?? (await findFreePort());
    const { server, failure } = await launchServer(input, port);
    if (failure === undefined) return { port, server };

    const portTaken = !(await isPortFree(port));
    if (portTaken && input.options.port !== undefined) {
      throw new ConfigError(`PostgreSQL cannot listen on port ${port}: it is taken.`);
    }
    if (!(portTaken || /shared memory block/.test(failure)) || Date.now() > deadline) {
      throw new ConfigError(`PostgreSQL does not start: ${failure}`);
    }
    await delay(200);
  }
}

async function launchServer(
  { postgres, clusterFolder, runAs, options, log }: ServerInput,
  port: number,
): Promise<{ server: LaunchedProcess; failure?: string }> {
  const settings = {
    listen_addresses: "127.0.0.1",
    // A Unix socket path may have at most 107 bytes; the data folder's may be longer.
    unix_socket_directories: "",
    max_connections: "200",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(options.ephemeral && { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const program = runAs.wrap(postgres, ["-D", clusterFolder, "-p", String(port), ...flags]);

  const ready = Promise.withResolvers<undefined>();
  let failure = "it ended without a word";
  const server = await launchProcess({
    ...program,
    folder: "/",
    env: { ...(options.env ?? process.env), LC_ALL: "C" },
    spawnAs: runAs.spawnAs,
    onLine(line) {
      log(line);
      if (/(FATAL|PANIC): /.test(line)) failure = line.replace(/^.*?(FATAL|PANIC):\s*/, "");
      if (line.includes("database system is ready to accept connections")) ready.resolve(undefined);
    },
  });
  options.onLaunch?.(server);
  const tooSlow = setTimeout(() => {
    failure = `it is not ready after ${startTimeoutMs / 1_000} s.`;
    void server.stop("SIGINT", postgresStop.graceMs);
  }, startTimeoutMs);
  const outcome = await Promise.race([ready.promise, server.exited.then(() => failure)]);
  clearTimeout(tooSlow);
  return outcome === undefined ? { server } : { server, failure: outcome };
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [
      database,
    ]);
    if (rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}
