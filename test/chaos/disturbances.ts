import { setTimeout as delay } from "node:timers/promises";

import { Client } from "pg";

import { bucketFaults, type Bucket } from "./bucket.ts";
import type { FakeProvider } from "./fake-provider.ts";
import { apis, type Fleet, type Ours, ours, type Server, workers } from "./fleet.ts";
import type { Journal } from "./journal.ts";
import type { ChaosOrganization } from "./organizations.ts";
import type { Random } from "./random.ts";
import type { Traffic } from "./traffic.ts";

export interface World {
  readonly bucket: Bucket;
  readonly fleet: Fleet;
  readonly journal: Journal;
  readonly organizations: readonly ChaosOrganization[];
  readonly providers: readonly FakeProvider[];
  readonly random: Random;
  readonly traffic: Traffic;
  /** Adds a broken promise that only the disturbance itself can see. */
  readonly accuse: (violation: string) => void;
}

export interface Disturber {
  readonly kind: string;
  /** Whether nothing else may be out of order meanwhile. */
  readonly isAlone?: boolean;
  run(world: World): Promise<void>;
}

/** Longer than every limit of a job that is scaled for the run, except the patience with lost answers. */
const longMs = { min: 20_000, max: 35_000 };
const shortMs = { min: 2_000, max: 12_000 };

const randomMember = ({ random }: World): Ours => random.pick(ours);
const randomMs = ({ random }: World, { min, max }: { min: number; max: number }): number =>
  random.between(min, max);

/** Notes in the journal that something is out of order while `work` runs. */
async function during(
  { journal }: World,
  { kind, hit }: { kind: string; hit: readonly string[] },
  work: () => Promise<void>,
): Promise<void> {
  const end = journal.begin(kind, hit);
  try {
    await work();
  } finally {
    end();
  }
}

async function outage(world: World, server: Server, kind: string, awayMs: number): Promise<void> {
  await during(world, { kind, hit: [server] }, async () =>
    world.fleet.killAndRestart(server, { awayMs }),
  );
}

/** Every connection of some processes to a server goes silent; new ones are refused, then all is well. */
async function failOverSilently(
  world: World,
  server: Server,
  { kind, members }: { kind: string; members: readonly Ours[] },
): Promise<void> {
  const links = members.map((member) => world.fleet.links[member][server]);
  await during(world, { kind, hit: [server, ...members] }, async () => {
    for (const link of links) link.abandonConnections();
    await Promise.all(links.map(async (link) => link.setMode("refuse")));
    await delay(randomMs(world, shortMs));
    await Promise.all(links.map(async (link) => link.setMode("forward")));
  });
}

/** No byte moves between a process and a server for a while; then all of them arrive. */
async function stall(world: World, server: Server, kind: string): Promise<void> {
  const member = randomMember(world);
  const link = world.fleet.links[member][server];
  await during(world, { kind, hit: [server, member] }, async () => {
    await link.setMode("stall");
    await delay(randomMs(world, shortMs));
    await link.setMode("forward");
  });
}

async function breakProvider(
  world: World,
  { kind, mode, ms }: { kind: string; mode: "refuse" | "stall"; ms: number },
): Promise<void> {
  const { provider, proxy } = world.random.pick(world.providers);
  await during(world, { kind, hit: [provider.slug] }, async () => {
    await proxy.setMode(mode);
    await delay(ms);
    await proxy.setMode("forward");
  });
}

async function breakStorage(world: World): Promise<void> {
  const fault = world.random.pick(bucketFaults);
  await during(world, { kind: `storage: ${fault}`, hit: ["storage"] }, async () => {
    world.bucket.setFault(fault);
    await delay(randomMs(world, shortMs));
    world.bucket.setFault(null);
  });
}

async function deploy(world: World, member: Ours): Promise<void> {
  // The journal does not excuse anything by it: a process that drains has time for all it knows.
  await during(world, { kind: `${member.slice(0, -2)} deployed`, hit: [] }, async () =>
    world.fleet.deploy(member),
  );
}

/** Holds rows as a long transaction does, until `work` is done. */
async function withLock(
  { fleet }: World,
  { sql, values }: { sql: string; values: readonly unknown[] },
  work: () => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString: fleet.databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin");
    await client.query(sql, [...values]);
    await work();
  } finally {
    await client.query("rollback").catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}

const jobsOfLockedOrganization = 40;
const isolationMs = 60_000;

/**
 * The balance of one organization, which has many jobs, is locked for longer than anybody waits for it:
 * a job of another organization goes on.
 */
async function lockBalance(world: World): Promise<void> {
  const { accuse, organizations, random, traffic } = world;
  const kind = "balance of an organization locked";
  const locked = random.pick(organizations);
  const other = random.pick(organizations.filter((each) => each !== locked));
  const name = `isolation-${random.next()}`;
  const lock = {
    sql: "select 1 from credit_accounts where organization_id = $1 for update",
    values: [locked.organizationId],
  };
  const crowd = Array.from({ length: jobsOfLockedOrganization }, async (_, index) =>
    traffic.sendPlain(locked, `${name}-${index}`),
  );
  await Promise.any(crowd);
  await during(world, { kind, hit: ["postgres"] }, async () =>
    withLock(world, lock, async () => {
      await delay(randomMs(world, shortMs));
      const ended = traffic
        .sendPlain(other, name)
        .then(async (jobId) => traffic.untilEnded(other, jobId));
      const outcome = await Promise.race([
        ended,
        delay(isolationMs, "did not end", { ref: false }),
      ]);
      if (outcome !== "completed") {
        accuse(`a job of another organization ${outcome} while one balance was locked`);
      }
    }),
  );
  await Promise.allSettled(crowd);
}

async function lockJob(world: World): Promise<void> {
  const lock = {
    sql: `select 1 from jobs where finished_at is null order by created_at desc limit 3 for update skip locked`,
    values: [],
  };
  await during(world, { kind: "rows of jobs locked", hit: ["postgres"] }, async () =>
    withLock(world, lock, async () => delay(randomMs(world, shortMs))),
  );
}

async function stopAllWorkers(world: World, kind: string, awayMs: number): Promise<void> {
  await during(world, { kind, hit: [...workers] }, async () => {
    await Promise.all(
      workers.map(async (worker) => world.fleet.killAndRestart(worker, { awayMs })),
    );
  });
}

/** All but the kills at named instants, each as often as the others. */
export const disturbers: readonly Disturber[] = [
  {
    kind: "api killed",
    run: async (world) => {
      const api = world.random.pick(apis);
      await during(world, { kind: "api killed", hit: [api] }, async () =>
        world.fleet.killAndRestart(api),
      );
    },
  },
  {
    kind: "worker killed",
    run: async (world) => {
      const worker = world.random.pick(workers);
      await during(world, { kind: "worker killed", hit: [worker] }, async () =>
        world.fleet.killAndRestart(worker),
      );
    },
  },
  {
    kind: "worker frozen",
    run: async (world) => {
      const worker = world.random.pick(workers);
      const ms = world.random.between(2_000, 25_000);
      await during(world, { kind: "worker frozen", hit: [worker] }, async () =>
        world.fleet.freeze(worker, ms),
      );
    },
  },
  {
    kind: "temporal killed",
    run: async (world) => outage(world, "temporal", "temporal killed", 0),
  },
  {
    kind: "postgres killed",
    run: async (world) => outage(world, "postgres", "postgres killed", 0),
  },
  {
    kind: "temporal away for long",
    isAlone: true,
    run: async (world) =>
      outage(world, "temporal", "temporal away for long", randomMs(world, longMs)),
  },
  {
    kind: "postgres away for long",
    isAlone: true,
    run: async (world) =>
      outage(world, "postgres", "postgres away for long", randomMs(world, longMs)),
  },
  {
    kind: "all workers away for long",
    isAlone: true,
    run: async (world) =>
      stopAllWorkers(world, "all workers away for long", randomMs(world, longMs)),
  },
  {
    kind: "provider refuses connections",
    run: async (world) =>
      breakProvider(world, {
        kind: "provider refuses connections",
        mode: "refuse",
        ms: randomMs(world, longMs),
      }),
  },
  {
    kind: "provider silent",
    run: async (world) =>
      breakProvider(world, {
        kind: "provider silent",
        mode: "stall",
        ms: randomMs(world, shortMs),
      }),
  },
  { kind: "storage", run: breakStorage },
  {
    kind: "postgres silent",
    run: async (world) => stall(world, "postgres", "postgres silent"),
  },
  {
    kind: "temporal silent",
    run: async (world) => stall(world, "temporal", "temporal silent"),
  },
  {
    kind: "connections to postgres abandoned",
    run: async (world) =>
      failOverSilently(world, "postgres", {
        kind: "connections to postgres abandoned",
        members: [randomMember(world)],
      }),
  },
  {
    kind: "connections to temporal abandoned",
    run: async (world) =>
      failOverSilently(world, "temporal", {
        kind: "connections to temporal abandoned",
        members: [randomMember(world)],
      }),
  },
  { kind: "rows of jobs locked", run: lockJob },
  { kind: "balance locked", isAlone: true, run: lockBalance },
  { kind: "worker deployed", run: async (world) => deploy(world, world.random.pick(workers)) },
  { kind: "api deployed", run: async (world) => deploy(world, world.random.pick(apis)) },
];

/**
 * After the last of them nobody is killed any more: a process that does not recover by itself stays
 * broken, and the oracle sees it.
 */
export const finales: readonly Disturber[] = (["postgres", "temporal"] as const).map((server) => ({
  kind: `finale: all connections to ${server} abandoned`,
  isAlone: true,
  run: async (world) =>
    failOverSilently(world, server, {
      kind: `finale: all connections to ${server} abandoned`,
      members: ours,
    }),
}));
