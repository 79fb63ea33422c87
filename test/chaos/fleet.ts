import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { baseUrlSetting } from "#catalog/provider-settings.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { startPostgres } from "#scripts/embedded/postgres.ts";
import { ensureTemporal, startTemporal } from "#scripts/embedded/temporal.ts";
import { startNodeProcess } from "#test/support/engine/node-process.ts";
import { writeBundle } from "#test/support/engine/write-bundle.ts";
import { startTcpProxy, type TcpProxy } from "#test/support/servers/tcp-proxy.ts";

import type { FakeProvider } from "./fake-provider.ts";

export const apis = ["api-1", "api-2"] as const;
export const workers = ["worker-1", "worker-2"] as const;
export const ours = [...apis, ...workers] as const;
const servers = ["temporal", "postgres"] as const;
export type Ours = (typeof ours)[number];
export type Server = (typeof servers)[number];
export type Member = Ours | Server;

export interface Fleet {
  readonly apiUrls: readonly string[];
  /** Bypasses the proxies: for the run's own queries. */
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly folder: string;
  /** Proxies between one engine process and one server. */
  readonly links: Readonly<Record<Ours, Readonly<Record<Server, TcpProxy>>>>;
  /** Starts the engine's processes after the database is migrated. */
  startOurs(): Promise<void>;
  /** Sends SIGKILL and restarts the process as a supervisor would; resolves when it is ready. */
  killAndRestart(member: Member, options?: { readonly awayMs?: number }): Promise<void>;
  /**
   * A rolling deployment: starts the next version first, where two can run, then sends SIGTERM to the old
   * one.
   */
  deploy(member: Ours): Promise<void>;
  /** Sends SIGSTOP for a while; to its peers the process seems dead. */
  freeze(member: Ours, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export interface FleetOptions {
  readonly providers: readonly FakeProvider[];
  /** Environment variables of all engine processes. */
  readonly env: Readonly<Record<string, string>>;
  readonly onDatabaseLog: (line: string) => void;
  /** Called when a process ended without a chance to finish its work. */
  readonly onKill: (member: Member) => void;
}

interface Running {
  readonly pid: number;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
  /** The last lines of its output, where they are kept. */
  output?(): string;
}

/** Drain limit of an old version. Longer than any request to a provider takes in a run. */
const drainMsMax = 60_000;

/**
 * Starts an engine of two APIs (each with a relay) and two workers over one PostgreSQL and one Temporal, each
 * in its own process. Each engine process identifies itself to the database and the providers, and reaches
 * the servers through its own proxies.
 */
export async function startFleet({
  providers,
  env,
  onDatabaseLog,
  onKill,
}: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), "gme-chaos-"));
  const executable = await ensureTemporal({ cacheFolder: process.env["CACHE_DIR"] ?? ".cache" });
  const port = {
    postgres: await findFreePort(),
    temporal: await findFreePort(),
    temporalUi: await findFreePort(),
    "api-1": await findFreePort(),
    "api-2": await findFreePort(),
  };
  const links = Object.fromEntries(
    await Promise.all(
      ours.map(async (name) => {
        const [postgres, temporal] = await Promise.all(
          [port.postgres, port.temporal].map(async (target) => startTcpProxy({ port: target })),
        );
        return [name, { postgres, temporal }] as const;
      }),
    ),
  ) as Record<Ours, Record<Server, TcpProxy>>;
  const secret = randomBytes(32).toString("hex");
  const running = new Map<Member, Running>();
  const restarting = new Map<Member, Promise<void>>();
  const draining = new Set<Promise<unknown>>();
  const versions = new Map<Ours, number>();
  const closing = new AbortController();

  const postgres = async () =>
    startPostgres({ folder: join(folder, "postgres"), port: port.postgres, log: onDatabaseLog });
  const first = await postgres();
  running.set("postgres", toRunning(first));
  const apiUrls = apis.map((name) => `http://127.0.0.1:${port[name]}`);

  async function start(member: Member): Promise<Running> {
    if (member === "postgres") return toRunning(await postgres());
    if (member === "temporal") {
      const databaseFile = join(folder, "temporal.db");
      return toRunning(
        await startTemporal({
          executable,
          databaseFile,
          port: port.temporal,
          uiPort: port.temporalUi,
        }),
      );
    }
    const probePort = String(await findFreePort());
    const isApi = member === "api-1" || member === "api-2";
    return toRunning(
      await startNodeProcess({
        entry: isApi ? "api/server.ts" : "test/chaos/chaos-worker.ts",
        env: {
          ...environmentOf(member),
          ...(isApi ? { PORT: String(port[member]) } : {}),
          INTERNAL_PORT: probePort,
          WORKER_INTERNAL_PORT: probePort,
        },
        readyUrl: `http://127.0.0.1:${probePort}/ready`,
      }),
    );
  }

  function environmentOf(member: Ours): NodeJS.ProcessEnv {
    const databaseUrl = new URL(first.url);
    databaseUrl.port = String(links[member].postgres.port);
    const version = versions.get(member) ?? 0;
    return {
      NODE_OPTIONS: `--import=${new URL("scale-time.ts", import.meta.url).href}`,
      DATA_DIR: folder,
      STORAGE_DIR: join(folder, "storage"),
      DATABASE_URL: databaseUrl.href,
      // Name of its database connections.
      PGAPPNAME: member,
      TEMPORAL_ADDRESS: `127.0.0.1:${links[member].temporal.port}`,
      ...(version === 0 ? {} : { CACHE_DIR: changedCache() }),
      ...Object.fromEntries(providers.flatMap((fake) => settingsOf(fake, member))),
      ALLOW_PRIVATE_WEBHOOKS: "1",
      PUBLIC_URL: apiUrls[0],
      SIGNING_SECRET: secret,
      MASTER_KEY: secret,
      LOG_LEVEL: "warn",
      ...env,
    };
  }

  function changedCache(): string {
    return join(folder, "next-version");
  }

  /** Bundles the next version's workflows into the cache folder in which a worker looks for its bundle. */
  let changedBundle: Promise<void> | null = null;

  /**
   * A process exits when a dependency is unavailable for a while at its start; a supervisor starts it again.
   */
  async function startUntilReady(member: Member): Promise<Running | null> {
    while (!closing.signal.aborted) {
      try {
        return await start(member);
      } catch (error) {
        if (closing.signal.aborted) return null;
        console.warn(`${member} does not start yet: ${(error as Error).message.slice(0, 300)}`);
      }
    }
    return null;
  }

  async function restart(member: Member, awayMs: number): Promise<void> {
    const { pid, exited } = running.get(member) as Running;
    signal(pid, "SIGKILL");
    onKill(member);
    await exited;
    if (awayMs > 0)
      await delay(awayMs, undefined, { signal: closing.signal }).catch(() => undefined);
    const started = await startUntilReady(member);
    if (started !== null) supervise(member, started);
  }

  async function replace(member: Ours): Promise<void> {
    const old = running.get(member) as Running;
    changedBundle ??= writeBundle(changedCache(), "guarded-step-workflows.ts");
    await changedBundle;
    versions.set(member, 1);
    const isApi = member === "api-1" || member === "api-2";
    if (isApi) {
      signal(old.pid, "SIGTERM");
      await old.exited;
    }
    const started = await startUntilReady(member);
    if (started === null) return;
    supervise(member, started);
    if (isApi) return;
    signal(old.pid, "SIGTERM");
    const drained = drain(member, old).finally(() => draining.delete(drained));
    draining.add(drained);
  }

  async function drain(member: Ours, { exited, pid }: Running): Promise<void> {
    const tooLate = setTimeout(() => {
      console.warn(`${member} did not drain within ${drainMsMax / 1_000} s`);
      if (signal(pid, "SIGKILL")) onKill(member);
    }, drainMsMax);
    await exited;
    clearTimeout(tooLate);
  }

  /** Serializes changes per member. */
  async function change(member: Member, work: () => Promise<void>): Promise<void> {
    while (restarting.has(member)) await restarting.get(member);
    if (closing.signal.aborted) return;
    const changing = work().finally(() => restarting.delete(member));
    restarting.set(member, changing);
    await changing;
  }

  /** Restarts a process that exits, as it may when a server is unavailable for long. */
  function supervise(member: Member, started: Running): void {
    running.set(member, started);
    const restartAlone = async () => {
      await started.exited;
      const isExpected = restarting.has(member) || running.get(member) !== started;
      if (isExpected || closing.signal.aborted) return;
      console.warn(`${member} ended by itself: ${started.output?.().slice(-1_000) ?? ""}`);
      await change(member, async () => restart(member, 0));
    };
    void restartAlone();
  }

  supervise("temporal", (await startUntilReady("temporal")) as Running);

  return {
    apiUrls,
    databaseUrl: first.url,
    temporalAddress: `127.0.0.1:${port.temporal}`,
    folder,
    links,
    async startOurs() {
      const started = await Promise.all(
        ours.map(async (member) => [member, await start(member)] as const),
      );
      for (const [member, process] of started) supervise(member, process);
    },
    killAndRestart: async (member, { awayMs = 0 } = {}) =>
      change(member, async () => restart(member, awayMs)),
    deploy: async (member) => change(member, async () => replace(member)),
    async freeze(member, milliseconds) {
      await restarting.get(member);
      const { pid } = running.get(member) as Running;
      if (!signal(pid, "SIGSTOP")) return;
      onKill(member);
      await delay(milliseconds);
      // The process may have been killed while it was stopped.
      signal(pid, "SIGCONT");
    },
    async close() {
      closing.abort();
      await Promise.all(restarting.values());
      await Promise.all(ours.map(async (member) => running.get(member)?.stop()));
      await Promise.all(draining);
      for (const member of servers) await running.get(member)?.stop();
      const proxies = ours.flatMap((member) => Object.values(links[member]));
      await Promise.all(proxies.map(async (proxy) => proxy.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns false when the process has already ended. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    return false;
  }
}

function settingsOf({ provider, url }: FakeProvider, member: Ours): [string, string][] {
  const { accounts, setting, slug } = provider;
  const place = `${url}/${member}`;
  if (setting.endsWith("_URL")) return [[setting, place]];
  return [
    [setting, accounts.join(",")],
    [baseUrlSetting(slug), place],
  ];
}

function toRunning(started: {
  process: { identity: { pid: number }; exited: Promise<unknown> };
  stop(): Promise<void>;
  output?(): string;
}): Running {
  const { identity, exited } = started.process;
  return { ...started, pid: identity.pid, exited };
}
