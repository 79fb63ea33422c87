import {
  CheckConstraintViolationException,
  ForeignKeyConstraintViolationException,
} from "@mikro-orm/core";

import { Organization } from "#db/entities/account.ts";
import { CreditAccount, CreditEntry } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import { liveStatuses } from "#domain/billing/payments.ts";
import { creditsPerMonthOf, endOfMonth, periodOf } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import { claimFreeGrant } from "./free-grants.ts";

/**
 * Holds credits for a generation. A repeated call changes nothing, because Temporal may run an activity again
 * after it succeeded. Throws one of `shortageCodes`; the transaction is then aborted and must be rolled back.
 */
export async function holdCredits(
  em: EntityManager,
  { jobId, step, generation }: GenerationRef,
  { organizationId, amount }: { organizationId: string; amount: number },
): Promise<void> {
  await translateShortage(() =>
    em.execute(
      `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
       select ?, 'hold', ?::int, 'available', 'held', id, ?, ?::int, api_key_id from jobs where id = ?
       on conflict do nothing`,
      [organizationId, amount, step, generation, jobId],
    ),
  );
}

/**
 * Translates database errors: a negative balance, or an organization without a credit account, to
 * `insufficient_credits`; an exceeded limit to `budget_exceeded`, `spend_limit_reached` or `key_limit_reached`.
 */
export async function translateShortage<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const code = shortageOf(error);
    if (code === null) throw error;
    throw new AppError(code, { details: hourlyLimitIn(error), cause: error });
  }
}

/** Codes with which a hold is refused; its transaction is rolled back. */
const shortageCodes = [
  "insufficient_credits",
  "budget_exceeded",
  "spend_limit_reached",
  "key_limit_reached",
] as const;
export type ShortageCode = (typeof shortageCodes)[number];

function shortageOf(error: unknown): ShortageCode | null {
  if (error instanceof CheckConstraintViolationException) {
    const { message } = error;
    if (message.includes("credit_accounts_available_not_negative")) return "insufficient_credits";
    if (message.includes("the budget of the month is spent")) return "budget_exceeded";
    if (hourlyLimit.test(message)) return "spend_limit_reached";
    if (message.includes("the credit limit of the key is reached")) return "key_limit_reached";
    return null;
  }
  // The first grant creates the account.
  const isUnknownAccount =
    error instanceof ForeignKeyConstraintViolationException &&
    error.message.includes("credit_entries_organization_id_fkey");
  return isUnknownAccount ? "insufficient_credits" : null;
}

const hourlyLimit = /limit of (\d+) credits an hour, which ends in (\d+) seconds/;

/** Limit of the hour and the seconds after which it ends, by the database's clock; empty for another refusal. */
function hourlyLimitIn(error: unknown): Record<string, number> {
  const [, limit, seconds] = hourlyLimit.exec(error instanceof Error ? error.message : "") ?? [];
  return limit === undefined
    ? {}
    : { limit: Number(limit), retryAfterSeconds: Math.max(1, Number(seconds)) };
}

/** True when a hold was refused for insufficient credits or because of a limit. */
export function isShortage(error: unknown): boolean {
  return error instanceof AppError && shortageCodes.some((code) => code === error.code);
}

/**
 * Common table expressions that charge held generations. `holds` selects each hold with `charge`, the credits to charge,
 * at most its amount; the remainder is released. Nothing is inserted for a hold that is settled.
 */
export const captureOf = (holds: string): string =>
  `holds as (${holds}),
   captured as (
     insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
     select organization_id, 'capture', charge, 'held', 'spent', job_id, step, generation, api_key_id
     from holds
     on conflict do nothing
     returning job_id, step, generation),
   remainders as (
     insert into credit_entries (
       organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id, remainder)
     select organization_id, 'release', amount - charge, 'held', 'available', job_id, step, generation, api_key_id, true
     from holds join captured using (job_id, step, generation)
     where amount > charge)`;

/** Releases the hold of one generation that another generation replaces. A repeated call changes nothing. */
export async function releaseGeneration(em: EntityManager, key: GenerationRef): Promise<void> {
  await em.execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
     select organization_id, 'release', amount, 'held', 'available', job_id, step, generation, api_key_id
     from credit_entries where kind = 'hold' and job_id = ? and step = ? and generation = ?
     on conflict do nothing`,
    [key.jobId, key.step, key.generation],
  );
}

/** Releases every unsettled hold of a job. A repeated call changes nothing. */
export async function releaseCredits(em: EntityManager, jobId: string): Promise<void> {
  await em.execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
     select organization_id, 'release', amount, 'held', 'available', job_id, step, generation, api_key_id
     from credit_entries where kind = 'hold' and job_id = ?
     on conflict do nothing`,
    [jobId],
  );
}

export interface JobBilling {
  heldCredits: number;
  capturedCredits: number;
  releasedCredits: number;
}

/** Sums up the ledger entries of jobs by job id. */
export function toJobBilling(
  rows: readonly { job_id: string; kind: string; amount: number }[],
): Map<string, JobBilling> {
  const billing = new Map<string, JobBilling>();
  for (const row of rows) {
    const entry = billing.get(row.job_id) ?? {
      heldCredits: 0,
      capturedCredits: 0,
      releasedCredits: 0,
    };
    if (row.kind === "hold") entry.heldCredits += row.amount;
    if (row.kind === "capture") entry.capturedCredits += row.amount;
    if (row.kind === "release") entry.releasedCredits += row.amount;
    billing.set(row.job_id, entry);
  }
  // Captured and released credits are no longer held.
  for (const entry of billing.values()) {
    entry.heldCredits -= entry.capturedCredits + entry.releasedCredits;
  }
  return billing;
}

/** SQL condition on organization `o`: free credits require an owner with a verified email address. */
const hasVerifiedOwner = `exists (
  select 1 from memberships m join accounts a on a.id = m.account_id
  where m.organization_id = o.id and m.role = 'owner' and a.email_verified_at is not null)`;

/** SQL condition on organization `o`: its credits come with paid months, so the calendar gives none. */
export const hasSubscription = `exists (
  select 1 from billing_subscriptions b
  where b.organization_id = o.id and b.status in (${liveStatuses.map((status) => `'${status}'`).join(", ")}))`;

/** Organizations per maintenance turn. */
const grantBatch = 200;

/**
 * Grants the credits of the current month to the next active organizations after an id, once per month: the
 * unique index makes repetitions, concurrent workers and backfills harmless. Returns the number of grants and
 * the id to continue after, null at the end.
 */
export async function grantMonthlyCredits(
  em: EntityManager,
  { now, after }: { now: Date; after: string | null },
): Promise<MaintenanceTurn> {
  const ungranted = await em.execute<{ id: string }[]>(
    `select o.id from organizations o
     where o.id > ? and o.status = 'active' and ${hasVerifiedOwner} and not ${hasSubscription} and not exists (
       select 1 from credit_entries e
       where e.organization_id = o.id and e.kind = 'grant' and e.period = ?)
     order by o.id limit ?`,
    [after ?? "", periodOf(now), grantBatch],
  );
  let changed = 0;
  for (const { id } of ungranted) {
    const isNew = await em.fork().transactional(async (tx) => grantMonth(tx, id, now));
    changed += isNew ? 1 : 0;
  }
  const isLast = ungranted.length < grantBatch;
  return { changed, next: isLast ? null : (ungranted.at(-1)?.id ?? null) };
}

/**
 * Opens the credit account of an organization and grants the month's credits. Returns false when the plan
 * grants no credits, no owner has a verified email address, or the month is already granted. Also returns
 * false when a subscription pays for the plan, or when the owners' mailboxes have already claimed free credits for other
 * organizations.
 */
export async function grantMonth(
  em: EntityManager,
  organizationId: string,
  now: Date,
): Promise<boolean> {
  const organization = await em.findOneOrFail(Organization, organizationId);
  const amount = creditsPerMonthOf(organization.plan, organization.creditsPerMonth);
  await em.execute(
    `insert into credit_accounts (organization_id) values (?) on conflict do nothing`,
    [organizationId],
  );
  if (amount === 0) return false;
  const period = periodOf(now);
  const isFree = organization.plan === "free" && organization.creditsPerMonth === null;
  if (isFree && !(await claimFreeGrant(em, { organizationId, period }))) return false;
  const rows = await em.execute<{ id: string }[]>(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, period, expires_at, reason)
     select o.id, 'grant', ?::int, 'issued', 'available', ?, ?, 'monthly credits of the plan'
     from organizations o where o.id = ? and o.plan = ? and ${hasVerifiedOwner} and not ${hasSubscription}
     on conflict do nothing returning id`,
    [amount, period, endOfMonth(now), organizationId, organization.plan],
  );
  return rows.length === 1;
}

/** Returns the balance; zero for an organization that never received a grant. */
export async function findCreditBalance(
  em: EntityManager,
  organizationId: string,
): Promise<{ available: number; held: number }> {
  const account = await em.findOne(CreditAccount, organizationId);
  return { available: account?.available ?? 0, held: account?.held ?? 0 };
}

/** Lists ledger entries, newest first. `beforeId` is the last id of the previous page. */
export async function listCreditEntries(
  em: EntityManager,
  {
    organizationId,
    kind,
    limit,
    beforeId,
  }: {
    organizationId: string;
    kind: CreditEntry["kind"] | undefined;
    limit: number;
    beforeId: string | undefined;
  },
): Promise<CreditEntry[]> {
  return em.find(
    CreditEntry,
    {
      organizationId,
      ...(kind === undefined ? {} : { kind }),
      ...(beforeId === undefined ? {} : { id: { $lt: BigInt(beforeId) } }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}
