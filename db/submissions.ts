import { randomUUID } from "node:crypto";

import type { GenerationRef } from "#domain/generation-run.ts";
import type { GenerationResult, ProviderHandle } from "#domain/generation.ts";
import { slotSeconds } from "#domain/provider-turns.ts";
import { keyHours } from "#domain/submission.ts";

import { ProviderSubmission } from "./entities/job.ts";
import type { EntityManager } from "./orm.ts";

export async function findSubmission(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<ProviderSubmission> {
  return em.findOneOrFail(ProviderSubmission, { jobId, step, generation });
}

/** All attempts of some jobs, oldest first: what `routing.attempts` shows. */
export async function listSubmissions(
  em: EntityManager,
  jobIds: readonly string[],
): Promise<ProviderSubmission[]> {
  if (jobIds.length === 0) return [];
  return em.find(
    ProviderSubmission,
    { jobId: { $in: [...jobIds] } },
    { orderBy: { createdAt: "asc", generation: "asc" } },
  );
}

/** The last attempt of a step: the one that is under way, or that ended it. */
export async function findLastSubmission(
  em: EntityManager,
  { jobId, step }: { jobId: string; step: string },
): Promise<ProviderSubmission | null> {
  return em.findOne(ProviderSubmission, { jobId, step }, { orderBy: { generation: "desc" } });
}

/**
 * The fence before a paid request: only the caller that gets a token may send. `prepared` can be
 * taken by anybody, once; `sent` only with `takeOver`, which is legal for providers that honour our
 * idempotency key (class "key") while they keep it, and for nobody else. Nothing is sent for a job
 * that has ended or is being canceled, nor, once it waits for a slot, without one: the slot is the
 * submission's until it is finished or returned. Null: do not send.
 */
export async function takeSubmission(
  em: EntityManager,
  submissionId: string,
  { takeOver }: { takeOver: boolean },
): Promise<string | null> {
  const token = randomUUID();
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions
     set state = 'sent', attempt_token = ?, attempts = attempts + 1, waiting_since = null,
       slot_until = now() + make_interval(secs => ${slotSeconds}),
       sent_at = case when state = 'sent' then sent_at else now() end
     where id = ?
       and ((state = 'prepared' and (waiting_since is null or slot_until > now()))${takeOver ? ` or (state = 'sent' and sent_at > now() - make_interval(hours => ${keyHours}))` : ""})
       and exists (select 1 from jobs j
         where j.id = job_id and j.finished_at is null and j.status <> 'canceling')
     returning id`,
    [token, submissionId],
  );
  return rows.length === 1 ? token : null;
}

/** Notes why a submission that nobody has taken is not sent now; it gives up its slot. */
export async function holdBackSubmission(
  em: EntityManager,
  { submissionId, code }: { submissionId: string; code: string },
): Promise<void> {
  await em.execute(
    `update provider_submissions
     set error_code = ?, waiting_since = null, slot_until = null, key_fingerprint = null
     where id = ? and state = 'prepared'`,
    [code, submissionId],
  );
}

/**
 * Certainly nothing was made by the attempt of this token: the submission may be sent again, unless
 * its job has ended meanwhile. Returns whether it was that attempt's still.
 */
export async function returnSubmission(
  em: EntityManager,
  { submissionId, token, code }: { submissionId: string; token: string; code: string },
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions s
     set state = case when j.finished_at is null then 'prepared' else 'canceled' end,
       finished_at = case when j.finished_at is null then null else now() end,
       attempt_token = null, slot_until = null, handle = null, provider_request_id = null,
       key_fingerprint = null, error_code = ?
     from jobs j
     where s.id = ? and j.id = s.job_id and s.attempt_token = ? and s.state in ('sent', 'unknown')
     returning s.id`,
    [code, submissionId, token],
  );
  return rows.length === 1;
}

/**
 * Records how to ask for a request whose paid step is about to be sent by the attempt of this token.
 * Returns false when that attempt must not send it any more: it was given up, or the job has ended or
 * is being canceled.
 */
export async function announceSubmission(
  em: EntityManager,
  {
    submissionId,
    token,
    handle,
    providerRequestId,
  }: { submissionId: string; token: string; handle: ProviderHandle; providerRequestId: string },
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions set handle = ?::jsonb, provider_request_id = ?
     where id = ? and attempt_token = ? and state = 'sent'
       and exists (select 1 from jobs j
         where j.id = job_id and j.finished_at is null and j.status <> 'canceling')
     returning id`,
    [JSON.stringify(handle), providerRequestId, submissionId, token],
  );
  return rows.length === 1;
}

/**
 * Records the handle in a commit of its own, right after the answer. Works from `unknown` too: a
 * late answer of the same attempt is good news, or at least tells what must be stopped. It may also
 * come after a lookup or a webhook has told the same. Returns whether it was recorded: not when
 * another attempt has taken the submission over, or it has ended.
 */
export async function acceptSubmission(
  em: EntityManager,
  {
    submissionId,
    token,
    handle,
    providerRequestId,
  }: {
    submissionId: string;
    token: string;
    handle: ProviderHandle;
    providerRequestId?: string | undefined;
  },
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions
     set state = 'accepted', handle = ?::jsonb, provider_request_id = ?,
         accepted_at = coalesce(accepted_at, now()), error_code = null, finished_at = null
     where id = ? and attempt_token = ? and state in ('sent', 'unknown', 'accepted')
     returning id`,
    [JSON.stringify(handle), providerRequestId ?? null, submissionId, token],
  );
  return rows.length === 1;
}

/** A fresh handle from a poll, or from a lookup or a webhook after a lost answer. */
export async function saveHandle(
  em: EntityManager,
  submissionId: string,
  handle: ProviderHandle,
  providerRequestId?: string,
): Promise<void> {
  await em.execute(
    `update provider_submissions set state = 'accepted', handle = ?::jsonb,
       provider_request_id = coalesce(?, provider_request_id),
       accepted_at = coalesce(accepted_at, now()), finished_at = null
     where id = ? and state in ('sent', 'unknown', 'accepted')`,
    [JSON.stringify(handle), providerRequestId ?? null, submissionId],
  );
}

export async function succeedSubmission(
  em: EntityManager,
  submissionId: string,
  result: GenerationResult,
): Promise<void> {
  await em.execute(
    `update provider_submissions set state = 'succeeded', result = ?::jsonb, error_code = null,
       accepted_at = coalesce(accepted_at, now()), finished_at = now()
     where id = ? and state in ('sent', 'accepted', 'unknown', 'succeeded')`,
    [JSON.stringify(result), submissionId],
  );
}

/**
 * Ends a submission, or notes that its answer is lost. Only what was sent can be lost: an answer that
 * another attempt recorded meanwhile stays. With a token it changes nothing when another attempt has
 * taken the submission over. What has ended stays as it is.
 */
export async function endSubmission(
  em: EntityManager,
  {
    submissionId,
    state,
    token,
    code,
    detail,
  }: {
    submissionId: string;
    state: "failed" | "unknown" | "canceled";
    token?: string | undefined;
    code?: string | undefined;
    detail?: string | undefined;
  },
): Promise<void> {
  await em.execute(
    `update provider_submissions set state = ?, error_code = ?, error_detail = ?,
       finished_at = case when ? = 'unknown' then null else now() end
     where id = ? and state not in ('succeeded', 'failed', 'canceled')
       and (? <> 'unknown' or state = 'sent') and (?::text is null or attempt_token = ?)`,
    [
      state,
      code ?? null,
      detail?.slice(0, 2_000) ?? null,
      state,
      submissionId,
      state,
      token ?? null,
      token ?? null,
    ],
  );
}

/**
 * Nobody can tell any more whether the provider took it: the row stays `unknown`, for operators to
 * see, and nothing is sent again. An answer that comes even later is still recorded.
 */
export async function giveUpSubmission(em: EntityManager, submissionId: string): Promise<void> {
  await em.execute(
    `update provider_submissions
     set state = 'unknown', error_code = 'submission_unknown', finished_at = now()
     where id = ? and state in ('sent', 'unknown') and finished_at is null`,
    [submissionId],
  );
}

/** How long the run of a job that has ended may still be at work on its submission. */
const orphanSeconds = 15;

/**
 * What a provider may still do, or have done, for jobs that have ended; longest sent first. What
 * organizations pay themselves comes after what we pay, so that their accounts' troubles hold up nobody.
 */
export async function listOrphans(em: EntityManager, limit: number): Promise<ProviderSubmission[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select s.id from provider_submissions s join jobs j on j.id = s.job_id
     where s.state in ('sent', 'unknown', 'accepted') and s.finished_at is null
       and j.finished_at < now() - make_interval(secs => ${orphanSeconds})
     order by s.provider_key_id is not null, s.sent_at limit ?`,
    [limit],
  );
  if (rows.length === 0) return [];
  return em.find(ProviderSubmission, { id: { $in: rows.map(({ id }) => id) } });
}
