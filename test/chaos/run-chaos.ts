import { setTimeout as delay } from "node:timers/promises";

import { connectDatabase, type MikroORM } from "#db/orm.ts";
import {
  startFakeStudio,
  type FakeStudio,
  type ProviderInstant,
} from "#test/support/fake-studio.ts";

import { ours, startFleet, type Fleet, type Member } from "./fleet.ts";
import {
  createGateKeeper,
  gateNames,
  installGates,
  sides,
  type Gate,
  type GateKeeper,
  type Side,
} from "./gates.ts";
import { createRandom, type Random } from "./random.ts";
import { behaviourOf, createTraffic, type Traffic } from "./traffic.ts";
import { findViolations } from "./violations.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

export interface ChaosReport {
  readonly seed: number;
  readonly jobs: Readonly<Record<string, number>>;
  /** What was done to which process → how often. */
  readonly kills: Readonly<Record<string, number>>;
  readonly quietSeconds: number;
  readonly violations: readonly string[];
}

export interface ChaosOptions {
  readonly seed: number;
  /** How long jobs arrive and processes are killed. */
  readonly seconds: number;
  readonly jobsPerSecond: number;
  readonly log: (line: string) => void;
}

const catchMs = 6_000;
const downMax = 3;
/** More jobs than this wait for the engine to catch up: a long line proves no more than a short one. */
const openMax = 60;
/** When nothing has ended for so long, nothing will. */
const stalledMs = 240_000;

/**
 * Runs an engine under load while its processes are killed at every named instant and at random,
 * waits until it is quiet, and looks for broken promises.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const providers = await Promise.all([startFakeStudio(), startFakeStudio({ forgetsKeys: true })]);
  const [studio, forgetful] = providers;
  for (const provider of providers) provider.behave(behaviourOf);
  const receiver = await startWebhookReceiver(createRandom(options.seed + 2));
  let keeper: GateKeeper | null = null;
  const fleet = await startFleet({
    studioUrl: studio.url,
    forgetfulUrl: forgetful.url,
    webhookUrl: receiver.url,
    onDatabaseLog: (line) => keeper?.onLogLine(line),
  });
  receiver.trust(fleet.webhookSecret);
  keeper = createGateKeeper(() => fleet.databaseUrl);
  const orm = await connectDatabase({ url: fleet.databaseUrl, poolMax: 2 });
  try {
    await installGates(fleet.databaseUrl);
    return await disturb({ ...options, fleet, keeper, orm, providers, receiver });
  } finally {
    await orm.close();
    await fleet.close();
    await Promise.all([...providers, receiver].map(async (server) => server.close()));
  }
}

interface Run extends ChaosOptions {
  readonly fleet: Fleet;
  readonly keeper: GateKeeper;
  readonly orm: MikroORM;
  readonly providers: readonly FakeStudio[];
  readonly receiver: WebhookReceiver;
}

async function disturb(run: Run): Promise<ChaosReport> {
  const { fleet, orm, seed, providers, receiver } = run;
  const aborted = new AbortController();
  const random = createRandom(seed);
  const traffic = createTraffic({
    ...fleet,
    random: createRandom(seed + 1),
    signal: aborted.signal,
  });
  const until = Date.now() + run.seconds * 1_000;
  const sending = sendUntil(until, run, traffic);
  const kills = await killUntil(until, run, random);
  const callers = await sending;

  const quietFrom = Date.now();
  const unanswered = await untilQuiet(orm, callers, aborted);
  const violations = [
    ...unanswered,
    ...(await findViolations({
      orm,
      providers,
      receiver,
      traffic,
      storageFolder: fleet.storageFolder,
    })),
  ];
  return {
    seed,
    jobs: await countJobs(orm),
    kills: Object.fromEntries([...kills].toSorted(([a], [b]) => a.localeCompare(b))),
    quietSeconds: Math.round((Date.now() - quietFrom) / 1_000),
    violations,
  };
}

async function sendUntil(until: number, run: Run, traffic: Traffic): Promise<Promise<void>[]> {
  const callers: Promise<void>[] = [];
  while (Date.now() < until) {
    if ((await countWork(run.orm)).open > openMax) {
      await delay(500);
      continue;
    }
    const caller = traffic.send(callers.length);
    // Looked at when all is quiet.
    caller.catch(() => undefined);
    callers.push(caller);
    await delay(1_000 / run.jobsPerSecond);
  }
  return callers;
}

type Instant =
  | { readonly gate: Gate; readonly side: Side }
  | { readonly provider: ProviderInstant }
  | { readonly receiver: "told" };

const instants: readonly Instant[] = [
  ...gateNames.flatMap((gate) => sides.map((side) => ({ gate, side }))),
  { provider: "received" },
  { provider: "answered" },
  { provider: "half sent" },
  { receiver: "told" },
];

/** Every named instant in a random order, and between them whatever the dice say. */
async function killUntil(until: number, run: Run, random: Random): Promise<Map<string, number>> {
  const kills = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  /** Restarts go on while the next process is killed, but an engine of which nothing is left proves nothing. */
  const disturbance = async (what: string, work: () => Promise<void>) => {
    run.log(what);
    kills.set(what, (kills.get(what) ?? 0) + 1);
    const done = work().finally(() => underWay.delete(done));
    underWay.add(done);
    if (underWay.size >= downMax) await Promise.race(underWay);
  };
  let plan = shuffle(instants, random);
  while (Date.now() < until) {
    if (plan.length === 0) plan = shuffle(instants, random);
    const next = plan.pop();
    if (next !== undefined) await killAt(next, run, disturbance);
    if (random.next() < 0.3) await disturbAtRandom(run, random, disturbance);
    await delay(random.between(50, 600));
  }
  await Promise.all(underWay);
  return kills;
}

type Disturb = (what: string, work: () => Promise<void>) => Promise<void>;

async function killAt(instant: Instant, run: Run, disturb: Disturb): Promise<void> {
  const { fleet, keeper, providers, receiver } = run;
  if ("provider" in instant) {
    const { provider: awaited } = instant;
    return killOutside(`provider's answer ${awaited}`, run, disturb, (onInstant) => {
      for (const provider of providers) {
        provider.watch(async (now) => (now === awaited ? onInstant() : undefined));
      }
    });
  }
  if ("receiver" in instant) {
    return killOutside("webhook received", run, disturb, (onInstant) => receiver.watch(onInstant));
  }
  const caught = await keeper.catchAt(instant.gate, instant.side, catchMs).catch(() => null);
  if (caught === null) return;
  const member = ours.find((name) => name === caught.member);
  if (member === undefined) throw new Error(`${caught.member} is not one of ours`);
  await disturb(`${member.slice(0, -2)} killed ${instant.side}: ${instant.gate}`, async () => {
    const restarted = fleet.killAndRestart(member);
    if (caught.backend !== null) await keeper.endBackend(caught.backend).catch(() => undefined);
    await restarted;
  });
}

/** Who is outside cannot tell which worker it talks to, so both go. */
async function killOutside(
  what: string,
  { fleet }: Run,
  disturb: Disturb,
  watch: (onInstant: () => Promise<void>) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, catchMs);
  let seen = false;
  watch(async () => {
    if (seen) return;
    seen = true;
    await disturb(`workers killed: ${what}`, async () => {
      const restarted = killWorkers(fleet);
      resolve();
      await restarted;
    });
  });
  await promise;
  clearTimeout(timer);
  watch(async () => undefined);
}

async function killWorkers(fleet: Fleet): Promise<void> {
  await Promise.all([fleet.killAndRestart("worker-1"), fleet.killAndRestart("worker-2")]);
}

async function disturbAtRandom({ fleet }: Run, random: Random, disturb: Disturb): Promise<void> {
  const dice = random.next();
  if (dice < 0.2) return killServer("temporal");
  if (dice < 0.4) return killServer("postgres");
  if (dice < 0.6) {
    const worker = random.pick(["worker-1", "worker-2"] as const);
    const milliseconds = random.between(2_000, 25_000);
    return disturb("worker frozen", async () => fleet.freeze(worker, milliseconds));
  }
  const member = random.pick(ours);
  return disturb(`${member.slice(0, -2)} killed at random`, async () =>
    fleet.killAndRestart(member),
  );

  async function killServer(server: Member): Promise<void> {
    await disturb(`${server} killed at random`, async () => fleet.killAndRestart(server));
  }
}

/**
 * Waits until nothing is left to do: no caller without an answer, no job under way, nothing to carry,
 * nobody to tell. Gives up when nothing ends any more, and says who has no answer then.
 */
async function untilQuiet(
  orm: MikroORM,
  callers: readonly Promise<void>[],
  aborted: AbortController,
): Promise<string[]> {
  let isAnswered = false;
  const answers = Promise.allSettled(callers).finally(() => (isAnswered = true));
  let ended = 0;
  let endedAt = Date.now();
  for (;;) {
    const work = await countWork(orm);
    if (isAnswered && work.left === 0) break;
    if (work.ended > ended) {
      ended = work.ended;
      endedAt = Date.now();
    }
    if (Date.now() - endedAt > stalledMs) {
      aborted.abort(new Error("a caller got no answer"));
      break;
    }
    await delay(500);
  }
  return (await answers).flatMap((answer) =>
    answer.status === "rejected" ? [String(answer.reason)] : [],
  );
}

interface Work {
  /** Jobs that have not ended. */
  readonly open: number;
  /** All that is left to do, jobs among it. */
  readonly left: number;
  readonly ended: number;
}

/** While the database is away nothing is known, and nothing counts as over. */
async function countWork(orm: MikroORM): Promise<Work> {
  const rows = await orm.em
    .fork()
    .execute<Work[]>(
      `select jobs.open, jobs.open + hooks.open + (select count(*)::int from outbox) as left,
         jobs.ended + hooks.ended as ended
       from (select count(*) filter (where finished_at is null)::int as open,
               count(finished_at)::int as ended from jobs) jobs,
         (select count(*) filter (where state = 'pending')::int as open,
            count(finished_at)::int as ended from webhook_deliveries) hooks`,
    )
    .catch(() => []);
  return rows[0] ?? { open: 0, left: 1, ended: 0 };
}

async function countJobs(orm: MikroORM): Promise<Record<string, number>> {
  const rows = await orm.em
    .fork()
    .execute<{ status: string; count: number }[]>(
      `select status, count(*)::int as count from jobs group by status order by status`,
    );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
