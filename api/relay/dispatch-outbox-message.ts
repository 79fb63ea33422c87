import { Client, ScheduleOverlapPolicy, WorkflowNotFoundError } from "@temporalio/client";

import type { OutboxKind } from "#db/entities/job.ts";
import { findJobState } from "#db/jobs/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import type { ClaimedMessage } from "#db/outbox.ts";
import { findRunSummary } from "#db/pipelines/run-summary.ts";
import { findRunOfEvent } from "#db/providers/provider-events.ts";
import { listPendingRuns } from "#db/webhooks/create-deliveries.ts";
import { findPendingRun } from "#db/webhooks/webhook-attempts.ts";
import { isFinal, workflowIdOf } from "#domain/jobs/job.ts";
import { emailWorkflowIdOf } from "#domain/notifications/email.ts";
import { providerEventSignal } from "#domain/providers/provider-event.ts";
import type { SendMailInput } from "#domain/workflow-inputs.ts";
import type { AddressSettings } from "#storage/file-address.ts";
import { ignoreEndedRun } from "#temporal/ignore-ended-run.ts";
import { scheduleIdOf } from "#temporal/schedule-id.ts";
import { signalPipelineRun } from "#temporal/signal-pipeline-run.ts";
import { startDeliveryRun } from "#temporal/start-delivery-run.ts";
import { onceFor, startOnce } from "#temporal/start-once.ts";
import { startRun } from "#temporal/start-run.ts";

import { publishEvent } from "./publish-event.ts";

export interface DispatchDependencies {
  readonly client: Client;
  readonly orm: MikroORM;
  readonly settings: AddressSettings;
  /** Temporal namespace of recurring work. */
  readonly maintenanceNamespace: string;
}

/** Dispatches an outbox message to Temporal. Idempotent. */
export async function dispatchOutboxMessage(
  message: ClaimedMessage,
  carrying: DispatchDependencies,
): Promise<void> {
  await dispatchers[message.kind](message, carrying);
}

const dispatchers: Record<
  OutboxKind,
  (message: ClaimedMessage, carrying: DispatchDependencies) => Promise<void>
> = {
  start: startGeneration,
  run: startPipelineRun,
  advance: async ({ subjectId }, { client, orm }) =>
    signalPipelineRun(client, orm.em.fork(), subjectId),
  cancel: cancelGeneration,
  mail: startEmail,
  "webhook-event": startDeliveries,
  webhook: startDelivery,
  "provider-event": tellRun,
  "billing-event": startBillingSync,
};

/** Starts the task that handles all stored events; a run that is going on is followed by another one. */
async function startBillingSync(
  _message: ClaimedMessage,
  { client, maintenanceNamespace: namespace }: DispatchDependencies,
): Promise<void> {
  const { connection } = client;
  await new Client({ connection, namespace }).schedule
    .getHandle(scheduleIdOf("syncBilling"))
    .trigger(ScheduleOverlapPolicy.BUFFER_ONE);
}

async function startGeneration(
  { subjectId: jobId, organization, isBackground, facts }: ClaimedMessage,
  { client }: DispatchDependencies,
): Promise<void> {
  const workflow = "generateMedia";
  await startRun(client, { jobId, resumes: 0, workflow, organization, isBackground, facts });
}

async function startPipelineRun(
  { subjectId: jobId, organization, isBackground }: ClaimedMessage,
  { client, orm }: DispatchDependencies,
): Promise<void> {
  await startRun(client, {
    jobId,
    resumes: 0,
    workflow: "runPipeline",
    organization,
    isBackground,
    summary: await findRunSummary(orm.em.fork(), jobId),
  });
}

/** Cancels the workflow of a job. A missing workflow is retried later, unless its job has already ended. */
async function cancelGeneration(
  { subjectId: jobId }: ClaimedMessage,
  { client, orm }: DispatchDependencies,
): Promise<void> {
  const before = await findJobState(orm.em.fork(), jobId);
  try {
    await client.workflow.getHandle(workflowIdOf(jobId, before?.resumes)).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const state = await findJobState(orm.em.fork(), jobId);
    if (state !== null && !isFinal(state.status)) throw error;
  }
}

async function startEmail(
  { subjectId: mailId }: ClaimedMessage,
  { client }: DispatchDependencies,
): Promise<void> {
  await startOnce(async () =>
    client.workflow.start<(input: SendMailInput) => Promise<unknown>>("sendMail", {
      ...onceFor(emailWorkflowIdOf(mailId)),
      args: [{ mailId, schemaVersion: 1 }],
    }),
  );
}

/** Creates the deliveries of an event and starts them. */
async function startDeliveries(
  { subjectId: eventId, organization }: ClaimedMessage,
  { client, orm, settings }: DispatchDependencies,
): Promise<void> {
  const em = orm.em.fork();
  await publishEvent(eventId, { em, settings, now: () => new Date() });
  const runs = await listPendingRuns(em, eventId);
  await Promise.all(runs.map(async (run) => startDeliveryRun(client, { ...run, organization })));
}

/** Starts the pending run of a delivery; a delivery that has ended has none. */
async function startDelivery(
  { subjectId: deliveryId, organization }: ClaimedMessage,
  { client, orm }: DispatchDependencies,
): Promise<void> {
  const runs = await findPendingRun(orm.em.fork(), deliveryId);
  if (runs !== null) await startDeliveryRun(client, { deliveryId, runs, organization });
}

/**
 * Signals the job's workflow that a provider event arrived. No signal is needed when the workflow is gone;
 * its successor polls on start.
 */
async function tellRun(
  { subjectId: eventId }: ClaimedMessage,
  { client, orm }: DispatchDependencies,
): Promise<void> {
  const run = await findRunOfEvent(orm.em.fork(), eventId);
  if (run === null) return;
  await client.workflow
    .getHandle(workflowIdOf(run.jobId, run.resumes))
    .signal(providerEventSignal, eventId)
    .catch(ignoreEndedRun);
}
