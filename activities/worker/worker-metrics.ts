import { activityInfo, type Context } from "@temporalio/activity";
import {
  ApplicationFailure,
  ApplicationFailureCategory,
  CancelledFailure,
} from "@temporalio/common";
import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import type { Logger } from "pino";
import { Counter, Histogram, type Registry } from "prom-client";

import { findEndedJob } from "#db/jobs/ended-job.ts";
import type { MikroORM } from "#db/orm.ts";

import { createJobMetrics } from "./job-metrics.ts";

type Interceptor = (context: Context) => { inbound: ActivityInboundCallsInterceptor };

/** Creates the interceptor of the activities of a queue, which may belong to a provider. */
export type MeasureActivities = (provider?: string) => Interceptor;

const buckets = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/** Activities that call a provider, by the kind of the call. */
const kinds: Readonly<Record<string, string>> = {
  submitToProvider: "submit",
  pollProvider: "poll",
  reconcileSubmission: "reconcile",
  cancelAtProvider: "cancel",
};

/** Steps that may end a job. */
const lastSteps: ReadonlySet<string> = new Set([
  "storeOutput",
  "completeJob",
  "failJob",
  "cancelJob",
]);

/**
 * Registers what a worker does: its activities, its requests at providers, and the jobs that it ends. The interceptor
 * must be the first of its queue, so that it sees the failures that Temporal receives.
 */
export function createWorkerMetrics(
  registry: Registry,
  { orm, logger }: { readonly orm: MikroORM; readonly logger: Logger },
): MeasureActivities {
  const record = createAttemptMetrics(registry);
  const countEnd = createJobMetrics(registry);

  /** Counts a job in the attempt that has ended it; any other attempt finds an end before its own beginning. */
  async function countEndOf(input: unknown, startedMs: number): Promise<void> {
    const jobId = textAt(input, "jobId");
    const job = jobId === undefined ? null : await findEndedJob(orm.em.fork(), jobId);
    if (job !== null && job.finishedMs >= startedMs) countEnd(job);
  }

  return (provider) => () => ({
    inbound: {
      async execute(input, next) {
        const { activityType: activity } = activityInfo();
        const startedMs = Date.now();
        const attempt = () => ({ activity, provider, seconds: (Date.now() - startedMs) / 1_000 });
        let result: unknown;
        try {
          result = await next(input);
        } catch (error) {
          record({ ...attempt(), outcome: outcomeOf(error), detail: codeOf(error) });
          throw error;
        }
        record({ ...attempt(), outcome: "completed", detail: textAt(result, "state") });
        if (lastSteps.has(activity)) {
          // A metric must never fail the step that charges a job.
          await countEndOf(input.args[0], startedMs).catch((error: unknown) => {
            logger.debug({ error }, "the end of a job was not counted");
          });
        }
        return result;
      },
    },
  });
}

interface Attempt {
  readonly activity: string;
  readonly provider: string | undefined;
  readonly outcome: string;
  /** State of the result, or code of the failure. */
  readonly detail: string | undefined;
  readonly seconds: number;
}

/** Registers the delay of webhooks. Returns a function that observes that of a first attempt, in seconds. */
export function createWebhookMetrics(registry: Registry): (delaySeconds: number) => void {
  const delay = new Histogram({
    name: "gme_webhook_delay_seconds",
    help: "Time from an event to the first attempt to send its webhook.",
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers: [registry],
  });
  return (delaySeconds) => delay.observe(delaySeconds);
}

function createAttemptMetrics(registry: Registry): (attempt: Attempt) => void {
  const registers = [registry];
  const activities = new Histogram({
    name: "gme_activity_seconds",
    help: "Duration of attempts of activities, by activity and outcome.",
    labelNames: ["activity", "outcome"],
    buckets,
    registers,
  });
  const requests = new Histogram({
    name: "gme_provider_request_seconds",
    help: "Duration of attempts that call a provider, by kind of the call and outcome.",
    labelNames: ["provider", "kind", "outcome"],
    buckets,
    registers,
  });
  const paid = new Counter({
    name: "gme_provider_paid_total",
    help: "Attempts to send a paid request, by the state of the submission or the code of the error.",
    labelNames: ["provider", "outcome"],
    registers,
  });
  return ({ activity, provider, outcome, detail, seconds }) => {
    activities.observe({ activity, outcome }, seconds);
    const kind = kinds[activity];
    if (provider === undefined || kind === undefined) return;
    requests.observe({ provider, kind, outcome }, seconds);
    if (kind === "submit") paid.inc({ provider, outcome: detail ?? outcome });
  };
}

/** A poll of a generation that goes on fails benignly, so that Temporal repeats it. */
function outcomeOf(error: unknown): string {
  if (error instanceof CancelledFailure) return "canceled";
  const isBenign =
    error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN;
  return isBenign ? "not_ready" : "failed";
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApplicationFailure ? (error.type ?? undefined) : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const found: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === "string" ? found : undefined;
}
