import {
  appendFile,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { launchProcess } from "#scripts/embedded/launch-process.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { findPostgresPrograms } from "#scripts/embedded/postgres-cluster.ts";
import { choosePostgresUser } from "#scripts/embedded/postgres-user.ts";
import { startPostgres, type RunningPostgres } from "#scripts/embedded/postgres.ts";

/** A PostgreSQL server with WAL archiving, of which copies can be started: standbys and restores. */
export interface ArchivedPostgres {
  readonly url: string;
  /** Copies the files of the running server, as a base backup does. */
  takeBackup(): Promise<string>;
  /** Starts a standby that follows the server. */
  startStandby(backup: string): Promise<PostgresCopy>;
  /** Starts a server from a backup, which recovers to a time and then accepts writes. */
  restore(backup: string, to: Date): Promise<PostgresCopy>;
  /** Ends all processes of the server at once, as a power failure does. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface PostgresCopy {
  readonly url: string;
  promote(): Promise<void>;
}

/** Only what the embedded PostgreSQL brings is used: `initdb` and `postgres`. */
export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "gme-archived-"));
  const archive = join(folder, "archive");
  const first = await startPostgres({ folder });
  const { uid, gid } = await stat(join(folder, "data"));
  await mkdir(archive);
  await chown(archive, uid, gid);
  await runOn(first.url, [
    "alter system set archive_mode = on",
    `alter system set archive_command = 'cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f'`,
  ]);
  await first.stop();
  const server = await startPostgres({ folder });
  const copies: { stop(): Promise<void> }[] = [];

  async function startCopy(
    backup: string,
    signal: string,
    settings: readonly string[],
  ): Promise<PostgresCopy> {
    const data = join(backup, "data");
    await writeFile(join(data, signal), "");
    await appendFile(join(data, "postgresql.auto.conf"), `${settings.join("\n")}\n`);
    await chown(join(data, signal), uid, gid);
    const port = await launch(backup, copies);
    const url = new URL(server.url);
    url.port = String(port);
    return {
      url: url.href,
      async promote() {
        await runOn(url.href, ["select pg_promote()"]);
      },
    };
  }

  return {
    url: server.url,
    async takeBackup() {
      const backup = await mkdtemp(join(tmpdir(), "gme-backup-"));
      copies.push({ stop: async () => rm(backup, { recursive: true, force: true }) });
      await copyCluster(server, { from: join(folder, "data"), to: join(backup, "data"), uid, gid });
      await chown(backup, uid, gid);
      return backup;
    },
    async startStandby(backup) {
      const { port, username, password } = new URL(server.url);
      const source = `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=standby`;
      return startCopy(backup, "standby.signal", [`primary_conninfo = '${source}'`]);
    },
    async restore(backup, to) {
      return startCopy(backup, "recovery.signal", [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${to.toISOString().replace("T", " ").replace("Z", "+00")}'`,
        "recovery_target_action = promote",
        "archive_mode = off",
      ]);
    },
    kill: async () => server.process.stop("SIGKILL", 10_000),
    async close() {
      for (const copy of copies.toReversed()) await copy.stop();
      await server.process.stop("SIGKILL", 10_000);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs statements on the server, each in its own transaction. */
export async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The session that begins the backup has to end it, and the label belongs into the copy. */
async function copyCluster(
  { url }: RunningPostgres,
  { from, to, uid, gid }: { from: string; to: string; uid: number; gid: number },
): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_backup_start('test', fast => true)");
    const isCopied = (path: string) => !/\/(postmaster\.(pid|opts)|pg_wal\/.+)$/.test(path);
    await cp(from, to, { recursive: true, filter: isCopied });
    const { rows } = await client.query<{ labelfile: string }>(
      "select labelfile from pg_backup_stop()",
    );
    await writeFile(join(to, "backup_label"), rows[0]?.labelfile ?? "");
  } finally {
    await client.end();
  }
  await own(to, uid, gid);
}

async function own(folder: string, uid: number, gid: number): Promise<void> {
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chown(join(entry.parentPath, entry.name), uid, gid);
  }
}

/** Starts the server of a copy and waits until it takes connections, also those that only read. */
async function launch(folder: string, copies: { stop(): Promise<void> }[]): Promise<number> {
  const data = join(folder, "data");
  const { initdb, postgres } = await findPostgresPrograms();
  const runAs = await choosePostgresUser(initdb, folder, data);
  const port = await findFreePort();
  const lines: string[] = [];
  const { promise: ready, resolve } = Promise.withResolvers<boolean>();
  const flags = ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  const copy = await launchProcess({
    ...runAs.wrap(postgres, [
      "-D",
      data,
      "-p",
      String(port),
      ...flags,
      "-c",
      "max_connections=200",
    ]),
    folder: "/",
    env: { ...process.env, LC_ALL: "C" },
    spawnAs: runAs.spawnAs,
    onLine(line) {
      lines.push(line);
      if (/ready to accept (read-only )?connections/.test(line)) resolve(true);
    },
  });
  copies.push({ stop: async () => copy.stop("SIGINT", 20_000) });
  if (await Promise.race([ready, copy.exited.then(() => false)])) return port;
  throw new Error(`the copy does not start:\n${lines.join("\n")}`);
}
