import { randomUUID } from "node:crypto";

import { ProviderSubmission } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { attemptSettledMs, keyHours } from "#domain/jobs/submission.ts";
import { slotSeconds } from "#domain/providers/provider-turns.ts";
import type { GenerationResult, ProviderHandle } from "#domain/requests/generation.ts";

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
 * idempotency key (class "key") while they keep it, and for nobody else. A provider knows our idempotency
 * key within one account only, so a takeover must use the API key of the first attempt; and it puts the
 * submission in doubt, because the outcome of the former attempt is unknown. Nothing is sent for a job
 * that has ended or is being canceled, nor, once it waits for a slot, without one: the slot is the
 * submission's until it is finished or returned. Null: do not send.
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

/** The provider still knows our idempotency key, in the account of the API key that is given. */
const repeatable = `sent_at > now() - make_interval(hours => ${keyHours})
  and (key_fingerprint is null or key_fingerprint = ?)`;

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

interface HeldAttempt {
  readonly submissionId: string;
  readonly token: string;
  readonly code: string;
}

/**
 * Makes a submission ready to be sent again, or ends it when its job has ended meanwhile. Returns false
 * and changes nothing when another attempt holds it, or the condition does not hold.
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
 * Certainly nothing was made by the attempt of this token: the submission may be sent again, unless
 * its job has ended meanwhile. Returns false and changes nothing when another attempt holds it, or when
 * it is in doubt: the answer to this attempt says nothing about a former one, which may have been taken.
 */
export async function returnSubmission(em: EntityManager, attempt: HeldAttempt): Promise<boolean> {
  return makeReady(em, attempt, "s.in_doubt_since is null");
}

/**
 * Opens a submission again that its provider, which can be asked by our idempotency key, does not know.
 * Returns false and changes nothing while the attempt of this token may still be under way.
 */
export async function reopenSubmission(em: EntityManager, attempt: HeldAttempt): Promise<boolean> {
  return makeReady(
    em,
    attempt,
    `s.sent_at < now() - make_interval(secs => ${attemptSettledMs / 1_000})`,
  );
}

/** How long ago a submission was first sent. By the database's clock, as all its times are. */
export async function measureMsSinceSent(em: EntityManager, submissionId: string): Promise<number> {
  const [row] = await em.execute<{ ms: number | null }[]>(
    `select extract(epoch from now() - sent_at)::float8 * 1000 as ms
     from provider_submissions where id = ?`,
    [submissionId],
  );
  return row?.ms ?? Infinity;
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
 * Records a reference that the provider gave to an upload for this request, so that a repeated request
 * names the same. Returns false when the attempt of this token no longer holds the submission.
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

/** A provider that has accepted has a deadline of its own: how long its response was late says nothing. */
const overdueAgain = `overdue_since = case when state = 'accepted' then overdue_since end`;

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
     set state = 'accepted', handle = ?::jsonb, provider_request_id = ?, in_doubt_since = null,
         ${overdueAgain}, accepted_at = coalesce(accepted_at, now()), error_code = null, finished_at = null
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
       provider_request_id = coalesce(?, provider_request_id), in_doubt_since = null,
       ${overdueAgain}, accepted_at = coalesce(accepted_at, now()), finished_at = null
     where id = ? and state in ('sent', 'unknown', 'accepted')`,
    [JSON.stringify(handle), providerRequestId ?? null, submissionId],
  );
}

/**
 * Records the result. One that comes after its job has ended cannot be delivered any more, and is counted.
 */
export async function succeedSubmission(
  em: EntityManager,
  submissionId: string,
  result: GenerationResult,
): Promise<void> {
  await em.execute(
    `update provider_submissions s set state = 'succeeded', result = ?::jsonb, error_code = null,
       in_doubt_since = null, accepted_at = coalesce(accepted_at, now()), finished_at = now(),
       undelivered_at = coalesce(undelivered_at, (select now() from jobs j
         where j.id = s.job_id and j.status in ('failed', 'canceled')))
     where id = ? and state in ('sent', 'accepted', 'unknown', 'succeeded')`,
    [JSON.stringify(result), submissionId],
  );
}

/**
 * Ends a submission, or notes that its answer is lost. Only what was sent can be lost: an answer that
 * another attempt recorded meanwhile stays. With a token it changes nothing when another attempt has
 * taken the submission over, and `unknown` puts the submission in doubt: the attempt has ended and brings
 * no answer any more. What has ended stays as it is, and what is in doubt cannot be ended here, because
 * the provider may be at work on it. Returns whether it was changed.
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
 * Notes that the attempt of this token did not learn what became of the request, and that the request
 * is to be sent again under the same idempotency key. Returns since how many milliseconds the submission
 * is in doubt; null when the attempt no longer holds it.
 */
export async function doubtSubmission(
  em: EntityManager,
  { submissionId, token, code }: { submissionId: string; token: string; code: string },
): Promise<number | null> {
  const [row] = await em.execute<{ ms: number }[]>(
    `update provider_submissions
     set in_doubt_since = coalesce(in_doubt_since, now()), error_code = ?
     where id = ? and attempt_token = ? and state = 'sent'
     returning extract(epoch from now() - in_doubt_since)::float8 * 1000 as ms`,
    [code, submissionId, token],
  );
  return row?.ms ?? null;
}

/**
 * The fence before a request is sent again only to learn its handle, so that it can be stopped: its job
 * has ended or is being canceled. After `secondsMax` nothing that was taken is still at work, and sending
 * could only make another one. Null: do not send.
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
 * Nobody can tell any more whether the provider took it: the row stays `unknown`, for operators to
 * see, and nothing is sent again. An answer that comes even later is still recorded. With a token it
 * changes nothing when another attempt holds the submission. Returns whether it was changed.
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

/** How long the run of a job that has ended may still be at work on its submission. */
const orphanSeconds = 15;

/**
 * Claims what providers may still do, or have done, for jobs that have ended: of each provider, and of
 * each key that an organization has brought, those that were not tried for the longest time. So neither
 * a provider that does not respond nor an organization's account holds up the others. What we pay comes
 * before what organizations pay themselves.
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
