import { WorkflowNotFoundError, type Client } from "@temporalio/client";
import {
  defineSearchAttributeKey,
  type Priority,
  WorkflowExecutionAlreadyStartedError,
} from "@temporalio/common";

import type { OutboxKind } from "#db/entities/job.ts";
import { findJobState } from "#db/jobs.ts";
import type { MikroORM } from "#db/orm.ts";
import type { ClaimedMessage } from "#db/outbox.ts";
import { isFinal, workflowIdOf } from "#domain/job.ts";
import { mailWorkflowIdOf } from "#domain/mail.ts";
import { plans } from "#domain/plans.ts";
import { coreQueue, searchAttributes } from "#domain/task-queues.ts";
import type { generateMedia } from "#workflows/generate-media.ts";
import type { sendMail } from "#workflows/send-mail.ts";

export interface Carrying {
  readonly client: Client;
  readonly orm: MikroORM;
}

/** Carries a message over to Temporal. Carrying it again does nothing new. */
export async function carryMessage(message: ClaimedMessage, carrying: Carrying): Promise<void> {
  await carriers[message.kind](message, carrying);
}

const carriers: Record<OutboxKind, (message: ClaimedMessage, carrying: Carrying) => Promise<void>> =
  {
    start: startGeneration,
    cancel: cancelGeneration,
    mail: startMail,
  };

const accountKey = defineSearchAttributeKey(searchAttributes.account, "KEYWORD");

async function startGeneration(
  { subjectId: jobId, organization }: ClaimedMessage,
  { client }: Carrying,
): Promise<void> {
  await once(async () =>
    client.workflow.start<typeof generateMedia>("generateMedia", {
      ...onceFor(workflowIdOf(jobId)),
      args: [{ jobId, schemaVersion: 1 }],
      ...(organization === null
        ? {}
        : {
            staticSummary: `generation for ${organization.id}`,
            typedSearchAttributes: [{ key: accountKey, value: organization.id }],
            priority: priorityOf(organization),
          }),
    }),
  );
}

/** A workflow that is not there yet is asked again later; one whose job has ended needs nothing. */
async function cancelGeneration(
  { subjectId: jobId }: ClaimedMessage,
  { client, orm }: Carrying,
): Promise<void> {
  try {
    await client.workflow.getHandle(workflowIdOf(jobId)).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
    const state = await findJobState(orm.em.fork(), jobId);
    if (state !== null && !isFinal(state.status)) throw error;
  }
}

async function startMail(
  { subjectId: mailId }: ClaimedMessage,
  { client }: Carrying,
): Promise<void> {
  await once(async () =>
    client.workflow.start<typeof sendMail>("sendMail", {
      ...onceFor(mailWorkflowIdOf(mailId)),
      args: [{ mailId, schemaVersion: 1 }],
    }),
  );
}

/** The workflow id is that of what the message is about, so a second start finds the first. */
function onceFor(workflowId: string) {
  return {
    workflowId,
    taskQueue: coreQueue,
    workflowIdConflictPolicy: "USE_EXISTING",
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  } as const;
}

/** A start that was carried before is done. */
async function once(start: () => Promise<unknown>): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Better plans first; within one, organizations take turns. */
function priorityOf({ id, plan }: NonNullable<ClaimedMessage["organization"]>): Priority {
  return { priorityKey: plans[plan].priority, fairnessKey: id };
}
