import { hostname } from "node:os";
import { join } from "node:path";
import { getHeapStatistics } from "node:v8";

import { Client } from "@temporalio/client";
import { type NativeConnection, Runtime, Worker, type WorkerOptions } from "@temporalio/worker";
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";

import { createMailer, type EmailSettings } from "#activities/delivery/mailer.ts";
import type { ActivityDependencies, FrameReader } from "#activities/dependencies.ts";
import { recordLeftResponses } from "#activities/generation/left-responses.ts";
import { createResponseSpool } from "#activities/generation/response-spool.ts";
import { createHeartbeats } from "#activities/heartbeating.ts";
import { createActivities } from "#activities/index.ts";
import { findFfmpeg } from "#activities/previews/find-ffmpeg.ts";
import { keepPreviews } from "#activities/previews/keep-previews.ts";
import { adapterOf } from "#activities/providers/provider-access.ts";
import { loadConfigOrExit, requireSetting, type Config } from "#config.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { listProviders } from "#db/providers/catalog.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";
import { serviceOf } from "#db/providers/service-of.ts";
import { createScreening } from "#db/safety/create-screening.ts";
import { openVault } from "#db/setup/open-vault.ts";
import { listTasks, type MaintenanceTask } from "#domain/maintenance.ts";
import type { WorkerGroup } from "#domain/task-queues.ts";
import { createMessageParser } from "#intent/message-parser.ts";
import { toParserSettings } from "#intent/model/to-parser-settings.ts";
import { createWriteText } from "#intent/text/write-text.ts";
import { toPayments } from "#runtime/billing/to-payments.ts";
import { createExpressions, type Expressions } from "#runtime/expressions/expressions.ts";
import { startInternalServer } from "#runtime/internal-server.ts";
import { createLogger } from "#runtime/logger.ts";
import { registerModelsFileMetric } from "#runtime/models-file-metric.ts";
import { createPoolMetrics } from "#runtime/pool-metrics.ts";
import { toMatchHashes, toSafety } from "#runtime/safety/to-safety.ts";
import { loadSigningSecret } from "#runtime/secrets.ts";
import { stopSignal } from "#runtime/stop-signal.ts";
import { startTracing } from "#runtime/tracing/start-tracing.ts";
import { createWatchdog, type Watchdog } from "#runtime/watchdog.ts";
import { createStorage } from "#storage/create-storage.ts";
import { readConnectionOptions } from "#temporal/connection-options.ts";
import { isTemporalReachable } from "#temporal/is-temporal-reachable.ts";
import { traceStarts } from "#temporal/trace-runs.ts";

import { cachedWorkflowsMax } from "./cached-workflows.ts";
import { connectToTemporal } from "./connect-to-temporal.ts";
import { drainWorkers } from "./drain-workers.ts";
import { keepSchedules } from "./keep-schedules.ts";
import { createMarkMetrics, registerCertificateMetric } from "./mark-metrics.ts";
import { openSigner } from "./open-signer.ts";
import { createAtProvider, keepSlots, type SlotKeeper } from "./slot-keeper.ts";
import { countWrites } from "./store-metrics.ts";
import { chooseTemporalMetrics, type TemporalMetrics } from "./temporal-metrics.ts";
import { createTraceActivities } from "./trace-activities.ts";
import { traceStorage } from "./trace-storage.ts";
import { createTranslateErrors } from "./translate-errors.ts";
import { openWorkFolder } from "./work-folder.ts";
import { createWebhookMetrics, createWorkerMetrics } from "./worker-metrics.ts";
import { listQueues, maintenanceSlots, pickMaintenance } from "./worker-queues.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";

/** Few connections suffice, because providers' results are recorded by short statements. */
const responsesPoolMax = 4;
/** Timeout of maintenance statements, which read whole tables. PostgreSQL's own limit ends them earlier. */
const maintenanceStatementMs = 125_000;
/** Options of the queue that runs workflows. */
const workflowTasks = {
  // Workflow tasks share one thread, so more of them at once are no faster. Tasks taken by a worker also
  // leave Temporal's fair queue, so a worker should take few.
  maxConcurrentWorkflowTaskExecutions: 8,
  maxCachedWorkflows: cachedWorkflowsMax(getHeapStatistics().heap_size_limit),
  // After a worker dies, all tasks come from the common queue, which a small fixed number of pollers would
  // drain slowly.
  workflowTaskPollerBehavior: { type: "autoscaling", minimum: 2, initial: 4, maximum: 16 },
  // A dead worker's sticky queue must not hold its workflows for the default ten seconds. A worker that is
  // only late must not lose them, because they would then queue behind all new tasks.
  stickyQueueScheduleToStartTimeout: "2s",
} satisfies Partial<WorkerOptions>;

export interface WorkerOverrides {
  /** Requests the stop; by default a signal does. */
  readonly stopping?: Promise<string>;
  /** The recurring tasks; by default those of the settings. */
  readonly tasks?: readonly MaintenanceTask[] | undefined;
}

/**
 * Runs workflows and activities with the given providers until a stop is requested, then lets activities
 * finish.
 */
export async function runWorker(
  environment: NodeJS.ProcessEnv,
  adapters: ActivityDependencies["adapters"],
  { stopping: given, tasks }: WorkerOverrides = {},
): Promise<void> {
  const config = loadConfigOrExit(environment);
  const logger = createLogger({ level: config.LOG_LEVEL, part: "worker" });
  const tracing = await startTracing(config.tracing, { part: "worker", logger });
  const stopping = given ?? stopSignal({ parentPipe: config.GME_PARENT_PIPE });
  const databaseUrl = requireSetting(config, "DATABASE_URL");
  const address = requireSetting(config, "TEMPORAL_ADDRESS");
  const readiness: Readiness = { problems: async () => ({ temporal: "not connected" }) };
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const addPool = createPoolMetrics(registry);
  const watchdog = createWatchdog();
  const temporalMetrics = await chooseTemporalMetrics();
  installRuntime(logger, temporalMetrics);
  const internal = await startInternalServer({
    host: config.INTERNAL_HOST,
    port: config.WORKER_INTERNAL_PORT,
    registry,
    moreMetrics: async () => temporalMetrics.read(),
    problems: async () => readiness.problems(),
    watchdog,
  });
  const orm = await connectDatabase({
    url: databaseUrl,
    poolMax: config.DATABASE_POOL_MAX,
    name: "gme-worker",
    statementMs: config.DATABASE_STATEMENT_MS,
    onPool: addPool("worker"),
  });
  const responsesOrm = await connectDatabase({
    url: databaseUrl,
    poolMax: responsesPoolMax,
    name: "gme-worker-responses",
    statementMs: config.DATABASE_STATEMENT_MS,
    onPool: addPool("responses"),
  });

  // A separate pool: long statements must not take connections from the steps of jobs.
  const maintenanceOrm = await connectDatabase({
    url: databaseUrl,
    poolMax: maintenanceSlots,
    name: "gme-worker-maintenance",
    statementMs: maintenanceStatementMs,
    onPool: addPool("maintenance"),
  });

  registerModelsFileMetric(registry, async () =>
    differsFromDatabase(orm.em.fork(), config.ownCatalog),
  );
  const options = await readConnectionOptions(address, config.temporal);
  const connecting = connectToTemporal(options, config.TEMPORAL_NAMESPACE, logger);
  const connection = await Promise.race([connecting, stopping.then(() => null)]);
  if (connection !== null) {
    await runWorkers({
      adapters,
      responsesOrm,
      config,
      connection,
      logger,
      maintenanceOrm,
      orm,
      readiness,
      registry,
      stopping,
      tasks,
      watchdog,
    });
    await connection.close();
  }
  await Promise.all([orm.close(), responsesOrm.close(), maintenanceOrm.close(), tracing.stop()]);
  internal.close();
}

/** Problems that make the worker unready, by name. Replaced when the worker starts and when it drains. */
interface Readiness {
  problems: () => Promise<Record<string, string>>;
}

interface WorkerSetup {
  readonly adapters: ActivityDependencies["adapters"];
  readonly responsesOrm: MikroORM;
  readonly config: Config;
  readonly connection: NativeConnection;
  readonly logger: Logger;
  readonly maintenanceOrm: MikroORM;
  readonly orm: MikroORM;
  readonly readiness: Readiness;
  readonly registry: Registry;
  readonly stopping: Promise<string>;
  readonly tasks: readonly MaintenanceTask[] | undefined;
  readonly watchdog: Watchdog;
}

async function runWorkers(setup: WorkerSetup): Promise<void> {
  const { config, connection, logger, orm, readiness, stopping, watchdog } = setup;
  const has = (group: WorkerGroup) => config.WORKER_QUEUES.includes(group);
  const namespace = config.TEMPORAL_NAMESPACE;
  const client = new Client({
    connection,
    namespace,
    interceptors: { workflow: [traceStarts] },
  });
  const expressions = createExpressions();
  const dependencies = await createDependencies(setup, { client, expressions });
  const { providerSettings } = config;
  const slots = has("providers")
    ? keepSlots({ orm, client, logger, providerSettings, watchdog })
    : null;
  const workers = await createWorkers(setup, dependencies, slots);
  const leftResponses = has("providers") ? recordLeftResponses(dependencies, watchdog) : null;
  const previews = has("media") ? await startPreviews(setup, dependencies) : null;
  const stopSchedules = has("core")
    ? keepSchedules({
        connection,
        namespace: config.maintenanceNamespace,
        jobsNamespace: namespace,
        tasks: setup.tasks ?? listTasks({ sells: dependencies.payments !== null }),
        logger,
        watchdog,
      })
    : null;
  const runs = workers.map(async (worker) => worker.run());
  readiness.problems = async () => listProblems(client, workers);
  logger.info({ queues: workers.map((worker) => worker.options.taskQueue) }, "worker ready");
  // A worker that ends by itself has failed; the supervisor starts a new process.
  const ended = Promise.race(runs).then(
    () => "worker stopped",
    () => "worker failed",
  );
  const reason = await Promise.race([stopping, ended]);
  logger.info({ reason }, "worker draining");
  readiness.problems = async () => ({ worker: "draining" });
  await Promise.all([drainWorkers(workers, runs, logger), stopSchedules?.()]);
  await leftResponses?.stop();
  await previews?.stop();
  await slots?.stop();
  await expressions.close();
  // Rejects with the error of a worker that failed.
  await Promise.all(runs);
}

async function startPreviews(
  { config, orm, logger, watchdog }: WorkerSetup,
  { storage }: ActivityDependencies,
): Promise<{ stop(): Promise<void> } | null> {
  if (config.PREVIEWS === "off") return null;
  const ffmpegPath = findFfmpeg(config.FFMPEG_PATH);
  if (ffmpegPath === null) logger.warn("no ffmpeg: videos and recordings have no previews");
  const folder = join(config.DATA_DIR, "previews");
  return keepPreviews({ orm, storage, logger, ffmpegPath, folder }, watchdog);
}

/** Lists why the worker is not ready: Temporal does not respond, or a queue is not polled. */
async function listProblems(
  client: Client,
  workers: readonly Worker[],
): Promise<Record<string, string>> {
  const idle = workers.filter((worker) => worker.getState() !== "RUNNING");
  return {
    ...((await isTemporalReachable(client)) ? {} : { temporal: "cannot be reached" }),
    ...Object.fromEntries(idle.map(({ options }) => [options.taskQueue, "is not polled"])),
  };
}

async function createDependencies(
  { adapters, responsesOrm, config, orm, logger, registry }: WorkerSetup,
  { client, expressions }: { client: Client; expressions: Expressions },
): Promise<ActivityDependencies> {
  const { publicUrl } = config;
  const { current: signingSecret, others } = await loadSigningSecret(config);
  const vault = await openVault(config);
  // Only these workers store outputs.
  const storesOutputs = config.WORKER_QUEUES.includes("media");
  const signer = storesOutputs ? await openSigner(config, logger) : null;
  const signs = storesOutputs && config.PROVENANCE === "sign";
  registerCertificateMetric(registry, signs ? { expiresAt: signer?.expiresAt ?? null } : null);
  return {
    orm,
    logger,
    adapters,
    responsesOrm,
    client,
    storage: traceStorage(countWrites(await createStorage(config), registry)),
    spool: createResponseSpool(join(config.DATA_DIR, "answers")),
    vault,
    mailer: await createMailer(toEmailSettings(config)),
    frontUrl: config.frontUrl,
    providerSettings: config.providerSettings,
    payments: await toPayments(config),
    parseMessage: await createMessageParser(config),
    writeText: createWriteText(toParserSettings(config)),
    expressions,
    addresses: { publicUrl, secret: signingSecret, secrets: [signingSecret, ...others] },
    webhooks: {
      timeoutMs: config.WEBHOOK_TIMEOUT_MS,
      allowPrivate: config.ALLOW_PRIVATE_WEBHOOKS,
      addresses: { publicUrl, signingSecret, outputUrlSeconds: config.OUTPUT_URL_SECONDS },
    },
    safety: {
      screening: createScreening(orm, { ...toSafety(config), vault }),
      failsClosed: config.MODERATION_FAIL === "closed",
      checksImages: config.MODERATION_IMAGES,
      frames: await openFrameReader(config, logger),
      checksOutputs: config.MODERATION_OUTPUTS,
      matchHashes: toMatchHashes(config),
    },
    onFirstAttempt: createWebhookMetrics(registry),
    marksOutputs: config.PROVENANCE !== "keep",
    onMarked: createMarkMetrics(registry),
    signer,
    limits: {
      inputBytesMax: config.INPUT_BYTES_MAX,
      outputBytesMax: config.OUTPUT_BYTES_MAX,
      allowPrivateInputs: config.ALLOW_PRIVATE_INPUTS,
      unknownSeconds: config.SUBMISSION_UNKNOWN_SECONDS,
      reconcileSeconds: config.RECONCILE_SECONDS,
      requestDaysAfterFiles: config.REQUEST_DAYS_AFTER_FILES,
      jobEventDays: config.JOB_EVENT_DAYS,
      requiresStandby: config.REQUIRE_SYNC_STANDBY,
    },
  };
}

/** Null without ffmpeg, and where no video is checked. */
async function openFrameReader(config: Config, logger: Logger): Promise<FrameReader | null> {
  const { MODERATION_URL, MODERATION_IMAGES, MODERATION_OUTPUTS, DATA_DIR, FFMPEG_PATH } = config;
  if (MODERATION_URL === undefined || !(MODERATION_IMAGES || MODERATION_OUTPUTS)) return null;
  const ffmpegPath = findFfmpeg(FFMPEG_PATH);
  if (ffmpegPath === null) {
    logger.error("no ffmpeg: videos are not checked");
    return null;
  }
  const folder = join(DATA_DIR, "screening");
  await openWorkFolder(folder);
  return { ffmpegPath, folder };
}

/** Without an SMTP server the sender is a placeholder: emails are only read in the folder. */
function toEmailSettings(config: Config): EmailSettings {
  const { SMTP_URL: smtpUrl, MAIL_FROM: from = "engine@localhost", DATA_DIR } = config;
  return { smtpUrl, from, folder: join(DATA_DIR, "mail") };
}

async function createWorkers(
  { adapters, config, connection, logger, maintenanceOrm, orm, registry }: WorkerSetup,
  dependencies: ActivityDependencies,
  slots: SlotKeeper | null,
): Promise<Worker[]> {
  const { code, buildId } = await loadWorkflowBundle(config.CACHE_DIR);
  // Includes providers without a platform key: an organization may provide one at any time.
  const callable = (await listProviders(orm.em.fork(), config.providerSettings))
    .filter(
      ({ provider }) => adapterOf(serviceOf({ service: null }, provider), adapters) !== undefined,
    )
    .map(({ provider }) => provider.slug);
  const translateErrors = createTranslateErrors({ orm, logger });
  const measureActivities = createWorkerMetrics(registry, { orm, logger });
  const isSeparate = config.maintenanceNamespace !== config.TEMPORAL_NAMESPACE;
  const activities = {
    ...createActivities(dependencies),
    ...pickMaintenance(createActivities({ ...dependencies, orm: maintenanceOrm })),
  };
  const queues = listQueues(activities, callable, { isSeparate }).filter(({ group }) =>
    config.WORKER_QUEUES.includes(group),
  );
  return Promise.all(
    queues.map(async (queue) => {
      const isElsewhere = isSeparate && queue.isMaintenance === true;
      const drainMs = Math.max(queue.drainMs ?? 0, config.WORKER_SHUTDOWN_MS);
      return Worker.create({
        connection,
        namespace: isElsewhere ? config.maintenanceNamespace : config.TEMPORAL_NAMESPACE,
        taskQueue: queue.taskQueue,
        activities: queue.activities,
        ...(queue.runsWorkflows ? { ...workflowTasks, workflowBundle: { code } } : {}),
        identity: `${hostname()}/${process.pid}@${buildId}`,
        // Recurring work always runs on the newest version, so its namespace needs no deployment.
        ...(isElsewhere ? {} : toDeployment(config)),
        interceptors: {
          activity: [
            ...(config.tracing === null ? [] : [createTraceActivities(queue.provider)]),
            measureActivities(queue.provider),
            ...(queue.provider === undefined || slots === null
              ? []
              : [createAtProvider(slots, queue.provider)]),
            ...(queue.heartbeats === true ? [createHeartbeats] : []),
            translateErrors,
          ],
        },
        maxConcurrentActivityTaskExecutions: queue.slots ?? config.WORKER_ACTIVITY_SLOTS,
        activityTaskPollerBehavior: { type: "autoscaling", minimum: 1, initial: 2, maximum: 10 },
        maxHeartbeatThrottleInterval: "2s",
        shutdownGraceTime: drainMs,
        shutdownForceTime: drainMs + 5_000,
      });
    }),
  );
}

/**
 * Assigns all queues of a process to one version, because a pinned run's activities are routed to the workers
 * of its version. `generateMedia` pins its runs.
 */
function toDeployment({
  TEMPORAL_DEPLOYMENT_NAME: deploymentName,
  TEMPORAL_WORKER_BUILD_ID: buildId,
}: Config): Pick<WorkerOptions, "workerDeploymentOptions"> {
  if (deploymentName === undefined || buildId === undefined) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: "AUTO_UPGRADE",
    },
  };
}

function installRuntime(logger: Logger, { exporter }: TemporalMetrics): void {
  const level =
    (name: "trace" | "debug" | "info" | "warn" | "error") => (message: string, meta?: object) =>
      logger[name]({ ...meta }, message);
  Runtime.install({
    logger: {
      log: (name, message, meta) => logger[name.toLowerCase() as "info"]({ ...meta }, message),
      trace: level("trace"),
      debug: level("debug"),
      info: level("debug"),
      warn: level("warn"),
      error: level("error"),
    },
    telemetryOptions: {
      logging: { forward: {}, filter: "WARN" },
      metrics: { ...exporter, attachServiceName: false },
    },
    // The worker handles signals itself and drains before it stops.
    shutdownSignals: [],
  });
}
