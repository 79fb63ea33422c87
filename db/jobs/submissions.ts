import { randomUUID } from "node:crypto";

import { ProviderSubmission } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { attemptSettledMs, keyHours } from "#domain/jobs/time-limits.ts";
import { slotSeconds } from "#domain/providers/fair-queue.ts";
import type { GenerationResult, ProviderHandle } from "#domain/requests/generation.ts";

export async function findSubmission(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
): Promise<ProviderSubmission> {
  return em.findOneOrFail(ProviderSubmission, { jobId, step, generation });
}

/** Lists all attempts of some jobs, oldest first, as shown in `routing.attempts`. */
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

/** Finds the last attempt of a step: the one in progress, or the one that ended the step. */
export async function findLastSubmission(
  em: EntityManager,
  { jobId, step }: { jobId: string; step: string },
): Promise<ProviderSubmission | null> {
  return em.findOne(ProviderSubmission, { jobId, step }, { orderBy: { generation: "desc" } });
}

/**
 * Guards a paid request: only the caller that receives a token may send it. Any caller can take a `prepared`
 * submission, once. `takeOver` also takes a `sent` one, which is allowed only for providers that honor the
 * engine's idempotency key (class "key"), and only while they remember it. A provider scopes the idempotency
 * key to one account, so a takeover must use the API key of the first attempt. A takeover puts the submission
 * in doubt, because the outcome of the previous attempt is unknown. Returns null when the request must not be
 * sent; also when its job has ended or is being canceled, or when it waits for a slot and has none. The
 * submission holds the slot until it is finished or returned.
 */
export async function takeSubmission(
  em: EntityManager,
  submissionId: string,
  { takeOver, keyFingerprint = null }: { takeOver: boolean; keyFingerprint?: string | null },
): Promise<{ token: string; sentAt: Date } | null> {
  const token = randomUUID();
  const [row] = await em.execute<{ sent_ms: number }[]>(
    `update provider_submissions
     set state = 'sent', attempt_token = ?, attempts = attempts + 1, waiting_since = null,
       slot_until = now() + make_interval(secs => ${slotSeconds}),
       sent_at = case when state = 'sent' then sent_at else now() end,
       in_doubt_since = case when state = 'sent' then coalesce(in_doubt_since, now()) end,
       key_fingerprint = ?
     where id = ?
       and ((state = 'prepared' and (waiting_since is null or slot_until > now()))${takeOver ? ` or (state = 'sent' and ${repeatable})` : ""})
       and exists (select 1 from jobs j
         where j.id = job_id and j.finished_at is null and j.status <> 'canceling')
     returning extract(epoch from sent_at)::float8 * 1000 as sent_ms`,
    [token, keyFingerprint, submissionId, ...(takeOver ? [keyFingerprint] : [])],
  );
  return row === undefined ? null : { token, sentAt: new Date(row.sent_ms) };
}

/** The provider still remembers the idempotency key, in the account of the given API key. */
const repeatable = `sent_at > now() - make_interval(hours => ${keyHours})
  and (key_fingerprint is null or key_fingerprint = ?)`;

/** Records why an untaken submission is not sent now, and releases its slot. */
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

interface HeldAttempt {
  readonly submissionId: string;
  readonly token: string;
  readonly code: string;
}

/**
 * Makes a submission ready to be sent again, or cancels it when its job has ended. Returns false and changes
 * nothing when another attempt holds it, or the condition does not hold.
 */
async function makeReady(
  em: EntityManager,
  { submissionId, token, code }: HeldAttempt,
  condition: string,
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions s
     set state = case when j.finished_at is null then 'prepared' else 'canceled' end,
       finished_at = case when j.finished_at is null then null else now() end,
       attempt_token = null, slot_until = null, handle = null, provider_request_id = null,
       overdue_since = null,
       key_fingerprint = null, in_doubt_since = null, error_code = ?
     from jobs j
     where s.id = ? and j.id = s.job_id and s.attempt_token = ? and s.state in ('sent', 'unknown')
       and ${condition}
     returning s.id`,
    [code, submissionId, token],
  );
  return rows.length === 1;
}

/**
 * Returns a submission to `prepared` after an attempt that certainly produced nothing; cancels it when its
 * job has ended. Returns false and changes nothing when another attempt holds it, or when it is in doubt: the
 * outcome of this attempt says nothing about an earlier one, which the provider may have accepted.
 */
export async function returnSubmission(em: EntityManager, attempt: HeldAttempt): Promise<boolean> {
  return makeReady(em, attempt, "s.in_doubt_since is null");
}

/**
 * Reopens a submission that its provider does not know, after a lookup by the idempotency key. Returns false
 * and changes nothing while the attempt of this token may still be in progress.
 */
export async function reopenSubmission(em: EntityManager, attempt: HeldAttempt): Promise<boolean> {
  return makeReady(
    em,
    attempt,
    `s.sent_at < now() - make_interval(secs => ${attemptSettledMs / 1_000})`,
  );
}

/** Milliseconds since a submission was first sent, by the database's clock, which sets all its times. */
export async function measureMsSinceSent(em: EntityManager, submissionId: string): Promise<number> {
  const [row] = await em.execute<{ ms: number | null }[]>(
    `select extract(epoch from now() - sent_at)::float8 * 1000 as ms
     from provider_submissions where id = ?`,
    [submissionId],
  );
  return row?.ms ?? Infinity;
}

/**
 * Saves the handle of a request before the attempt of this token sends its paid step. Returns false when the
 * attempt must not send it: it was given up, or the job has ended or is being canceled.
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
 * Saves the provider's reference to a file uploaded for this request, so that a repeated request sends the
 * same reference. Returns false when the attempt of this token no longer holds the submission.
 */
export async function saveUpload(
  em: EntityManager,
  {
    submissionId,
    token,
    name,
    reference,
  }: { submissionId: string; token: string; name: string; reference: string },
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions set uploads = coalesce(uploads, '{}') || ?::jsonb
     where id = ? and attempt_token = ? and state = 'sent' returning id`,
    [JSON.stringify({ [name]: reference }), submissionId, token],
  );
  return rows.length === 1;
}

/**
 * Clears `overdue_since` on acceptance, because the provider's deadline starts then; keeps it when already
 * accepted.
 */
const overdueAgain = `overdue_since = case when state = 'accepted' then overdue_since end`;

/**
 * Records the handle in its own commit, right after the provider's response. Also works from `unknown`: a
 * late response of the same attempt is usable, or at least identifies what to cancel. A lookup or webhook may
 * have recorded the same handle before. Returns false when another attempt has taken the submission over, or
 * it has ended.
 */
export async function acceptSubmission(
  em: EntityManager,
  {
    submissionId,
    token,
    handle,
    providerRequestId,
    costUsd,
  }: {
    submissionId: string;
    token: string;
    handle: ProviderHandle;
    providerRequestId?: string | undefined;
    costUsd?: number | undefined;
  },
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions
     set state = 'accepted', handle = ?::jsonb, provider_request_id = ?, in_doubt_since = null,
         reported_usd = coalesce(?, reported_usd), ${overdueAgain}, accepted_at = coalesce(accepted_at, now()), error_code = null, finished_at = null
     where id = ? and attempt_token = ? and state in ('sent', 'unknown', 'accepted')
     returning id`,
    [JSON.stringify(handle), providerRequestId ?? null, costUsd ?? null, submissionId, token],
  );
  return rows.length === 1;
}

/** Saves a handle from a poll, or from a lookup or webhook after a lost response. */
export async function saveHandle(
  em: EntityManager,
  submissionId: string,
  handle: ProviderHandle,
  providerRequestId?: string,
): Promise<void> {
  await em.execute(
    `update provider_submissions set state = 'accepted', handle = ?::jsonb,
       provider_request_id = coalesce(?, provider_request_id), in_doubt_since = null,
       ${overdueAgain}, accepted_at = coalesce(accepted_at, now()), finished_at = null
     where id = ? and state in ('sent', 'unknown', 'accepted')`,
    [JSON.stringify(handle), providerRequestId ?? null, submissionId],
  );
}

/**
 * Records the result, and its cost in US dollars when the provider reports one. A result that arrives after
 * its job has failed or been canceled is counted as undelivered.
 */
export async function succeedSubmission(
  em: EntityManager,
  submissionId: string,
  result: GenerationResult,
  costUsd?: number,
): Promise<void> {
  await em.execute(
    `update provider_submissions s set state = 'succeeded', result = ?::jsonb, error_code = null,
       reported_usd = coalesce(?, reported_usd),
       in_doubt_since = null, accepted_at = coalesce(accepted_at, now()), finished_at = now(),
       undelivered_at = coalesce(undelivered_at, (select now() from jobs j
         where j.id = s.job_id and j.status in ('failed', 'canceled')))
     where id = ? and state in ('sent', 'accepted', 'unknown', 'succeeded')`,
    [JSON.stringify(result), costUsd ?? null, submissionId],
  );
}

/**
 * Ends a submission, or marks it `unknown` when the response is lost. Only a `sent` submission becomes
 * `unknown`: a response that another attempt has recorded stays. With a token, changes nothing when another
 * attempt has taken the submission over. `unknown` with a token puts the submission in doubt, because the
 * attempt ended without a response. A finished submission stays unchanged, and one in doubt cannot be ended
 * here, because the provider may still process it. Returns true when the row changed.
 */
export async function endSubmission(
  em: EntityManager,
  {
    submissionId,
    state,
    token = null,
    code,
    detail,
  }: {
    submissionId: string;
    state: "failed" | "unknown" | "canceled";
    token?: string | null | undefined;
    code?: string | undefined;
    detail?: string | undefined;
  },
): Promise<boolean> {
  const isUnknown = state === "unknown";
  const change = isUnknown
    ? `in_doubt_since = case when ?::text is null then in_doubt_since else coalesce(in_doubt_since, now()) end`
    : `finished_at = now(), waiting_since = null`;
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions set state = ?, error_code = ?, error_detail = ?, ${change}
     where id = ? and (?::text is null or attempt_token = ?)
       and ${isUnknown ? `state = 'sent'` : `state not in ('succeeded', 'failed', 'canceled') and in_doubt_since is null`}
     returning id`,
    [
      state,
      code ?? null,
      detail?.slice(0, 2_000) ?? null,
      ...(isUnknown ? [token] : []),
      submissionId,
      token,
      token,
    ],
  );
  return rows.length === 1;
}

/**
 * Records that the attempt of this token ended with an unknown outcome, and that the request will be sent
 * again under the same idempotency key. Returns for how long the submission is in doubt, and the attempts that
 * were made to send it; null when the attempt no longer holds it.
 */
export async function doubtSubmission(
  em: EntityManager,
  { submissionId, token, code }: { submissionId: string; token: string; code: string },
): Promise<{ ms: number; attempts: number } | null> {
  const [row] = await em.execute<{ ms: number; attempts: number }[]>(
    `update provider_submissions
     set in_doubt_since = coalesce(in_doubt_since, now()), error_code = ?
     where id = ? and attempt_token = ? and state = 'sent'
     returning extract(epoch from now() - in_doubt_since)::float8 * 1000 as ms, attempts`,
    [code, submissionId, token],
  );
  return row ?? null;
}

/**
 * Guards a request that is repeated only to obtain its handle for cancellation, because its job has ended or
 * is being canceled. Not allowed after `secondsMax`: an accepted generation is finished by then, and a repeat
 * could only create another one. Returns null when the request must not be sent.
 */
export async function takeToStop(
  em: EntityManager,
  submissionId: string,
  { keyFingerprint, secondsMax }: { keyFingerprint: string | null; secondsMax: number },
): Promise<string | null> {
  const token = randomUUID();
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions
     set state = 'sent', attempt_token = ?, attempts = attempts + 1,
       in_doubt_since = coalesce(in_doubt_since, now()), key_fingerprint = ?
     where id = ? and state in ('sent', 'unknown') and finished_at is null and ${repeatable}
       and sent_at > now() - make_interval(secs => ?)
     returning id`,
    [token, keyFingerprint, submissionId, keyFingerprint, secondsMax],
  );
  return rows.length === 1 ? token : null;
}

/**
 * Gives up a submission whose outcome can no longer be determined. The row stays `unknown` for operators, and
 * nothing is sent again; a later response is still recorded. With a token, changes nothing when another
 * attempt holds the submission. Returns true when the row changed.
 */
export async function giveUpSubmission(
  em: EntityManager,
  submissionId: string,
  {
    token = null,
    detail = null,
  }: { token?: string | null | undefined; detail?: string | null | undefined } = {},
): Promise<boolean> {
  const rows = await em.execute<{ id: string }[]>(
    `update provider_submissions
     set state = 'unknown', error_code = 'submission_unknown',
       error_detail = coalesce(?, error_detail), finished_at = now()
     where id = ? and state in ('sent', 'unknown') and finished_at is null
       and (?::text is null or attempt_token = ?)
     returning id`,
    [detail, submissionId, token, token],
  );
  return rows.length === 1;
}

/** Seconds for which the run of an ended job may still be working on its submission. */
const orphanSeconds = 15;

/**
 * Claims submissions of ended jobs that providers may have processed or still process. Takes those that were
 * checked least recently, per provider and per organization-provided key, so that neither an unresponsive
 * provider nor one organization's account delays the others. Submissions that the platform pays for come
 * before those that organizations pay for.
 */
export async function claimOrphans(
  em: EntityManager,
  { limit, limitPerProvider }: { limit: number; limitPerProvider: number },
): Promise<ProviderSubmission[]> {
  const rows = await em.execute<{ id: string }[]>(
    `with orphans as (
       select s.id, s.provider_key_id, s.settle_tried_at, s.sent_at, row_number() over (
         partition by s.provider_slug, s.provider_key_id
         order by s.settle_tried_at nulls first, s.sent_at) as place
       from provider_submissions s join jobs j on j.id = s.job_id
       where s.state in ('sent', 'unknown', 'accepted') and s.finished_at is null
         and s.sent_at is not null and j.finished_at < now() - make_interval(secs => ${orphanSeconds}))
     update provider_submissions set settle_tried_at = now()
     where id in (
       select id from orphans where place <= ?
       order by provider_key_id is not null, settle_tried_at nulls first, sent_at limit ?)
     returning id`,
    [limitPerProvider, limit],
  );
  if (rows.length === 0) return [];
  return em.find(
    ProviderSubmission,
    { id: { $in: rows.map(({ id }) => id) } },
    { orderBy: { sentAt: "asc" } },
  );
}
