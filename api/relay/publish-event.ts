import { presentBatch } from "#api/present/batch.ts";
import { type Presenting, presentOneJob } from "#api/present/jobs.ts";
import { presentBatchEvent, presentJobEvent, presentRunEvent } from "#api/present/webhook-event.ts";
import { Batch } from "#db/entities/batch.ts";
import { Job } from "#db/entities/job.ts";
import { OrganizationEvent } from "#db/entities/organization.ts";
import {
  createDeliveries,
  type DueEvent,
  type EventContent,
  findDueEvent,
} from "#db/webhooks/create-deliveries.ts";

/**
 * Renders the payload of a due event, stores it and creates the deliveries. A repeated call changes nothing: every
 * attempt of every delivery sends the payload that was stored first.
 */
export async function publishEvent(eventId: string, presenting: Presenting): Promise<void> {
  const event = await findDueEvent(presenting.em, eventId);
  if (event === null) return;
  const content = await renderEvent(event, presenting);
  if (content !== null) await createDeliveries(presenting.em, eventId, content);
}

/**
 * Renders an event from the rows of its subject, which do not change after the event. Returns null when the subject was
 * deleted.
 */
async function renderEvent(
  { type, subject, organizationId }: DueEvent,
  presenting: Presenting,
): Promise<EventContent | null> {
  switch (type) {
    case "job.completed":
    case "job.failed":
    case "job.canceled":
    case "job.needs_input":
      return renderJobEvent(subject, presenting);
    case "batch.completed":
      return renderBatchEvent(subject, presenting);
    case "pipeline_run.completed":
      return renderRunEvent(subject, presenting);
    case "credits.low":
    case "budget.alert":
    case "key.rotation_due":
      return renderOrganizationEvent({ organizationId, type, subject }, presenting);
    case "pipeline_run.call":
    case "test":
      throw new Error(`an event of the type ${type} is never due`);
  }
}

async function renderJobEvent(jobId: string, presenting: Presenting): Promise<EventContent | null> {
  const job = await presenting.em.findOne(Job, { id: jobId, deletedAt: null });
  if (job === null) return null;
  return {
    data: presentJobEvent(job, await presentOneJob(job, presenting)),
    webhookUrl: job.request.webhookUrl ?? null,
  };
}

async function renderRunEvent(runId: string, presenting: Presenting): Promise<EventContent | null> {
  const job = await presenting.em.findOne(Job, { id: runId, deletedAt: null });
  if (job === null) return null;
  return { data: presentRunEvent(await presentOneJob(job, presenting)), webhookUrl: null };
}

async function renderBatchEvent(batchId: string, { em }: Presenting): Promise<EventContent | null> {
  const batch = await em.findOne(Batch, batchId);
  if (batch === null) return null;
  return { data: presentBatchEvent(presentBatch(batch)), webhookUrl: batch.webhookUrl ?? null };
}

async function renderOrganizationEvent(
  event: Pick<OrganizationEvent, "organizationId" | "type" | "subject">,
  { em }: Presenting,
): Promise<EventContent | null> {
  const found = await em.findOne(OrganizationEvent, event);
  if (found === null) return null;
  return { data: { ...found.data, organizationId: found.organizationId }, webhookUrl: null };
}
