import { setTimeout as delay } from "node:timers/promises";

import { Client, Connection } from "@temporalio/client";
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";

import type { OwnCatalog } from "#catalog/own/read-models-file.ts";
import { type Config, loadConfigOrExit, requireSetting } from "#config.ts";
import { hasOtherMode } from "#db/billing/payments/customers.ts";
import { listEndedJobs } from "#db/jobs/jobs.ts";
import { connectDatabase, type MikroORM } from "#db/orm.ts";
import { listPendingMigrations } from "#db/pending-migrations.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";
import { createScreening } from "#db/safety/create-screening.ts";
import { openVault } from "#db/setup/open-vault.ts";
import type { Payments } from "#domain/billing/payments.ts";
import { createEmbeddedParser } from "#intent/embedded-parser.ts";
import { withContext } from "#intent/follow-up/read-follow-up.ts";
import { createMessageParser } from "#intent/message-parser.ts";
import { readingAll } from "#intent/with-unread.ts";
import { checkPayments, toPayments } from "#runtime/billing/to-payments.ts";
import { createExpressions } from "#runtime/expressions/expressions.ts";
import { startInternalServer } from "#runtime/internal-server.ts";
import { createLogger } from "#runtime/logger.ts";
import { registerModelsFileMetric } from "#runtime/models-file-metric.ts";
import { listen } from "#runtime/net/listen.ts";
import { createPoolMetrics } from "#runtime/pool-metrics.ts";
import { toSafety } from "#runtime/safety/to-safety.ts";
import { loadSigningSecret } from "#runtime/secrets.ts";
import { stopSignal } from "#runtime/stop-signal.ts";
import { startTracing } from "#runtime/tracing/start-tracing.ts";
import { createWatchdog } from "#runtime/watchdog.ts";
import { createStorage } from "#storage/create-storage.ts";
import type { Storage } from "#storage/storage.ts";
import { readConnectionOptions } from "#temporal/connection-options.ts";
import { traceStarts } from "#temporal/trace-runs.ts";

import { createApp } from "./app.ts";
import { createPasswords } from "./auth/passwords.ts";
import { openDashboard } from "./dashboard/open-dashboard.ts";
import type { ReadinessCheck } from "./dependencies.ts";
import { openDocumentation } from "./documentation/load-documentation.ts";
import { createHttpServer, drainServer } from "./http-server.ts";
import { createHeldConnections } from "./http/held-connections.ts";
import { registerLimiterMetrics } from "./metrics/limiter-metrics.ts";
import { checkReadiness } from "./metrics/readiness.ts";
import { registerEngineGauges } from "./metrics/register-engine-gauges.ts";
import { countRequests } from "./metrics/request-metrics.ts";
import { createStatusRecorder } from "./metrics/status-recorder.ts";
import { registerStreamMetrics } from "./metrics/stream-metrics.ts";
import { createUsageRecorder } from "./metrics/usage-recorder.ts";
import { createRequestWindows } from "./rate-limit/request-windows.ts";
import { connectSharedCounters } from "./rate-limit/shared-counters.ts";
import { startReconciler } from "./relay/reconciler.ts";
import { type Relay, startRelay } from "./relay/relay.ts";
import { toApiSettings } from "./settings.ts";
import { followCredentialChanges } from "./streams/credential-changes.ts";
import { createEventStreams } from "./streams/event-streams.ts";
import { createJobListener } from "./streams/job-listener.ts";
import { createJobWaiter } from "./streams/job-waiter.ts";

const drainMs = 30_000;
const relayStopMs = 1_000;
/** Connections in addition to those of event streams and waiting requests. */
const otherConnectionsMax = 5_000;

/**
 * Serves HTTP and dispatches accepted jobs to Temporal until a stop is requested, then drains. By default a signal
 * requests the stop.
 */
export async function runApi(
  environment: NodeJS.ProcessEnv,
  { stopping: given }: { readonly stopping?: Promise<string> } = {},
): Promise<void> {
  const config = loadConfigOrExit(environment);
  const databaseUrl = requireSetting(config, "DATABASE_URL");
  const temporalAddress = requireSetting(config, "TEMPORAL_ADDRESS");
  const log = createLogger({ level: config.LOG_LEVEL, part: "api" });
  const tracing = await startTracing(config.tracing, { part: "api", logger: log });
  const stopRequested = given ?? stopSignal({ parentPipe: config.GME_PARENT_PIPE });
  const stopping = new AbortController();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const addPool = createPoolMetrics(registry);
  const watchdog = createWatchdog();

  const settings = toApiSettings(config, await loadSigningSecret(config));
  const vault = await openVault(config);
  const storage = await createStorage(config);
  const orm = await connectDatabase({
    url: databaseUrl,
    poolMax: config.DATABASE_POOL_MAX,
    name: "gme-api",
    statementMs: config.DATABASE_STATEMENT_MS,
    onPool: addPool("api"),
  });
  const payments = await openPayments(config, { orm, log });
  const counters = await connectSharedCounters({
    databaseUrl,
    redisUrl: config.REDIS_URL,
    redisKeyPrefix: config.REDIS_KEY_PREFIX,
    log,
  });
  // Lazy, so that the API starts and accepts jobs while Temporal is unavailable.
  const connection = Connection.lazy({
    ...(await readConnectionOptions(temporalAddress, config.temporal)),
    // Without the client's retries: relay and reconciler repeat their calls, and a retry after the end of the connection
    // would throw where nothing catches it.
    interceptors: [],
  });
  const namespace = config.TEMPORAL_NAMESPACE;
  const client = new Client({
    connection,
    namespace,
    interceptors: { workflow: [traceStarts] },
  });

  const { maintenanceNamespace } = config;
  const relay = startRelay({ orm, client, settings, maintenanceNamespace, logger: log, watchdog });
  const stopReconciler = startReconciler({
    orm,
    client,
    logger: log,
    staleSeconds: config.RECONCILE_SECONDS,
    watchdog,
  });
  const listener = createJobListener({ url: databaseUrl, watchdog, log });
  const held = createHeldConnections(settings);
  const waiter = createJobWaiter({
    listener,
    held,
    listEnded: async (jobIds) => listEndedJobs(orm.em.fork(), jobIds),
    watchdog,
    log,
  });
  const windows = createRequestWindows({ counters, log });
  const credentialChanges = followCredentialChanges({ url: databaseUrl, watchdog, log });
  const streams = createEventStreams({
    orm,
    listener,
    credentialChanges,
    held,
    signing: { vault, addresses: settings },
    watchdog,
    log,
  });
  const usage = createUsageRecorder({ orm, watchdog, log });
  const expressions = createExpressions();
  const readiness = createReadinessChecks({ orm, storage, client, own: config.ownCatalog });
  const app = createApp(
    {
      orm,
      storage,
      vault,
      settings,
      dashboard: await openDashboard(config, log),
      documentation: await openDocumentation(settings, log),
      windows,
      credentialChanges,
      waiter,
      streams,
      usage,
      log,
      readiness,
      expressions,
      screening: createScreening(orm, { ...toSafety(config), vault }),
      payments,
      passwords: createPasswords(),
      parseEmbedded: readingAll(withContext(createEmbeddedParser())),
      parseMessage: await createMessageParser(config),
      onOutbox: () => relay.wake(),
      stopping: stopping.signal,
      now: () => new Date(),
    },
    registry,
  );
  registerModelsFileMetric(registry, async () =>
    differsFromDatabase(orm.em.fork(), config.ownCatalog),
  );
  if (config.ENGINE_METRICS === "on") registerEngineGauges(registry, { orm, vault, config });
  registerStreamMetrics(registry, { streams, held });
  registerLimiterMetrics(registry, windows.insurance);
  const status = createStatusRecorder({
    orm,
    checks: readiness,
    watchdog,
    countRequests: async () => countRequests(registry),
    log,
    now: () => new Date(),
  });
  const internal = await startInternalServer({
    host: config.INTERNAL_HOST,
    port: config.INTERNAL_PORT,
    registry,
    problems: async () => listProblems(readiness, stopping.signal),
    watchdog,
  });
  const server = createHttpServer(app.callback(), {
    windows,
    limit: settings.anonymousRequestsPerHour,
    publicUrl: settings.publicUrl,
    connections: {
      max: settings.eventStreamsMax + otherConnectionsMax,
      ofAddressMax: settings.connectionsOfAddressMax,
    },
  });
  await listen(server, { host: config.HOST, port: config.PORT, setting: "PORT" });
  log.info({ host: config.HOST, port: config.PORT }, "API ready");

  log.info({ reason: await stopRequested }, "API draining");
  stopping.abort();
  streams.close();
  await drainServer(server, { timeoutMs: drainMs });
  waiter.close();
  await Promise.all([listener.close(), usage.close(), credentialChanges.close(), status.close()]);
  await Promise.all([stopRelay(relay, connection), stopReconciler()]);
  windows.close();
  await Promise.all([orm.close(), counters.close(), expressions.close(), tracing.stop()]);
  internal.close();
  internal.closeAllConnections();
}

/** Stripe's client, with prices that fit; null without its key. */
async function openPayments(
  config: Config,
  { orm, log }: { orm: MikroORM; log: Logger },
): Promise<Payments | null> {
  const payments = await toPayments(config);
  if (payments === null) return null;
  const isChecked = await checkPayments(payments, async () =>
    hasOtherMode(orm.em.fork(), payments),
  );
  if (!isChecked) log.warn("Stripe is unavailable; its prices are read when they are needed");
  return payments;
}

/**
 * Lets the current batch finish. If Temporal does not respond, its calls are cut and the messages return to
 * the outbox; a message that is dispatched twice starts one workflow.
 */
async function stopRelay(relay: Relay, connection: Connection): Promise<void> {
  const stopped = relay.stop();
  await Promise.race([stopped, delay(relayStopMs)]);
  await connection.close();
  await stopped;
}

function createReadinessChecks({
  orm,
  storage,
  client,
  own,
}: {
  orm: MikroORM;
  storage: Storage;
  client: Client;
  own: OwnCatalog | null;
}): ReadinessCheck[] {
  let isMigrated = false;
  return [
    {
      name: "database",
      optional: false,
      check: async () => {
        await orm.em.fork().execute("select 1");
      },
    },
    {
      name: "migrations",
      optional: false,
      check: async () => {
        // Migrations of the phase `after` wait until these processes have replaced the previous ones.
        isMigrated ||= (await listPendingMigrations(orm, "before")).length === 0;
        if (!isMigrated) throw new Error("migrations are pending");
      },
    },
    // Optional: a process with another file works with the rows of the database.
    ...(own === null
      ? []
      : [
          {
            name: "models file",
            optional: true,
            check: async () => {
              if (await differsFromDatabase(orm.em.fork(), own)) throw new Error("files differ");
            },
          },
        ]),
    // Optional: jobs are accepted, read and canceled without storage; requests that need a file get a 503.
    { name: "storage", optional: true, check: async () => storage.check() },
    {
      name: "temporal",
      optional: true,
      check: async () => {
        await client.withDeadline(Date.now() + 1_500, async () =>
          client.workflowService.describeNamespace({ namespace: client.options.namespace }),
        );
      },
    },
  ];
}

/** Lists the reasons why this process must not receive requests; optional parts are ignored. */
async function listProblems(
  checks: readonly ReadinessCheck[],
  stopping: AbortSignal,
): Promise<Record<string, string>> {
  const { checks: results } = await checkReadiness(checks);
  const failed = results.filter(({ status, optional }) => status === "failed" && !optional);
  return {
    ...Object.fromEntries(failed.map(({ name }) => [name, "cannot be used"])),
    ...(stopping.aborted ? { api: "draining" } : {}),
  };
}
