import { ApplicationFailure, defineSearchAttributeKey } from "@temporalio/common";
import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  setWorkflowOptions,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationPlan } from "#domain/jobs/generation-run.ts";
import { submitTimeoutMs } from "#domain/jobs/submission.ts";
import { providerEventSignal } from "#domain/providers/provider-event.ts";
import { slotGrantedSignal } from "#domain/providers/provider-turns.ts";
import {
  coreQueue,
  inputQueue,
  intentQueue,
  providerQueue,
  searchAttributes,
  storeQueue,
} from "#domain/task-queues.ts";
import type { GenerateMediaInput } from "#domain/workflow-inputs.ts";

import { activityAttemptsMax } from "./activity-attempts-max.ts";
import { failureCode } from "./failure-code.ts";
import { pollUntilDone } from "./poll-until-done.ts";
import { runGeneration, type GenerationOutcome } from "./run-generation.ts";
import type { GenerationSteps } from "./steps.ts";

/** Steps that only touch the database. */
const core = proxyActivities<Activities>({
  taskQueue: coreQueue,
  startToCloseTimeout: "15s",
  retry: {
    initialInterval: "200ms",
    backoffCoefficient: 2,
    maximumInterval: "10s",
    maximumAttempts: activityAttemptsMax,
  },
});

/** Releasing or capturing credits is retried indefinitely. */
const settling = proxyActivities<Activities>({
  taskQueue: coreQueue,
  startToCloseTimeout: "15s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "30s" },
});

const intent = proxyActivities<Activities>({
  taskQueue: intentQueue,
  startToCloseTimeout: "60s",
  // Covers about 20 minutes without the database; the parser itself never fails. The limit is low, because a
  // message may be the cause of a worker's crash.
  retry: { initialInterval: "500ms", maximumInterval: "1m", maximumAttempts: 30 },
});

/** Steps that copy files. */
const copying = {
  startToCloseTimeout: "30m",
  heartbeatTimeout: "15s",
  // Covers about a day of attempts, because the result is paid for.
  retry: { initialInterval: "500ms", maximumInterval: "1m", maximumAttempts: 1_500 },
} as const;

/**
 * Attempts that wait for the organization's share count as well, so the limit is high. The minimum rate of
 * downloads limits their time.
 */
const inputs = proxyActivities<Activities>({
  ...copying,
  taskQueue: inputQueue,
  startToCloseTimeout: "12h",
  retry: { ...copying.retry, maximumAttempts: activityAttemptsMax },
});

/**
 * Steps that call a provider. The fence in the database, not Temporal, decides whether a request may be sent
 * again.
 */
function atProvider(plan: GenerationPlan) {
  const taskQueue = providerQueue(plan.provider);
  return {
    submit: proxyActivities<Activities>({
      taskQueue,
      summary: `${plan.model} at ${plan.provider}`,
      startToCloseTimeout: submitTimeoutMs,
      heartbeatTimeout: "10s",
      retry: {
        initialInterval: "500ms",
        maximumInterval: "20s",
        maximumAttempts: activityAttemptsMax,
      },
    }),
    // A poll that is not ready fails benignly and sets its own delay, so no worker slot is held between
    // polls. The activity checks the deadline, which counts from `accepted_at`.
    poll: proxyActivities<Activities>({
      taskQueue,
      summary: `until ${plan.provider} is done`,
      startToCloseTimeout: "60s",
      heartbeatTimeout: "10s",
      retry: {
        initialInterval: "500ms",
        backoffCoefficient: 1.5,
        maximumInterval: "10s",
        maximumAttempts: activityAttemptsMax,
      },
    }),
    // The activity checks this deadline as well, which counts from `sent_at`.
    reconcile: proxyActivities<Activities>({
      taskQueue,
      summary: `whether ${plan.provider} took the request`,
      startToCloseTimeout: "60s",
      heartbeatTimeout: "10s",
      retry: { initialInterval: "2s", maximumInterval: "1m", maximumAttempts: activityAttemptsMax },
    }),
    cancel: proxyActivities<Activities>({
      taskQueue,
      startToCloseTimeout: "60s",
      heartbeatTimeout: "10s",
      // Covers about an hour without a response from the provider; `settleSubmissions` continues afterwards.
      retry: { initialInterval: "500ms", maximumInterval: "20s", maximumAttempts: 180 },
    }),
  };
}

// With a Worker Deployment a job ends on the version that began it. The other workflows take the
// worker's default, AUTO_UPGRADE: a webhook may wait for days and would keep old workers alive. The
// server refuses a behavior from a worker that is not versioned.
setWorkflowOptions(
  () =>
    workflowInfo().currentDeploymentVersion?.deploymentName ? { versioningBehavior: "PINNED" } : {},
  generateMedia,
);

/**
 * Workflow of one job, with the id `job/<jobId>`. PostgreSQL holds the state; the workflow determines the
 * order.
 */
export async function generateMedia(input: GenerateMediaInput): Promise<GenerationOutcome> {
  try {
    return await runGeneration(input, wire());
  } catch (error) {
    // Temporal would treat any other error as a bug in workflow code and retry the task indefinitely.
    if (!(error instanceof AppError)) throw error;
    throw ApplicationFailure.nonRetryable(error.message, failureCode(error));
  }
}

/**
 * Timeout after which a waiting run requests its slot again, in case the process that granted the slot died
 * before it sent the signal.
 */
const turnTimeout = "15m";

function wire(): GenerationSteps {
  let isTurn = false;
  setHandler(defineSignal(slotGrantedSignal), () => {
    isTurn = true;
  });
  let told = 0;
  setHandler(defineSignal(providerEventSignal), () => {
    told += 1;
  });
  const count = () => told;
  return {
    beginJob: async (job) => core.beginJob(job),
    parseIntent: async (job) => intent.parseIntent(job),
    storeInputs: async (job) => inputs.storeInputs(job),
    planGeneration: async (job) => core.planGeneration(job),
    async submitToProvider(ref, plan) {
      // A signal from here on concerns the slot that this attempt requests.
      isTurn = false;
      return atProvider(plan).submit.submitToProvider(ref);
    },
    pollProvider: async (ref, plan) =>
      pollUntilDone(async () => atProvider(plan).poll.pollProvider(ref), count),
    reconcileSubmission: async (ref, plan) =>
      pollUntilDone(async () => atProvider(plan).reconcile.reconcileSubmission(ref), count),
    failOver: async (ref) => core.failOver(ref),
    cancelAtProvider: async (ref, plan) => atProvider(plan).cancel.cancelAtProvider(ref),
    async storeOutput(ref, { provider }) {
      const store = proxyActivities<Activities>({ taskQueue: storeQueue(provider), ...copying });
      return store.storeOutput(ref);
    },
    completeJob: async (ref) => settling.completeJob(ref),
    failJob: async (job) => settling.failJob(job),
    cancelJob: async (job) => settling.cancelJob(job),
    shielded: async (work) => CancellationScope.nonCancellable(work),
    sleep: async (milliseconds) => sleep(milliseconds),
    async waitForTurn() {
      await condition(() => isTurn, turnTimeout);
    },
    describe,
    isCancellation,
  };
}

const keys = {
  provider: defineSearchAttributeKey(searchAttributes.provider, "KEYWORD"),
  model: defineSearchAttributeKey(searchAttributes.model, "KEYWORD"),
  contentType: defineSearchAttributeKey(searchAttributes.contentType, "KEYWORD"),
  stage: defineSearchAttributeKey(searchAttributes.stage, "KEYWORD"),
  credits: defineSearchAttributeKey(searchAttributes.credits, "INT"),
};

const visibleStages = ["generating", "waiting", "reconciling", "canceling"];

/**
 * Describes the run in the Temporal UI. Attributes are written only when they change: each write is a history
 * event.
 */
function describe(stage: string, plan: GenerationPlan | null): void {
  setCurrentDetails(
    plan === null
      ? `**${stage}**`
      : `**${stage}** · ${plan.capability} · ${plan.model} (${plan.provider}) · ${plan.credits} credits`,
  );
  if (plan === null) return;
  if (stage === "submitting") {
    upsertSearchAttributes([
      { key: keys.provider, value: plan.provider },
      { key: keys.model, value: plan.model },
      { key: keys.contentType, value: plan.contentType },
      { key: keys.credits, value: plan.credits },
      { key: keys.stage, value: stage },
    ]);
  } else if (visibleStages.some((name) => name === stage)) {
    upsertSearchAttributes([{ key: keys.stage, value: stage }]);
  }
}
