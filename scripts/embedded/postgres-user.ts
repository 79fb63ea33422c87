import { execFile } from "node:child_process";
import { chown, stat } from "node:fs/promises";
import { promisify } from "node:util";

import { ConfigError } from "#config.ts";

const execute = promisify(execFile);

interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** The user and the wrapper command under which PostgreSQL's programs run. */
export interface PostgresUser {
  /** Owner of the cluster, when that is another user than this process. */
  readonly owner?: Owner;
  /** Part of the options of `spawn`. Empty when the wrapper changes the user. */
  readonly spawnAs: Owner | Readonly<Record<string, never>>;
  wrap(program: string, args: readonly string[]): { command: string; args: readonly string[] };
}

/**
 * PostgreSQL refuses to run as root. When this process is root, PostgreSQL runs as `postgres` or, without
 * that user, as `nobody`; no user is created. When the checkout or the data folder lies below a folder that
 * only root may enter, the process keeps one capability to traverse it. Verifies the choice with a dry run,
 * makes that user the owner of the folder, and throws `ConfigError` when no way works.
 */
export async function choosePostgresUser(
  initdb: string,
  folder: string,
  clusterFolder: string,
): Promise<PostgresUser> {
  const unwrapped = (command: string, args: readonly string[]) => ({ command, args });
  if (process.getuid?.() !== 0) return { spawnAs: {}, wrap: unwrapped };

  const owner = (await ownerOf(clusterFolder)) ?? (await findUnprivilegedUser());
  await chown(folder, owner.uid, owner.gid);
  const ways: PostgresUser[] = [
    { owner, spawnAs: owner, wrap: unwrapped },
    // `dac_override` grants more, but containers often allow only this one.
    ...["dac_read_search", "dac_override"].map((capability) => keeping(capability, owner)),
  ];
  const problems: string[] = [];
  for (const way of ways) {
    const problem = await tryWay(way, initdb, folder);
    if (problem === undefined) return way;
    problems.push(problem);
  }
  throw new ConfigError(
    `PostgreSQL does not run as root, and user ${owner.uid} may not use ${folder} or ${initdb}: start ` +
      "as an ordinary user, move the checkout and DATA_DIR to a folder that every user may enter, " +
      `or set DATABASE_URL (${problems.at(-1)}).`,
  );
}

function keeping(capability: string, owner: Owner): PostgresUser {
  const flags = [
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    "--clear-groups",
    // Without this flag access(2), with which PostgreSQL looks for its own files, ignores capabilities.
    "--securebits=+no_setuid_fixup",
    `--inh-caps=+${capability}`,
    `--ambient-caps=+${capability}`,
    `--bounding-set=-all,+${capability}`,
    "--",
  ];
  return {
    owner,
    spawnAs: {},
    wrap: (program, args) => ({ command: "setpriv", args: [...flags, program, ...args] }),
  };
}

/**
 * Returns `undefined` when it works. `initdb --show` looks for all its programs and files and creates
 * nothing.
 */
async function tryWay(
  way: PostgresUser,
  initdb: string,
  folder: string,
): Promise<string | undefined> {
  const script = 'cd -- "$1" && : > .probe && rm .probe && cd / && "$0" --show -D "$1/probe"';
  const { command, args } = way.wrap("/bin/sh", ["-c", script, initdb, folder]);
  try {
    await execute(command, [...args], { cwd: "/", timeout: 10_000, ...way.spawnAs });
    return undefined;
  } catch (error) {
    const { stderr, message } = error as { stderr?: string; message: string };
    return (stderr?.trim() || message).split("\n").at(-1);
  }
}

async function ownerOf(folder: string): Promise<Owner | undefined> {
  const found = await stat(folder).catch(() => undefined);
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined;
}

async function findUnprivilegedUser(): Promise<Owner> {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [user, group] = await Promise.all([
        execute("id", ["-u", name]),
        execute("id", ["-g", name]),
      ]);
      return { uid: Number(user.stdout), gid: Number(group.stdout) };
    } catch {
      // The user does not exist here; continue with the next one.
    }
  }
  throw new ConfigError(
    "PostgreSQL does not run as root, and the system users postgres and nobody do not exist: " +
      "start as an ordinary user or set DATABASE_URL.",
  );
}
