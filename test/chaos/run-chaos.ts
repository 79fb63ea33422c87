import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Client, Connection } from "@temporalio/client";

import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { scheduleIdOf } from "#temporal/schedule-id.ts";

import { behaviours } from "./behaviours.ts";
import { startBucket } from "./bucket.ts";
import { disturb, disturbers, type Disturber, finales, type World } from "./disturbances.ts";
import { type ProviderInstant, startFakeProvider } from "./fake-provider.ts";
import { type Fleet, ours, startFleet, workers } from "./fleet.ts";
import { createGateAims, type GateAims, type GateHits } from "./gate-aims.ts";
import {
  createGateKeeper,
  gateNames,
  installGates,
  rareGates,
  sides,
  type GateInstant,
  type GateKeeper,
} from "./gates.ts";
import { createJournal } from "./journal.ts";
import { type FateCounts, judgeMadeWork } from "./made-work.ts";
import { prepareDatabase } from "./organizations.ts";
import { chaosProviders, chaosStudio } from "./providers.ts";
import { createRandom, type Random } from "./random.ts";
import { createTimeline } from "./timeline.ts";
import { createTraffic, type Traffic } from "./traffic.ts";
import { findViolations } from "./violations.ts";
import { startWebhookReceiver, type WebhookReceiver } from "./webhook-receiver.ts";

export interface ChaosReport {
  readonly seed: number;
  readonly jobs: Readonly<Record<string, number>>;
  /** Kind of disturbance → count. */
  readonly disturbances: Readonly<Record<string, number>>;
  readonly gates: GateHits;
  /** Idempotency class → outcomes of its provider's generations. */
  readonly made: Readonly<Record<string, FateCounts>>;
  readonly quietSeconds: number;
  readonly violations: readonly string[];
  /** Timelines of the jobs of some violations. */
  readonly timelines: readonly string[];
}

export interface ChaosOptions {
  readonly seed: number;
  /** Duration of traffic and disturbances. */
  readonly seconds: number;
  readonly jobsPerSecond: number;
  /** Disturbances and provider behaviours whose name contains one of these; default: all. */
  readonly only?: readonly string[];
  /** Disturbances and provider behaviours to leave out, matched likewise. */
  readonly without?: readonly string[];
  readonly log: (line: string) => void;
}

const catchMs = 6_000;
/** A run reaches a rare gate every ten seconds or so. */
const catchAimedMs = 15_000;
/** Share of the kills at gates that aim at rare gates, until each was hit before and after its commit. */
const aimedShare = 0.7;
/** Share of the other disturbances that follow a kill at an instant without a gate. */
const outsideShare = 0.3;
/** One of them may be a wait for a process to reach a gate. */
const underWayMax = 4;
/** Limits of open jobs: twice the jobs that ended lately, so a slow machine has a short queue. */
const openBounds = { min: 12, max: 60, windowMs: 20_000 };
/**
 * A slow machine gets up to `slownessMax` times the duration, until this many disturbances have run and, in a run of
 * `reachSeconds` or longer, each rare gate was hit.
 */
const disturbancesMin = 8;
const slownessMax = 3;
const reachSeconds = 300;
/** Time for other disturbances before the first exclusive one, at most half of the run, and between two of them. */
const beforeAloneMs = 150_000;
const betweenAloneMs = 60_000;
/** After this time without a finished job the run counts as stalled. */
const stalledMs = 180_000;
/** The run is judged after this time in any case. */
const quietMsMax = 900_000;
const timelinesMax = 5;
const masterKey = "a master key of a chaos run that is long enough";
/** Settings at a tenth of the defaults, or as near as the limits of submissions allow. */
const scaledSettings = {
  // Longer than it takes to settle an attempt, so the lookup of a lost request completes.
  SUBMISSION_UNKNOWN_SECONDS: "45",
  WORKER_SHUTDOWN_MS: "3000",
  RECONCILE_SECONDS: "12",
};

/**
 * Runs an engine under load while its processes are killed at every named instant and its dependencies fail.
 * Waits until all work is done, then looks for violations.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const journal = createJournal();
  const providers = await Promise.all(
    [...chaosProviders, chaosStudio].map(async (provider) => startFakeProvider(provider, journal)),
  );
  const receiver = await startWebhookReceiver(createRandom(options.seed + 2));
  const bucket = await startBucket();
  let keeper: GateKeeper | null = null;
  const fleet = await startFleet({
    providers,
    env: {
      ...bucket.env,
      MASTER_KEY: masterKey,
      ...scaledSettings,
    },
    onDatabaseLog: (line) => keeper?.onLogLine(line),
    onKill: (member) => journal.noteKill(member),
  });
  const orm = await connectDatabase({ url: fleet.databaseUrl, poolMax: 2 });
  const aborted = new AbortController();
  try {
    const webhookUrl = (index: number) => receiver.urlOf(index);
    const organizations = await prepareDatabase(orm, { masterKey, webhookUrl });
    receiver.trust(organizations.map(({ webhookSecret }) => webhookSecret));
    keeper = createGateKeeper(() => fleet.databaseUrl);
    await installGates(fleet.databaseUrl);
    await fleet.startOurs();
    const random = createRandom(options.seed);
    const traffic = createTraffic({
      apiUrls: fleet.apiUrls,
      behaviours: behaviours.filter(({ name }) => isWanted(name, options)),
      organizations,
      random: createRandom(options.seed + 1),
      signal: aborted.signal,
    });
    const accusations: string[] = [];
    const world: World = {
      bucket,
      fleet,
      journal,
      organizations,
      providers,
      random,
      traffic,
      accuse: (violation) => accusations.push(violation),
    };
    const aimed = rareGates.filter((gate) =>
      sides.some((side) => isWanted(nameOf({ gate, side }), options)),
    );
    const aims = createGateAims(aimed, createRandom(options.seed + 3));
    const run = { ...options, accusations, aims, aborted, keeper, orm, receiver, world };
    return await disturbAndJudge(run);
  } finally {
    aborted.abort();
    await orm.close();
    await fleet.close();
    await Promise.all([...providers, receiver, bucket].map(async (server) => server.close()));
  }
}

interface Run extends ChaosOptions {
  readonly aims: GateAims;
  readonly aborted: AbortController;
  readonly accusations: readonly string[];
  readonly keeper: GateKeeper;
  readonly orm: MikroORM;
  readonly receiver: WebhookReceiver;
  readonly world: World;
}

async function disturbAndJudge(run: Run): Promise<ChaosReport> {
  const { accusations, orm, receiver, seed, world } = run;
  const { bucket, fleet, journal, providers, traffic } = world;
  const startedAt = Date.now();
  const isOver = () => {
    const seconds = (Date.now() - startedAt) / 1_000;
    const isEnough =
      sum(Object.values(journal.counts())) >= disturbancesMin &&
      (run.seconds < reachSeconds || run.aims.areReached());
    return seconds > run.seconds * (isEnough ? 1 : slownessMax);
  };
  const sending = sendUntil(isOver, run, traffic);
  await disturbUntil(isOver, run);
  const callers = await sending;

  const quietFrom = Date.now();
  // A retry of a run's step would lose its response again, and each loss takes more than a minute to settle.
  for (const provider of providers) provider.calmDown();
  const unanswered = await untilQuiet(run, callers);
  const storage = bucket.storageAt(join(fleet.folder, "judge"));
  const { byClass, violations: madeViolations } = await judgeMadeWork(orm, { providers, journal });
  const violations = [
    ...unanswered,
    ...accusations,
    ...madeViolations.map(({ jobId, rule }) => `${jobId}: ${rule}`),
    ...(await findViolations({ orm, receiver, traffic, storage })),
  ];
  const describe = await createTimeline({
    orm,
    providers,
    journal,
    temporalAddress: fleet.temporalAddress,
  });
  const suspects = new Set(violations.flatMap((text) => /job_[\w-]+/.exec(text)?.[0] ?? []));
  return {
    seed,
    jobs: await countJobs(orm),
    disturbances: journal.counts(),
    gates: run.aims.hits(),
    made: byClass,
    quietSeconds: Math.round((Date.now() - quietFrom) / 1_000),
    violations,
    timelines: await Promise.all([...suspects].slice(0, timelinesMax).map(describe)),
  };
}

async function sendUntil(
  isOver: () => boolean,
  run: Run,
  traffic: Traffic,
): Promise<Promise<void>[]> {
  const callers: Promise<void>[] = [];
  const samples: { readonly at: number; readonly ended: number }[] = [];
  while (!isOver()) {
    const { open, jobsEnded: ended } = await countWork(run.orm);
    const now = Date.now();
    samples.push({ at: now, ended });
    while ((samples[0]?.at ?? now) < now - openBounds.windowMs) samples.shift();
    const endedLately = ended - (samples[0]?.ended ?? ended);
    if (open > Math.min(openBounds.max, Math.max(openBounds.min, 2 * endedLately))) {
      await delay(500);
      continue;
    }
    const caller = traffic.send(callers.length);
    // Errors are checked after the run is quiet.
    caller.catch(() => undefined);
    callers.push(caller);
    await delay(1_000 / run.jobsPerSecond);
  }
  return callers;
}

/** An instant without a gate, at which all workers are killed. `name` is printed by the run. */
type OutsideInstant =
  | { readonly name: string; readonly provider: ProviderInstant }
  | { readonly name: string; readonly receiver: "told" };

const gateInstants: readonly GateInstant[] = gateNames.flatMap((gate) =>
  sides.map((side) => ({ gate, side })),
);

const outsideInstants: readonly OutsideInstant[] = [
  ...(["received", "answered", "half sent"] as const).map((provider) => ({
    name: `workers killed: provider has ${provider}`,
    provider,
  })),
  { name: "workers killed: webhook received", receiver: "told" },
];

function nameOf({ gate, side }: GateInstant): string {
  return `killed ${side}: ${gate}`;
}

/** Lets a few disturbances overlap, but none with an exclusive one. */
interface Stage {
  start(work: () => Promise<void>): Promise<void>;
  /** Waits for all started disturbances, and then lets none start until `work` is done. */
  startAlone(work: () => Promise<void>): Promise<void>;
  /** Waits for all started disturbances. */
  clear(): Promise<void>;
}

function createStage(): Stage {
  const underWay = new Set<Promise<void>>();
  let alone: Promise<void> = Promise.resolve();
  return {
    async start(work) {
      await alone;
      const done = work().finally(() => underWay.delete(done));
      underWay.add(done);
      // An engine with too few running processes proves nothing.
      if (underWay.size >= underWayMax) await Promise.race(underWay);
    },
    async startAlone(work) {
      const clear = Promise.all(underWay);
      alone = clear.then(work);
      await alone;
    },
    async clear() {
      await Promise.all(underWay);
    },
  };
}

/**
 * Kills processes at gates, and concurrently runs every other instant and every disturbance in random order,
 * repeatedly: a long disturbance does not keep the gates from being hit. Ends with a finale.
 */
async function disturbUntil(isOver: () => boolean, run: Run): Promise<void> {
  const stage = createStage();
  await Promise.all([killAtGatesUntil(isOver, run, stage), disturbOthersUntil(isOver, run, stage)]);
  await stage.clear();
  const lasts = finales.filter(({ kind }) => isWanted(kind, run));
  if (lasts.length > 0) await perform(run.world.random.pick(lasts), run, stage);
}

async function killAtGatesUntil(isOver: () => boolean, run: Run, stage: Stage): Promise<void> {
  const { aims } = run;
  const random = createRandom(run.seed + 4);
  const wanted = gateInstants.filter((instant) => isWanted(nameOf(instant), run));
  let kills = shuffle(wanted, random);
  while (!isOver()) {
    if (kills.length === 0) kills = shuffle(wanted, random);
    const aimed = random.next() < aimedShare ? aims.next() : [];
    const next = aimed.length === 0 ? kills.pop() : undefined;
    const armed = next === undefined ? aimed : [next];
    if (armed.length > 0) await killAtGate(armed, run, stage);
    await delay(random.between(50, 600));
  }
}

async function disturbOthersUntil(isOver: () => boolean, run: Run, stage: Stage): Promise<void> {
  const { random } = run.world;
  const wanted = disturbers.filter(({ kind }) => isWanted(kind, run));
  const wantedInstants = outsideInstants.filter(({ name }) => isWanted(name, run));
  let kills = shuffle(wantedInstants, random);
  let plan = shuffle(wanted, random);
  let aloneFrom = Date.now() + Math.min(beforeAloneMs, run.seconds * 500);
  while (!isOver()) {
    if (kills.length === 0) kills = shuffle(wantedInstants, random);
    if (plan.length === 0) plan = shuffle(wanted, random);
    const next = random.next() < outsideShare ? kills.pop() : undefined;
    if (next !== undefined) await killOutside(next, run, stage);
    const disturber = plan.findLast(({ isAlone }) => !isAlone || Date.now() > aloneFrom);
    plan = plan.filter((each) => each !== disturber);
    if (disturber !== undefined && !isOver()) await perform(disturber, run, stage);
    if (disturber?.isAlone) aloneFrom = Date.now() + betweenAloneMs;
    await delay(random.between(2_000, 8_000));
  }
}

function isWanted(name: string, { only = [], without = [] }: ChaosOptions): boolean {
  const isNamed = (parts: readonly string[]) => parts.some((part) => name.includes(part));
  return (only.length === 0 || isNamed(only)) && !isNamed(without);
}

async function perform(disturber: Disturber, { log, world }: Run, stage: Stage): Promise<void> {
  const work = async () => {
    log(disturber.kind);
    await disturb(world, disturber);
  };
  await (disturber.isAlone ? stage.startAlone(work) : stage.start(work));
}

/** Kills the first process that reaches one of the instants. Returns as soon as one was caught, or none in time. */
async function killAtGate(
  armed: readonly GateInstant[],
  { aims, keeper, world, log }: Run,
  stage: Stage,
): Promise<void> {
  const { fleet, journal } = world;
  const { promise: isCaught, resolve } = Promise.withResolvers<void>();
  await stage.start(async () => {
    const timeoutMs = armed.length > 1 ? catchAimedMs : catchMs;
    const caught = await keeper.catchAt(armed, timeoutMs).catch(() => null);
    resolve();
    if (caught === null) return;
    aims.noteHit(caught);
    const member = ours.find((name) => name === caught.member);
    if (member === undefined) throw new Error(`${caught.member} is not one of ours`);
    const kind = `${member.slice(0, -2)} ${nameOf(caught)}`;
    log(kind);
    const end = journal.begin(kind, [member]);
    const restarted = fleet.killAndRestart(member);
    if (caught.backend !== null) await keeper.endBackend(caught.backend).catch(() => undefined);
    await restarted;
    end();
  });
  await isCaught;
}

/** A provider or receiver cannot distinguish the workers, so both are killed. */
async function killOutside(instant: OutsideInstant, run: Run, stage: Stage): Promise<void> {
  const { receiver, world } = run;
  const { fleet, journal, providers } = world;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, catchMs);
  let seen = false;
  const onInstant = async () => {
    if (seen) return;
    seen = true;
    await stage.start(async () => {
      run.log(instant.name);
      const end = journal.begin(instant.name, workers);
      const restarted = Promise.all(workers.map(async (worker) => fleet.killAndRestart(worker)));
      resolve();
      await restarted;
      end();
    });
  };
  watch(onInstant);
  await promise;
  clearTimeout(timer);
  watch(async () => undefined);

  function watch(onReached: () => Promise<void>): void {
    if ("receiver" in instant) return receiver.watch(onReached);
    for (const provider of providers) {
      provider.watch(async (now) => (now === instant.provider ? onReached() : undefined));
    }
  }
}

/**
 * Waits until no work is left: no caller without a response, no running job, no outbox message, no webhook
 * delivery, no cancellation at a provider. Gives up when nothing ends any more, and reports the callers
 * without a response.
 */
async function untilQuiet(
  { aborted, log, orm, world }: Run,
  callers: readonly Promise<void>[],
): Promise<string[]> {
  let isAnswered = false;
  const answers = Promise.allSettled(callers).finally(() => (isAnswered = true));
  const gaveUpAt = Date.now() + quietMsMax;
  let ended = 0;
  let endedAt = Date.now();
  let loggedAt = Date.now();
  for (;;) {
    const work = await countWork(orm);
    if (isAnswered && work.left === 0) break;
    if (work.ended > ended) {
      ended = work.ended;
      endedAt = Date.now();
    }
    if (Date.now() - loggedAt > 15_000) {
      loggedAt = Date.now();
      log(`waiting: ${work.open} jobs, ${work.left} things left to do`);
      await settleNow(world.fleet, log);
    }
    if (Date.now() - endedAt > stalledMs || Date.now() > gaveUpAt) {
      aborted.abort(new Error("a caller got no answer"));
      break;
    }
    await delay(500);
  }
  return (await answers).flatMap((answer) =>
    answer.status === "rejected" ? [String(answer.reason)] : [],
  );
}

/** Runs tasks now that are due within a minute. */
async function settleNow({ temporalAddress }: Fleet, log: Run["log"]): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress }).catch(() => null);
  if (connection === null) return;
  const { schedule } = new Client({ connection });
  for (const task of ["settleSubmissions", "reconcileJobs"] as const) {
    await schedule
      .getHandle(scheduleIdOf(task))
      .trigger()
      .catch((error: unknown) => log(`${task} not triggered: ${String(error)}`));
  }
  await connection.close();
}

interface Work {
  /** Jobs that have not ended. */
  readonly open: number;
  /** All remaining work, including jobs. */
  readonly left: number;
  readonly ended: number;
  readonly jobsEnded: number;
}

/** While the database is unavailable the counts are unknown, and no work counts as ended. */
async function countWork(orm: MikroORM): Promise<Work> {
  const rows = await orm.em
    .fork()
    .execute<Work[]>(
      `select jobs.open, jobs.ended as "jobsEnded",
         jobs.open + hooks.open + paid.open + (select count(*)::int from outbox) as left,
         jobs.ended + hooks.ended + paid.ended as ended
       from (select count(*) filter (where finished_at is null)::int as open,
               count(finished_at)::int as ended from jobs) jobs,
         (select count(*) filter (where state = 'pending')::int as open,
            count(finished_at)::int as ended from webhook_deliveries) hooks,
         (select count(*) filter (where finished_at is null and state <> 'prepared')::int as open,
            count(finished_at)::int as ended from provider_submissions) paid`,
    )
    .catch(() => []);
  return rows[0] ?? { open: openBounds.max, left: 1, ended: 0, jobsEnded: 0 };
}

async function countJobs(orm: MikroORM): Promise<Record<string, number>> {
  const rows = await orm.em.fork().execute<{ status: string; count: number }[]>(
    `select case when run_id is not null then 'step ' when pipeline_id is not null then 'run ' else '' end
         || status || coalesce(' ' || (error ->> 'code'), '') as status, count(*)::int as count
       from jobs group by 1 order by 1`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

function shuffle<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, order: random.next() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
