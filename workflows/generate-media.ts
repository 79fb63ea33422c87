import { ApplicationFailure } from "@temporalio/common";
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
import {
  attributesOf,
  firstStage,
  type RunAttribute,
  stageAttribute,
} from "#domain/jobs/run-attributes.ts";
import { slotGrantedSignal } from "#domain/providers/fair-queue.ts";
import { providerEventSignal } from "#domain/providers/provider-event.ts";
import {
  coreQueue,
  inputQueue,
  intentQueue,
  providerQueue,
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
  let writesChanges = false;
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
    async beginJob(job) {
      const position = await core("begin the job").beginJob({ ...job, writesChanges: true });
      writesChanges = position.state !== "ended" && position.writesChanges === true;
      return position;
    },
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
    describe: (stage, plan) => {
      describe(stage, plan, { writesChanges });
    },
    isCancellation,
  };
}

const visibleStages = ["generating", "waiting", "reconciling", "canceling"];

/** Describes the run in the Temporal UI. */
function describe(
  stage: string,
  plan: GenerationPlan | null,
  { writesChanges }: { writesChanges: boolean },
): void {
  setCurrentDetails(
    plan === null
      ? `**${stage}**`
      : `**${stage}** · ${plan.capability} · ${plan.model} (${plan.provider}) · ${plan.credits} credits`,
  );
  if (plan === null) return;
  // Each write is an event of the history and a write of Temporal's visibility store.
  const attributes = attributesAt(stage, plan).filter(
    ({ key, value }) => !writesChanges || valueOf(key.name) !== value,
  );
  if (attributes.length > 0) upsertSearchAttributes(attributes);
}

function attributesAt(stage: string, plan: GenerationPlan): RunAttribute[] {
  if (stage === firstStage) return attributesOf(plan);
  return visibleStages.some((name) => name === stage) ? [stageAttribute(stage)] : [];
}

function valueOf(attribute: string): unknown {
  const known = workflowInfo().typedSearchAttributes.getAll();
  return known.find(({ key }) => key.name === attribute)?.value;
}
