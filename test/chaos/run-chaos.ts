import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Client, Connection } from "@temporalio/client";

import { connectDatabase, type MikroORM } from "#db/orm.ts";

import { behaviours } from "./behaviours.ts";
import { startBucket } from "./bucket.ts";
import { disturb, disturbers, type Disturber, finales, type World } from "./disturbances.ts";
import { type ProviderInstant, startFakeProvider } from "./fake-provider.ts";
import { type Fleet, ours, startFleet, workers } from "./fleet.ts";
import {
  createGateKeeper,
  gateNames,
  installGates,
  sides,
  type Gate,
  type GateKeeper,
  type Side,
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
  /** Kind of disturbance → how often. */
  readonly disturbances: Readonly<Record<string, number>>;
  /** Class of idempotency → what became of all that its provider made. */
  readonly made: Readonly<Record<string, FateCounts>>;
  readonly quietSeconds: number;
  readonly violations: readonly string[];
  /** What happened to the jobs of some violations. */
  readonly timelines: readonly string[];
}

export interface ChaosOptions {
  readonly seed: number;
  /** How long jobs arrive and things are broken. */
  readonly seconds: number;
  readonly jobsPerSecond: number;
  /** Disturbances and behaviours of providers whose name contains one of these; default: all. */
  readonly only?: readonly string[];
  /** Disturbances and behaviours that are left out, likewise. */
  readonly without?: readonly string[];
  readonly log: (line: string) => void;
}

const catchMs = 6_000;
const downMax = 3;
/** How many jobs may be open: as many as ended lately, so that a slow machine has a short queue. */
const openBounds = { min: 12, max: 60, windowMs: 20_000 };
/** A slow machine gets more time, so that fewer disturbances than this are rare. */
const disturbancesMin = 8;
const slownessMax = 3;
/** Time for the others between two disturbances that must be alone. */
const betweenAloneMs = 60_000;
/** When nothing has ended for so long, nothing will. */
const stalledMs = 180_000;
/** Whatever happens, the run judges after this. */
const quietMsMax = 900_000;
const timelinesMax = 5;
const masterKey = "a master key of a chaos run that is long enough";
/** Settings that are a tenth of the defaults, or as near as the limits of submissions allow. */
const scaledSettings = {
  // Longer than an attempt takes to be settled, so that a lost request is looked for to the end.
  SUBMISSION_UNKNOWN_SECONDS: "45",
  WORKER_SHUTDOWN_MS: "3000",
  RECONCILE_SECONDS: "12",
};

/**
 * Runs an engine under load while its processes are killed at every named instant and its surroundings
 * fail, waits until it is quiet, and looks for broken promises.
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
    const run = { ...options, accusations, aborted, keeper, orm, receiver, world };
    return await disturbAndJudge(run);
  } finally {
    aborted.abort();
    await orm.close();
    await fleet.close();
    await Promise.all([...providers, receiver, bucket].map(async (server) => server.close()));
  }
}

interface Run extends ChaosOptions {
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
    const isEnough = sum(Object.values(journal.counts())) >= disturbancesMin;
    return seconds > run.seconds * (isEnough ? 1 : slownessMax);
  };
  const sending = sendUntil(isOver, run, traffic);
  await disturbUntil(isOver, run);
  const callers = await sending;

  const quietFrom = Date.now();
  const unanswered = await untilQuiet(run, callers);
  const storage = bucket.storageAt(join(fleet.folder, "judge"));
  const { byClass, violations: madeViolations } = await judgeMadeWork(orm, { providers, journal });
  const violations = [
    ...unanswered,
    ...accusations,
    ...madeViolations.map(({ jobId, rule }) => `${jobId}: ${rule}`),
    ...(await findViolations({ orm, receiver, traffic, storage })),
  ];
  const describe = await createTimeline({ orm, providers, journal });
  const suspects = new Set(violations.flatMap((text) => /job_[\w-]+/.exec(text)?.[0] ?? []));
  return {
    seed,
    jobs: await countJobs(orm),
    disturbances: journal.counts(),
    made: byClass,
    quietSeconds: Math.round((Date.now() - quietFrom) / 1_000),
    violations,
    timelines: [...suspects].slice(0, timelinesMax).map(describe),
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
    // Looked at when all is quiet.
    caller.catch(() => undefined);
    callers.push(caller);
    await delay(1_000 / run.jobsPerSecond);
  }
  return callers;
}

/** When a process is killed. `name` is what the run prints. */
type Instant =
  | { readonly name: string; readonly gate: Gate; readonly side: Side }
  | { readonly name: string; readonly provider: ProviderInstant }
  | { readonly name: string; readonly receiver: "told" };

const instants: readonly Instant[] = [
  ...gateNames.flatMap((gate) =>
    sides.map((side) => ({ name: `killed ${side}: ${gate}`, gate, side })),
  ),
  ...(["received", "answered", "half sent"] as const).map((provider) => ({
    name: `workers killed: provider has ${provider}`,
    provider,
  })),
  { name: "workers killed: webhook received", receiver: "told" },
];

/** Lets disturbances overlap, but not more than a few, and none with one that must be alone. */
interface Stage {
  start(work: () => Promise<void>): Promise<void>;
  /** Waits for all that was started. */
  clear(): Promise<void>;
}

function createStage(): Stage {
  const underWay = new Set<Promise<void>>();
  return {
    async start(work) {
      const done = work().finally(() => underWay.delete(done));
      underWay.add(done);
      // An engine of which nothing is left proves nothing.
      if (underWay.size >= downMax) await Promise.race(underWay);
    },
    async clear() {
      await Promise.all(underWay);
    },
  };
}

/** Every named instant and every disturbance in a random order, again and again; at the end a finale. */
async function disturbUntil(isOver: () => boolean, run: Run): Promise<void> {
  const { world } = run;
  const { random } = world;
  const stage = createStage();
  const wanted = disturbers.filter(({ kind }) => isWanted(kind, run));
  const wantedInstants = instants.filter(({ name }) => isWanted(name, run));
  let kills = shuffle(wantedInstants, random);
  let plan = shuffle(wanted, random);
  let aloneFrom = 0;
  while (!isOver()) {
    if (kills.length === 0) kills = shuffle(wantedInstants, random);
    if (plan.length === 0) plan = shuffle(wanted, random);
    const next = kills.pop();
    if (next !== undefined) await killAt(next, run, stage);
    if (random.next() < 0.6 && !isOver()) {
      const disturber = plan.findLast(({ isAlone }) => !isAlone || Date.now() > aloneFrom);
      plan = plan.filter((each) => each !== disturber);
      if (disturber !== undefined) await perform(disturber, run, stage);
      if (disturber?.isAlone) aloneFrom = Date.now() + betweenAloneMs;
    }
    await delay(random.between(50, 600));
  }
  await stage.clear();
  const lasts = finales.filter(({ kind }) => isWanted(kind, run));
  if (lasts.length > 0) await perform(random.pick(lasts), run, stage);
}

function isWanted(name: string, { only = [], without = [] }: ChaosOptions): boolean {
  const isNamed = (parts: readonly string[]) => parts.some((part) => name.includes(part));
  return (only.length === 0 || isNamed(only)) && !isNamed(without);
}

async function perform(disturber: Disturber, { log, world }: Run, stage: Stage): Promise<void> {
  log(disturber.kind);
  if (!disturber.isAlone) return stage.start(async () => disturb(world, disturber));
  await stage.clear();
  await disturb(world, disturber);
}

async function killAt(instant: Instant, run: Run, stage: Stage): Promise<void> {
  const { keeper, receiver, world, log } = run;
  const { fleet, journal, providers } = world;
  if ("provider" in instant) {
    const { provider: awaited } = instant;
    return killOutside(instant.name, run, stage, (onInstant) => {
      for (const provider of providers) {
        provider.watch(async (now) => (now === awaited ? onInstant() : undefined));
      }
    });
  }
  if ("receiver" in instant) {
    return killOutside(instant.name, run, stage, (onInstant) => receiver.watch(onInstant));
  }
  const caught = await keeper.catchAt(instant.gate, instant.side, catchMs).catch(() => null);
  if (caught === null) return;
  const member = ours.find((name) => name === caught.member);
  if (member === undefined) throw new Error(`${caught.member} is not one of ours`);
  const kind = `${member.slice(0, -2)} ${instant.name}`;
  log(kind);
  await stage.start(async () => {
    const end = journal.begin(kind, [member]);
    const restarted = fleet.killAndRestart(member);
    if (caught.backend !== null) await keeper.endBackend(caught.backend).catch(() => undefined);
    await restarted;
    end();
  });
}

/** Who is outside cannot tell which worker it talks to, so both go. */
async function killOutside(
  kind: string,
  { log, world: { fleet, journal } }: Run,
  stage: Stage,
  watch: (onInstant: () => Promise<void>) => void,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, catchMs);
  let seen = false;
  watch(async () => {
    if (seen) return;
    seen = true;
    log(kind);
    await stage.start(async () => {
      const end = journal.begin(kind, workers);
      const restarted = Promise.all(workers.map(async (worker) => fleet.killAndRestart(worker)));
      resolve();
      await restarted;
      end();
    });
  });
  await promise;
  clearTimeout(timer);
  watch(async () => undefined);
}

/**
 * Waits until nothing is left to do: no caller without an answer, no job under way, nothing to carry,
 * nobody to tell, nothing to stop at a provider. Gives up when nothing ends any more, and says who has
 * no answer then.
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
      await settleNow(world.fleet);
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

/** Runs the tasks that would come within a minute or two now. */
async function settleNow({ temporalAddress }: Fleet): Promise<void> {
  const connection = await Connection.connect({ address: temporalAddress }).catch(() => null);
  if (connection === null) return;
  const { schedule } = new Client({ connection });
  for (const task of ["settleSubmissions", "reconcileJobs"]) {
    await schedule
      .getHandle(task)
      .trigger()
      .catch(() => undefined);
  }
  await connection.close();
}

interface Work {
  /** Jobs that have not ended. */
  readonly open: number;
  /** All that is left to do, jobs among it. */
  readonly left: number;
  readonly ended: number;
  readonly jobsEnded: number;
}

/** While the database is away nothing is known, and nothing counts as over. */
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
    `select status || coalesce(' ' || (error ->> 'code'), '') as status, count(*)::int as count
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
