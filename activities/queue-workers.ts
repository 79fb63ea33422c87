import { setTimeout as delay } from "node:timers/promises";

import { type NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import type { Logger } from "pino";

import type { Config } from "#config.ts";
import { listProviders } from "#db/catalog.ts";
import type { MikroORM } from "#db/orm.ts";
import { listOwnKeyProviders } from "#db/provider-keys.ts";

import type { ActivityDependencies } from "./dependencies.ts";
import { createActivities } from "./index.ts";
import { createAtProvider, type SlotKeeper } from "./slot-keeper.ts";
import { createTranslateErrors } from "./translate-errors.ts";
import { listQueues, type QueueOptions, queueOfProvider } from "./worker-queues.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";

/** For the one queue that runs workflows. */
const workflowTasks = {
  // They share one thread, so more at once are no faster; and what a worker has taken no longer waits
  // where organizations take turns.
  maxConcurrentWorkflowTaskExecutions: 8,
  // The next task of a run whose state is not held begins with a replay of its history.
  maxCachedWorkflows: 1_000,
  // After a worker has died all tasks come from the common queue, which few of a fixed number would ask.
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 2, initial: 4, maximum: 16 },
  // A dead worker's own queue must not hold its workflows for the default ten seconds; one that is only
  // late must not lose them, because they then wait behind everything new.
  stickyQueueScheduleToStartTimeout: "2s",
} satisfies Partial<WorkerOptions>;

/** How soon a provider is served after the first organization has set a key of it. */
const lookMs = 2_000;

export interface QueueWorkers {
  readonly taskQueues: readonly string[];
  /** Settles when one ends that was not stopped. */
  readonly ended: Promise<void>;
  /** Lets activities finish. */
  stop(): Promise<void>;
}

interface QueueWorkersSetup {
  readonly adapters: ActivityDependencies["adapters"];
  readonly config: Config;
  readonly connection: NativeConnection;
  readonly logger: Logger;
  readonly orm: MikroORM;
  readonly dependencies: ActivityDependencies;
  readonly slots: SlotKeeper;
}

/**
 * Serves the queues of the engine, and of each provider that can be called: with a key of the
 * environment from the beginning, with one that only organizations have as soon as the first sets it.
 * A queue that nobody needs would cost pollers and memory for nothing.
 */
export async function startQueueWorkers(setup: QueueWorkersSetup): Promise<QueueWorkers> {
  const { adapters, config, logger, orm, dependencies } = setup;
  const create = await createWorkerFactory(setup);
  const activities = createActivities(dependencies);
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = Promise.withResolvers<void>();
  const running = new Map<Worker, Promise<void>>();
  const served = new Set<string>();

  async function start(queues: readonly QueueOptions[]): Promise<void> {
    const workers = await Promise.all(queues.map(create));
    for (const worker of workers) {
      const run = worker.run();
      running.set(worker, run);
      run.then(ended.resolve, ended.reject);
    }
  }

  /** Those of the providers that were not served before. */
  async function serve(slugs: readonly string[]): Promise<string[]> {
    const fresh = slugs.filter((slug) => adapters[slug] !== undefined && !served.has(slug));
    await start(fresh.map((slug) => queueOfProvider(activities, slug)));
    for (const slug of fresh) served.add(slug);
    return fresh;
  }

  async function look(): Promise<void> {
    while (!signal.aborted) {
      try {
        const fresh = await serve(await listOwnKeyProviders(orm.em.fork()));
        if (fresh.length > 0) logger.info({ providers: fresh }, "also served");
      } catch (error) {
        logger.warn({ error }, "keys of organizations not looked for; tried again");
      }
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  await start(listQueues(activities));
  const entries = await listProviders(orm.em.fork(), config.providerSettings);
  const configured = entries.filter((entry) => entry.configured);
  await serve(configured.map(({ provider }) => provider.slug));
  const looking = look();
  return {
    taskQueues: [...running.keys()].map((worker) => worker.options.taskQueue),
    ended: ended.promise,
    async stop() {
      stopping.abort();
      await looking;
      for (const worker of running.keys()) {
        if (worker.getState() === "RUNNING") worker.shutdown();
      }
      await Promise.all(running.values());
    },
  };
}

async function createWorkerFactory({
  config,
  connection,
  logger,
  orm,
  slots,
}: QueueWorkersSetup): Promise<(queue: QueueOptions) => Promise<Worker>> {
  const { code, buildId } = await loadWorkflowBundle(config.CACHE_DIR);
  const translateErrors = createTranslateErrors({ orm, logger });
  return async (queue) =>
    Worker.create({
      connection,
      namespace: config.TEMPORAL_NAMESPACE,
      taskQueue: queue.taskQueue,
      activities: queue.activities,
      ...(queue.runsWorkflows ? { ...workflowTasks, workflowBundle: { code } } : {}),
      identity: `${process.pid}@${buildId}`,
      interceptors: {
        activity: [
          ...(queue.provider === undefined ? [] : [createAtProvider(slots, queue.provider)]),
          translateErrors,
        ],
      },
      maxConcurrentActivityTaskExecutions: queue.slots ?? config.WORKER_ACTIVITY_SLOTS,
      activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 10 },
      maxHeartbeatThrottleInterval: "2s",
      shutdownGraceTime: config.WORKER_SHUTDOWN_MS,
      shutdownForceTime: config.WORKER_SHUTDOWN_MS + 5_000,
    });
}
