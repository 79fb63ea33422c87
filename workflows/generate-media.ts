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
import type { GenerationOutcome, GenerationPlan } from "#domain/jobs/generation-run.ts";
import { slotGrantedSignal } from "#domain/providers/fair-queue.ts";
import { providerEventSignal } from "#domain/providers/provider-event.ts";
import {
  coreQueue,
  inputQueue,
  intentQueue,
  providerQueue,
  searchAttributes,
  storeQueue,
} from "#domain/task-queues.ts";
import type { GenerateMediaInput } from "#domain/workflow-inputs.ts";

import { failureCode } from "./failure-code.ts";
import { pollUntilDone } from "./poll-until-done.ts";
import { runGeneration } from "./run-generation.ts";
import type { GenerationSteps } from "./steps.ts";
import {
  cancelTimeouts,
  databaseTimeouts,
  inputTimeouts,
  intentTimeouts,
  outputTimeouts,
  pollTimeouts,
  reconcileTimeouts,
  settlingTimeouts,
  slotTimeout,
  submitTimeouts,
} from "./timeouts.ts";

// The Temporal UI shows each activity with its summary.

/** Steps that only touch the database. */
const core = (summary: string) =>
  proxyActivities<Activities>({ taskQueue: coreQueue, summary, ...databaseTimeouts });

/** Steps that release or capture credits. */
const settling = (summary: string) =>
  proxyActivities<Activities>({ taskQueue: coreQueue, summary, ...settlingTimeouts });

const intent = proxyActivities<Activities>({
  taskQueue: intentQueue,
  summary: "parse the message",
  ...intentTimeouts,
});

const inputs = proxyActivities<Activities>({
  taskQueue: inputQueue,
  summary: "copy the inputs to storage",
  ...inputTimeouts,
});

/** Steps that call a provider. */
function atProvider(plan: GenerationPlan) {
  const taskQueue = providerQueue(plan.provider);
  return {
    submit: proxyActivities<Activities>({
      taskQueue,
      summary: `${plan.model} at ${plan.provider}`,
      ...submitTimeouts,
    }),
    poll: proxyActivities<Activities>({
      taskQueue,
      summary: `until ${plan.provider} is done`,
      ...pollTimeouts,
    }),
    reconcile: proxyActivities<Activities>({
      taskQueue,
      summary: `whether ${plan.provider} took the request`,
      ...reconcileTimeouts,
    }),
    cancel: proxyActivities<Activities>({
      taskQueue,
      summary: `cancel at ${plan.provider}`,
      ...cancelTimeouts,
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

function wire(): GenerationSteps {
  let hasSlot = false;
  setHandler(defineSignal(slotGrantedSignal), () => {
    hasSlot = true;
  });
  let told = 0;
  setHandler(defineSignal(providerEventSignal), () => {
    told += 1;
  });
  const count = () => told;
  return {
    beginJob: async (job) => core("begin the job").beginJob(job),
    parseIntent: async (job) => intent.parseIntent(job),
    storeInputs: async (job) => inputs.storeInputs(job),
    planGeneration: async (job) => core("choose a model and hold credits").planGeneration(job),
    async submitToProvider(ref, plan) {
      // A signal from here on concerns the slot that this attempt requests.
      hasSlot = false;
      return atProvider(plan).submit.submitToProvider(ref);
    },
    pollProvider: async (ref, plan) =>
      pollUntilDone(async () => atProvider(plan).poll.pollProvider(ref), count),
    reconcileSubmission: async (ref, plan) =>
      pollUntilDone(async () => atProvider(plan).reconcile.reconcileSubmission(ref), count),
    failOver: async (ref) => core("fail over to another model").failOver(ref),
    cancelAtProvider: async (ref, plan) => atProvider(plan).cancel.cancelAtProvider(ref),
    async storeOutput(ref, { provider }) {
      const store = proxyActivities<Activities>({
        taskQueue: storeQueue(provider),
        summary: `copy the result of ${provider} to storage and complete the job`,
        ...outputTimeouts,
      });
      return store.storeOutput({ ...ref, completes: true });
    },
    completeJob: async (ref) => settling("complete the job and capture credits").completeJob(ref),
    failJob: async (job) => settling("fail the job and release credits").failJob(job),
    cancelJob: async (job) => settling("cancel the job and release credits").cancelJob(job),
    shielded: async (work) => CancellationScope.nonCancellable(work),
    sleep: async (milliseconds) => sleep(milliseconds),
    async waitForSlot() {
      await condition(() => hasSlot, slotTimeout);
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
