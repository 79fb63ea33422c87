import { setTimeout as delay } from "node:timers/promises";

import { collectDefaultMetrics, Registry } from "prom-client";

import { loadConfigOrExit, requireSetting } from "#config.ts";
import { outboxWaiting, recordGauge } from "#db/engine-gauges.ts";
import { connectDatabase } from "#db/orm.ts";
import { findOutboxBacklog } from "#db/outbox.ts";
import { differsFromDatabase } from "#db/providers/own-catalog.ts";
import { openVault } from "#db/setup/open-vault.ts";
import { startInternalServer } from "#runtime/internal-server.ts";
import { createLogger } from "#runtime/logger.ts";
import { registerModelsFileMetric } from "#runtime/models-file-metric.ts";
import { createPoolMetrics } from "#runtime/pool-metrics.ts";
import { runProcess, stopSignal } from "#runtime/stop-signal.ts";
import { createWatchdog } from "#runtime/watchdog.ts";

import { registerEngineGauges } from "./register-engine-gauges.ts";
import { shareMeasurements } from "./share-measurements.ts";

/** Several scrapers, such as two Prometheus servers, share a measurement. */
const measuredMs = 15_000;
/** Also the time after which an API checks the length of the outbox. */
const outboxMs = 2_000;

/**
 * Exporter process: measures the whole engine once for all API processes, which run with ENGINE_METRICS=off, and counts the
 * outbox for them.
 */
await runProcess(async () => {
  const config = loadConfigOrExit(process.env);
  const logger = createLogger({ level: config.LOG_LEVEL, part: "exporter" });
  const stopRequested = stopSignal({ parentPipe: config.GME_PARENT_PIPE });
  const stopping = new AbortController();
  const watchdog = createWatchdog();
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const addPool = createPoolMetrics(registry);
  const orm = await connectDatabase({
    url: requireSetting(config, "DATABASE_URL"),
    poolMax: 4,
    name: "gme-exporter",
    statementMs: config.DATABASE_STATEMENT_MS,
    onPool: addPool("exporter"),
  });
  registerModelsFileMetric(registry, async () =>
    differsFromDatabase(orm.em.fork(), config.ownCatalog),
  );
  const engine = new Registry();
  registerEngineGauges(engine, { orm, vault: await openVault(config), config });

  const internal = await startInternalServer({
    host: config.INTERNAL_HOST,
    port: config.EXPORTER_PORT,
    registry,
    moreMetrics: shareMeasurements(async () => engine.metrics(), measuredMs),
    problems: async () => {
      await orm.em.fork().execute("select 1");
      return {};
    },
    watchdog,
  });
  logger.info({ port: config.EXPORTER_PORT }, "exporter ready");

  const counting = countOutbox();
  await stopRequested;
  stopping.abort();
  await counting;
  await orm.close();
  internal.close();
  internal.closeAllConnections();

  async function countOutbox(): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        const { waiting } = await findOutboxBacklog(orm.em.fork());
        await recordGauge(orm.em.fork(), outboxWaiting, waiting);
      } catch (error) {
        logger.warn({ error }, "cannot count the outbox");
      }
      await delay(outboxMs, undefined, { signal }).catch(() => undefined);
    }
  }
});
