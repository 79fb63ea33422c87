import { ProviderSubmission } from "#db/entities/job.ts";
import { ProviderEvent } from "#db/entities/provider-event.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { addToOutbox } from "#db/outbox.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import { providerEventsMax, type ProviderNews } from "#domain/providers/provider-event.ts";

export interface ReceivedEvent extends Omit<ProviderNews, "token"> {
  readonly providerSlug: string;
  readonly submissionId: string;
  readonly isSigned: boolean;
}

/**
 * Stores a provider's event once and queues a signal to the run, in one commit. Ignores duplicates, events
 * beyond `providerEventsMax`, and events of finished requests. Returns null when the provider has no such
 * submission, otherwise true when the event was stored.
 */
export async function recordProviderEvent(
  em: EntityManager,
  { providerSlug, submissionId, eventId, requestId, status, isSigned }: ReceivedEvent,
): Promise<boolean | null> {
  return em.transactional(async (tx) => {
    const [submission] = await tx.execute<{ organization_id: string; is_open: boolean }[]>(
      `select organization_id, state in ('sent', 'unknown', 'accepted') as is_open
       from provider_submissions where id = ? and provider_slug = ?`,
      [submissionId, providerSlug],
    );
    if (submission === undefined) return null;
    if (!submission.is_open) return false;
    const organizationId = submission.organization_id;
    const rows = await tx.execute<{ id: string }[]>(
      `insert into provider_events
         (id, provider_slug, event_id, submission_id, organization_id, request_id, status, is_signed)
       select ?, ?, ?, ?, ?, ?, ?, ?
       where (select count(*) from provider_events where submission_id = ?) < ${providerEventsMax}
       on conflict (submission_id, event_id) do nothing returning id`,
      [
        createId("providerEvent"),
        providerSlug,
        eventId,
        submissionId,
        organizationId,
        requestId,
        status,
        isSigned,
        submissionId,
      ],
    );
    const [row] = rows;
    if (row === undefined) return false;
    await addToOutbox(tx, { kind: "provider-event", subjectId: row.id, organizationId });
    return true;
  });
}

/** True when a request uses an organization-provided key. */
export async function hasOrganizationKey(
  em: EntityManager,
  submissionId: string,
): Promise<boolean> {
  return (
    (await em.count(ProviderSubmission, { id: submissionId, providerKeyId: { $ne: null } })) > 0
  );
}

/**
 * Finds the accepted submission in the platform's account by the provider's request id; null for a request
 * that has ended, or is not the platform's.
 */
export async function findAcceptedSubmission(
  em: EntityManager,
  { providerSlug, requestId }: { providerSlug: string; requestId: string },
): Promise<string | null> {
  const [row] = await em.execute<{ id: string }[]>(
    `select id from provider_submissions
     where provider_slug = ? and provider_request_id = ? and state = 'accepted'
       and slot_until is not null and finished_at is null and provider_key_id is null`,
    [providerSlug, requestId],
  );
  return row?.id ?? null;
}

/** Finds the run that an event is for; null when its job has ended. */
export async function findRunOfEvent(
  em: EntityManager,
  eventId: string,
): Promise<{ jobId: string; resumes: number } | null> {
  const [row] = await em.execute<{ id: string; resumes: number }[]>(
    `select j.id, j.resumes from provider_events e
     join provider_submissions s on s.id = e.submission_id
     join jobs j on j.id = s.job_id
     where e.id = ? and j.finished_at is null`,
    [eventId],
  );
  return row === undefined ? null : { jobId: row.id, resumes: row.resumes };
}

/**
 * Returns the provider's request id that a signed webhook reported for a submission whose response was lost.
 * Ignores ids that belong to another submission.
 */
export async function findToldRequest(
  em: EntityManager,
  submissionId: string,
): Promise<string | null> {
  const [row] = await em.execute<{ request_id: string }[]>(
    `select e.request_id from provider_events e
     join provider_submissions s on s.id = e.submission_id
     where e.submission_id = ? and e.is_signed and e.request_id is not null
       and not exists (
         select 1 from provider_submissions o
         where o.provider_slug = s.provider_slug and o.id <> s.id
           and o.created_at > s.created_at - interval '7 days'
           and o.provider_request_id = e.request_id)
     order by e.created_at, e.id limit 1`,
    [submissionId],
  );
  return row?.request_id ?? null;
}

/** Retention in days; longer than any provider retries a delivery. */
const keptDays = 7;

export const oldProviderEvents = expiredRows(ProviderEvent, (now) => ({
  createdAt: { $lt: new Date(now.getTime() - keptDays * 86_400_000) },
}));
