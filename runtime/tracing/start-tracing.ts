import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";

import { context, trace } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";

import type { TracingSettings } from "#config.ts";

export interface Tracing {
  /** Sends the last spans, for at most three seconds. */
  stop(): Promise<void>;
}

const flushMsMax = 3_000;
/** Failures to export are logged once in this time: a dead collector fails every batch. */
const quietMs = 60_000;

/**
 * Starts to send spans to a collector. Without settings nothing is loaded, and spans cost a look-up that finds none. Spans
 * that the collector does not take are dropped; no work waits for it.
 */
export async function startTracing(
  settings: TracingSettings | null,
  { part, logger }: { readonly part: string; readonly logger: Logger },
): Promise<Tracing> {
  if (settings === null) return { stop: async () => undefined };
  const [sdk, { OTLPTraceExporter }, { AsyncLocalStorageContextManager }, resources, core] =
    await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-proto"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/core"),
    ]);
  const { url, headers, timeoutMs: timeoutMillis } = settings;
  const provider = new sdk.TracerProvider({
    sampler: toSampler(settings, sdk),
    resource: resources.resourceFromAttributes({
      "service.name": settings.serviceName ?? `gme-${part}`,
      "service.instance.id": randomUUID(),
      ...(settings.buildId === undefined ? {} : { "service.version": settings.buildId }),
      ...settings.attributes,
    }),
    spanLimits: { attributeValueLengthLimit: 200 },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        // One request at a time: the queue holds what a slow collector does not take.
        exporter: new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis }),
        maxQueueSize: settings.queuedSpansMax,
        scheduledDelayMillis: settings.delayMs,
        exportTimeoutMillis: timeoutMillis,
      }),
    ],
  });
  core.setGlobalErrorHandler(logSometimes(logger));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        delay(flushMsMax, undefined, { ref: false }),
      ]);
    },
  };
}

function toSampler(
  { sampler, share }: TracingSettings,
  {
    AlwaysOffSampler,
    AlwaysOnSampler,
    ParentBasedSampler,
    TraceIdRatioBasedSampler,
  }: typeof import("@opentelemetry/sdk-trace"),
): Sampler {
  const root = sampler.endsWith("always_on")
    ? new AlwaysOnSampler()
    : sampler.endsWith("always_off")
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(share);
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

/** The message of a failure may have the URL of the collector, so only its name and code are logged. */
function logSometimes(logger: Logger): (error: unknown) => void {
  let loggedMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - loggedMs < quietMs) return;
    loggedMs = performance.now();
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    logger.warn({ code }, "the collector did not take spans; they are dropped");
  };
}
