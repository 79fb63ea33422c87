import { ApplicationFailure, defineSearchAttributeKey } from "@temporalio/common";
import {
  CancellationScope,
  condition,
  defineSignal,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  upsertSearchAttributes,
} from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationPlan } from "#domain/generation-run.ts";
import { providerEventSignal } from "#domain/provider-event.ts";
import { turnSignal } from "#domain/provider-turns.ts";
import {
  coreQueue,
  inputQueue,
  intentQueue,
  providerQueue,
  searchAttributes,
  storeQueue,
} from "#domain/task-queues.ts";

import { askWhenTold } from "./ask-when-told.ts";
import { failureCode } from "./failure-code.ts";
import { runGeneration, type GenerationOutcome } from "./run-generation.ts";
import type { GenerationSteps } from "./steps.ts";

/** Ids only; `schemaVersion` tells a future version what it is reading. */
export interface GenerateMediaInput {
  readonly jobId: string;
  readonly schemaVersion: 1;
}

/** Steps that only touch the database: short, and tried until it is back. */
const core = proxyActivities<Activities>({
  taskQueue: coreQueue,
  startToCloseTimeout: "15s",
  scheduleToCloseTimeout: "24h",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** Giving credits back may never be given up. */
const settling = proxyActivities<Activities>({
  taskQueue: coreQueue,
  startToCloseTimeout: "15s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "30s" },
});

const intent = proxyActivities<Activities>({
  taskQueue: intentQueue,
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "10m",
  retry: { initialInterval: "500ms", maximumInterval: "10s", maximumAttempts: 5 },
});

/** Steps that copy files. */
const copying = {
  startToCloseTimeout: "30m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "24h",
  retry: { initialInterval: "500ms", maximumInterval: "1m" },
} as const;

/**
 * Attempts are not limited, because Temporal counts those that wait for the organization's share; their
 * time is limited by the minimum rate of downloads.
 */
const inputs = proxyActivities<Activities>({
  ...copying,
  taskQueue: inputQueue,
  startToCloseTimeout: "12h",
});

/** How long it is looked for is counted from the row, so that a new run does not begin anew. */
const reconcileMsMax = 24 * 3_600_000;

/** Steps that call a provider. The fence in the database, not Temporal, decides whether one may send again. */
function atProvider(plan: GenerationPlan, askMs?: number) {
  const asking = askMs === undefined ? {} : { scheduleToCloseTimeout: askMs };
  const taskQueue = providerQueue(plan.provider);
  const retry = { initialInterval: "500ms", maximumInterval: "20s" } as const;
  return {
    submit: proxyActivities<Activities>({
      taskQueue,
      summary: `${plan.model} at ${plan.provider}`,
      startToCloseTimeout: "5m",
      heartbeatTimeout: "10s",
      scheduleToCloseTimeout: "1h",
      retry,
    }),
    // A poll that is not ready fails benignly and names its own delay: no worker slot is held between polls.
    poll: proxyActivities<Activities>({
      taskQueue,
      summary: `until ${plan.provider} is done`,
      startToCloseTimeout: "60s",
      heartbeatTimeout: "10s",
      ...asking,
      retry: { initialInterval: "500ms", backoffCoefficient: 1.5, maximumInterval: "10s" },
    }),
    reconcile: proxyActivities<Activities>({
      taskQueue,
      summary: `whether ${plan.provider} took the request`,
      startToCloseTimeout: "60s",
      heartbeatTimeout: "10s",
      ...asking,
      retry: { initialInterval: "2s", maximumInterval: "1m" },
    }),
    cancel: proxyActivities<Activities>({
      taskQueue,
      startToCloseTimeout: "60s",
      heartbeatTimeout: "10s",
      scheduleToCloseTimeout: "1h",
      retry,
    }),
  };
}

/** The workflow of one job. Its id is `job/<jobId>`; PostgreSQL keeps the state, this keeps the order. */
export async function generateMedia(input: GenerateMediaInput): Promise<GenerationOutcome> {
  try {
    return await runGeneration(input, wire());
  } catch (error) {
    // Anything but a Temporal failure would be taken for a bug in this code and tried for ever.
    if (!(error instanceof AppError)) throw error;
    throw ApplicationFailure.nonRetryable(error.message, failureCode(error));
  }
}

/** A run that is not told, because whoever gave it the slot died, asks by itself. */
const turnTimeout = "15m";

function wire(): GenerationSteps {
  let isTurn = false;
  setHandler(defineSignal(turnSignal), () => {
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
      // What comes from here on is about the slot that is asked for now.
      isTurn = false;
      return atProvider(plan).submit.submitToProvider(ref);
    },
    pollProvider: async (ref, plan) =>
      askWhenTold(async (leftMs) => atProvider(plan, leftMs).poll.pollProvider(ref), {
        allMs: plan.deadlineSeconds * 1_000,
        count,
      }),
    reconcileSubmission: async (ref, plan) =>
      askWhenTold(async (leftMs) => atProvider(plan, leftMs).reconcile.reconcileSubmission(ref), {
        allMs: reconcileMsMax,
        count,
      }),
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

/** For people in the Temporal UI. Attributes are written when they tell something: each write is a history event. */
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
