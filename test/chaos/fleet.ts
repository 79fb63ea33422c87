import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Membership } from "#db/entities/account.ts";
import { createLocalOwner } from "#db/local-owner.ts";
import { migrateDatabase } from "#db/migrate-database.ts";
import { connectDatabase } from "#db/orm.ts";
import { createVault } from "#db/vault.ts";
import { createWebhook } from "#db/webhooks.ts";
import { findFreePort } from "#scripts/embedded/ports.ts";
import { startPostgres } from "#scripts/embedded/postgres.ts";
import { ensureTemporal, startTemporal } from "#scripts/embedded/temporal.ts";
import { startNodeProcess } from "#test/support/node-process.ts";
import { integrateSecondProvider, secondProvider } from "#test/support/second-provider.ts";

export const ours = ["api-1", "api-2", "worker-1", "worker-2"] as const;
const servers = ["temporal", "postgres"] as const;
export type Member = (typeof ours)[number] | (typeof servers)[number];

export interface Fleet {
  readonly apiUrls: readonly string[];
  readonly key: string;
  /** Signs what the receiver of webhooks is told. */
  readonly webhookSecret: string;
  readonly databaseUrl: string;
  readonly temporalAddress: string;
  readonly storageFolder: string;
  /** SIGKILL, and a start again as a supervisor would do it; resolves when it is ready again. */
  killAndRestart(member: Member): Promise<void>;
  /** SIGSTOP for a while: whoever waits for it must think that it is dead. */
  freeze(member: Member, milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

interface Running {
  readonly pid: number;
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
  /** What it wrote last, where that is kept. */
  output?(): string;
}

/**
 * An engine of two APIs (each with a relay) and two workers over one PostgreSQL and one Temporal, all
 * of them processes of their own. Each tells the database its name, so that a gate knows whom it stopped.
 */
export async function startFleet({
  studioUrl,
  forgetfulUrl,
  webhookUrl,
  onDatabaseLog,
}: {
  studioUrl: string;
  /** Of a provider without idempotency keys, which routing prefers to studio. */
  forgetfulUrl: string;
  /** Of a customer who wants to be told of everything. */
  webhookUrl: string;
  onDatabaseLog: (line: string) => void;
}): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), "gme-chaos-"));
  const executable = await ensureTemporal({ cacheFolder: process.env["CACHE_DIR"] ?? ".cache" });
  const port = {
    postgres: await findFreePort(),
    temporal: await findFreePort(),
    temporalUi: await findFreePort(),
    api: [await findFreePort(), await findFreePort()],
    probe: Object.fromEntries<string>(
      await Promise.all(ours.map(async (name) => [name, String(await findFreePort())] as const)),
    ),
  };
  const temporalAddress = `127.0.0.1:${port.temporal}`;
  const signingSecret = randomBytes(32).toString("hex");
  const running = new Map<Member, Running>();
  const restarting = new Map<Member, Promise<void>>();
  const closing = new AbortController();

  const postgres = async () =>
    startPostgres({ folder: join(folder, "postgres"), port: port.postgres, log: onDatabaseLog });
  const first = await postgres();
  running.set("postgres", toRunning(first));
  const storageFolder = join(folder, "storage");
  const { key, webhookSecret } = await prepareDatabase(first.url, {
    folder,
    forgetfulUrl,
    webhookUrl,
    masterKey: signingSecret,
  });
  const apiUrls = port.api.map((number) => `http://127.0.0.1:${number}`);

  function environmentOf(member: Member): NodeJS.ProcessEnv {
    return {
      PORT: String(port.api[member === "api-2" ? 1 : 0]),
      INTERNAL_PORT: port.probe[member] ?? "",
      WORKER_INTERNAL_PORT: port.probe[member] ?? "",
      DATA_DIR: folder,
      STORAGE_DIR: storageFolder,
      DATABASE_URL: first.url,
      // The name that its connections have.
      PGAPPNAME: member,
      TEMPORAL_ADDRESS: temporalAddress,
      STUDIO_URL: studioUrl,
      [secondProvider.setting]: "test",
      SUBMISSION_UNKNOWN_SECONDS: "5",
      ALLOW_PRIVATE_WEBHOOKS: "1",
      PUBLIC_URL: apiUrls[0],
      SIGNING_SECRET: signingSecret,
      MASTER_KEY: signingSecret,
      LOG_LEVEL: "warn",
    };
  }

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
    return toRunning(
      await startNodeProcess({
        entry: member.startsWith("api") ? "api/server.ts" : "test/support/two-provider-worker.ts",
        env: environmentOf(member),
        readyUrl: `http://127.0.0.1:${port.probe[member]}/ready`,
      }),
    );
  }

  async function restart(member: Member): Promise<void> {
    const { pid, exited } = running.get(member) as Running;
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has ended by itself.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    await exited;
    // A process that starts while another is away gives up after a while; a supervisor tries again.
    while (!closing.signal.aborted) {
      try {
        supervise(member, await start(member));
        return;
      } catch (error) {
        if (closing.signal.aborted) return;
        console.warn(`${member} does not start yet: ${(error as Error).message.slice(0, 300)}`);
      }
    }
  }

  async function killAndRestart(member: Member): Promise<void> {
    // Of two who waited, the second waits for the first.
    while (restarting.has(member)) await restarting.get(member);
    const again = restart(member).finally(() => restarting.delete(member));
    restarting.set(member, again);
    await again;
  }

  /** One that ends by itself, as it may when what it needs is away for long, is started again. */
  function supervise(member: Member, started: Running): void {
    running.set(member, started);
    const restartAlone = async () => {
      await started.exited;
      const isKilled = restarting.has(member) || running.get(member) !== started;
      if (isKilled || closing.signal.aborted) return;
      console.warn(`${member} ended by itself: ${started.output?.().slice(-1_000) ?? ""}`);
      await killAndRestart(member);
    };
    void restartAlone();
  }

  supervise("temporal", await start("temporal"));
  for (const [member, started] of await Promise.all(
    ours.map(async (member) => [member, await start(member)] as const),
  )) {
    supervise(member, started);
  }

  return {
    apiUrls,
    key,
    webhookSecret,
    databaseUrl: first.url,
    temporalAddress,
    storageFolder,
    killAndRestart,
    async freeze(member, milliseconds) {
      await restarting.get(member);
      const { pid } = running.get(member) as Running;
      process.kill(pid, "SIGSTOP");
      await delay(milliseconds);
      // It may have been killed in its sleep.
      if (running.get(member)?.pid === pid && !restarting.has(member)) process.kill(pid, "SIGCONT");
    },
    async close() {
      closing.abort();
      await Promise.all(restarting.values());
      await Promise.all(ours.map(async (member) => running.get(member)?.stop()));
      for (const member of servers) await running.get(member)?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function toRunning(started: {
  process: { identity: { pid: number }; exited: Promise<unknown> };
  stop(): Promise<void>;
  output?(): string;
}): Running {
  const { identity, exited } = started.process;
  return { ...started, pid: identity.pid, exited };
}

async function prepareDatabase(
  url: string,
  given: { folder: string; forgetfulUrl: string; webhookUrl: string; masterKey: string },
): Promise<{ key: string; webhookSecret: string }> {
  const { folder, forgetfulUrl, webhookUrl, masterKey } = given;
  const orm = await connectDatabase({ url, poolMax: 2 });
  await migrateDatabase(orm);
  await integrateSecondProvider(orm, { url: forgetfulUrl, idempotency: "none" });
  const em = orm.em.fork();
  await createLocalOwner(em, { folder, requestsPerHour: 10_000_000, now: new Date() });
  const { organizationId, accountId } = await em.findOneOrFail(Membership, { role: "owner" });
  const { secret: webhookSecret } = await createWebhook(em, createVault(masterKey), {
    organizationId,
    createdBy: accountId,
    rules: { url: webhookUrl, events: null, enabled: true },
    actor: { actorAccountId: accountId, organizationId },
  });
  await orm.close();
  return { key: (await readFile(join(folder, "api-key"), "utf8")).trim(), webhookSecret };
}
