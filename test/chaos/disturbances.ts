import { setTimeout as delay } from "node:timers/promises";

import type { ErrorCode } from "#domain/errors.ts";
import { submitVerdict } from "#domain/jobs/submission.ts";

import { type Bucket, type BucketFault, bucketFaults } from "./bucket.ts";
import type { FakeProvider } from "./fake-provider.ts";
import { apis, type Fleet, type Ours, ours, type Server, workers } from "./fleet.ts";
import type { Journal } from "./journal.ts";
import type { ChaosOrganization } from "./organizations.ts";
import type { Random } from "./random.ts";
import type { Traffic } from "./traffic.ts";
import { withClient } from "./with-client.ts";

export interface World {
  readonly bucket: Bucket;
  readonly fleet: Fleet;
  readonly journal: Journal;
  readonly organizations: readonly ChaosOrganization[];
  readonly providers: readonly FakeProvider[];
  readonly random: Random;
  readonly traffic: Traffic;
  /** Reports a violation that only the disturbance itself can observe. */
  readonly accuse: (violation: string) => void;
}

export interface Disturber {
  readonly kind: string;
  /** True when no other disturbance may run at the same time. */
  readonly isAlone?: boolean;
  run(world: World, during: During): Promise<void>;
}

/** Records in the journal that these targets are disturbed while `work` runs. */
type During = (hit: readonly string[], work: () => Promise<void>) => Promise<void>;

/** Runs a disturbance from beginning to end. */
export async function disturb(world: World, disturber: Disturber): Promise<void> {
  await disturber.run(world, async (hit, work) => {
    const end = world.journal.begin(disturber.kind, hit);
    try {
      await work();
    } finally {
      end();
    }
  });
}

/** Exceeds every scaled limit of a job except the time to resolve lost responses. */
const longMs = { min: 20_000, max: 35_000 };
const shortMs = { min: 2_000, max: 12_000 };
const freezeMs = { min: 2_000, max: 25_000 };

interface Span {
  readonly min: number;
  readonly max: number;
}

async function pause({ random }: World, { min, max }: Span): Promise<void> {
  await delay(random.between(min, max));
}

function killOneOf(kind: string, members: readonly Ours[]): Disturber {
  return {
    kind,
    async run({ fleet, random }, during) {
      const member = random.pick(members);
      await during([member], async () => fleet.killAndRestart(member));
    },
  };
}

/** A rolling deployment excuses no loss: a draining process has time to record everything. */
function deployOneOf(kind: string, members: readonly Ours[]): Disturber {
  return {
    kind,
    run: async ({ fleet, random }, during) =>
      during([], async () => fleet.deploy(random.pick(members))),
  };
}

function killServer(kind: string, server: Server, away?: Span): Disturber {
  return {
    kind,
    isAlone: away !== undefined,
    async run({ fleet, random }, during) {
      const awayMs = away === undefined ? 0 : random.between(away.min, away.max);
      await during([server], async () => fleet.killAndRestart(server, { awayMs }));
    },
  };
}

/** Stalls the bytes between a process and a server for a while, then delivers them all. */
function stall(kind: string, server: Server): Disturber {
  return {
    kind,
    async run(world, during) {
      const member = world.random.pick(ours);
      const link = world.fleet.links[member][server];
      await during([server, member], async () => {
        await link.setMode("stall");
        await pause(world, shortMs);
        await link.setMode("forward");
      });
    },
  };
}

/**
 * Abandons every connection of a process to a server and refuses new ones for a while, as in a failover
 * behind a load balancer.
 */
function abandon(kind: string, server: Server, { isForAll = false } = {}): Disturber {
  return {
    kind,
    isAlone: isForAll,
    async run(world, during) {
      const members = isForAll ? ours : [world.random.pick(ours)];
      const links = members.map((member) => world.fleet.links[member][server]);
      await during([server, ...members], async () => {
        for (const link of links) link.abandonConnections();
        await Promise.all(links.map(async (link) => link.setMode("refuse")));
        await pause(world, shortMs);
        await Promise.all(links.map(async (link) => link.setMode("forward")));
      });
    },
  };
}

function breakProvider(kind: string, mode: "refuse" | "stall", span: Span): Disturber {
  return {
    kind,
    async run(world, during) {
      const { provider, proxy } = world.random.pick(world.providers);
      await during([provider.slug], async () => {
        await proxy.setMode(mode);
        await pause(world, span);
        await proxy.setMode("forward");
      });
    },
  };
}

function breakStorage(fault: BucketFault): Disturber {
  return {
    kind: `storage: ${fault}`,
    run: async (world, during) =>
      during(["storage"], async () => {
        world.bucket.setFault(fault);
        await pause(world, shortMs);
        world.bucket.setFault(null);
      }),
  };
}

const freezeWorker: Disturber = {
  kind: "worker frozen",
  async run({ fleet, random }, during) {
    const worker = random.pick(workers);
    const ms = random.between(freezeMs.min, freezeMs.max);
    await during([worker], async () => fleet.freeze(worker, ms));
  },
};

const stopAllWorkers: Disturber = {
  kind: "all workers away for long",
  isAlone: true,
  async run({ fleet, random }, during) {
    const awayMs = random.between(longMs.min, longMs.max);
    await during(workers, async () => {
      await Promise.all(workers.map(async (worker) => fleet.killAndRestart(worker, { awayMs })));
    });
  },
};

const lockJobs: Disturber = {
  kind: "rows of jobs locked",
  run: async (world, during) =>
    during(["postgres"], async () =>
      withLock(
        world,
        `select 1 from jobs where finished_at is null order by created_at desc limit 3
         for update skip locked`,
        [],
        async () => pause(world, shortMs),
      ),
    ),
};

const jobsOfLockedOrganization = 40;
/**
 * Generous, because a loaded machine needs more than a minute for a job. The lock is held for as long, so an
 * engine whose connections all wait for it never ends the job.
 */
const isolationMs = 180_000;

/**
 * Locks the balance of one organization with many jobs for longer than any lock timeout; jobs of other
 * organizations must proceed.
 */
const lockBalance: Disturber = {
  kind: "balance of an organization locked",
  isAlone: true,
  async run(world, during) {
    const { accuse, organizations, random, traffic } = world;
    const locked = random.pick(organizations);
    const other = random.pick(organizations.filter((each) => each !== locked));
    const name = `isolation-${random.next()}`;
    const crowd = Array.from({ length: jobsOfLockedOrganization }, async (_, index) =>
      traffic.sendPlain(locked, `${name}-${index}`),
    );
    await Promise.any(crowd);
    await during(["postgres"], async () =>
      withLock(
        world,
        "select 1 from credit_accounts where organization_id = $1 for update",
        [locked.organizationId],
        async () => {
          await pause(world, shortMs);
          const tooLate = delay(isolationMs, null, { ref: false });
          const jobId = await Promise.race([traffic.sendPlain(other, name), tooLate]);
          const ended = jobId === null ? null : traffic.untilEnded(other, jobId);
          const outcome = (await Promise.race([ended, tooLate])) ?? "did not end";
          if (outcome === "completed") return;
          const attempt = jobId === null ? undefined : await findAttempt(world, jobId);
          // The provider may fail because of other traffic.
          if (isHeldBack(attempt)) return;
          accuse(
            `job ${jobId} of another organization ${outcome} while one balance was locked ` +
              `(${attempt?.state ?? "no submission"}, ${attempt?.code ?? "no error"})`,
          );
        },
      ),
    );
    await Promise.allSettled(crowd);
  },
};

interface Attempt {
  readonly state: string;
  readonly code: ErrorCode | null;
}

/** State and error code of a job's last submission. */
async function findAttempt({ fleet }: World, jobId: string): Promise<Attempt | undefined> {
  return withClient(
    fleet.databaseUrl,
    async (client) => {
      const { rows } = await client.query<Attempt>(
        `select state, error_code as code from provider_submissions where job_id = $1
         order by generation desc limit 1`,
        [jobId],
      );
      return rows[0];
    },
    { patienceMs },
  );
}

/** The submission waits until its provider recovers. */
function isHeldBack(attempt: Attempt | undefined): boolean {
  if (attempt?.state !== "prepared" || attempt.code === null) return false;
  return submitVerdict(attempt.code) === "wait";
}

/** PostgreSQL may be recovering from a kill. */
const patienceMs = 60_000;

/** Holds row locks, as a long transaction does, until `work` is done. */
async function withLock(
  { fleet }: World,
  sql: string,
  values: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  await withClient(
    fleet.databaseUrl,
    async (client) => {
      // The role's default would end the transaction after a minute, and with it the lock.
      await client.query("set idle_in_transaction_session_timeout = 0");
      await client.query("begin");
      await client.query(sql, [...values]);
      await work();
    },
    { patienceMs },
  );
}

/** All disturbances except the kills at named instants, each equally often. */
export const disturbers: readonly Disturber[] = [
  killOneOf("api killed", apis),
  killOneOf("worker killed", workers),
  freezeWorker,
  deployOneOf("api deployed", apis),
  deployOneOf("worker deployed", workers),
  stopAllWorkers,
  killServer("temporal killed", "temporal"),
  killServer("postgres killed", "postgres"),
  killServer("temporal away for long", "temporal", longMs),
  killServer("postgres away for long", "postgres", longMs),
  stall("connection to temporal silent", "temporal"),
  stall("connection to postgres silent", "postgres"),
  abandon("connections to temporal abandoned", "temporal"),
  abandon("connections to postgres abandoned", "postgres"),
  breakProvider("provider refuses connections", "refuse", longMs),
  breakProvider("provider silent", "stall", shortMs),
  ...bucketFaults.map(breakStorage),
  lockJobs,
  lockBalance,
];

/**
 * No process is killed after the finale: a process that does not recover on its own stays broken, and the
 * final checks detect it.
 */
export const finales: readonly Disturber[] = [
  abandon("finale: all connections to temporal abandoned", "temporal", { isForAll: true }),
  abandon("finale: all connections to postgres abandoned", "postgres", { isForAll: true }),
];
