import {
  CheckConstraintViolationException,
  ForeignKeyConstraintViolationException,
} from "@mikro-orm/core";

import { Organization } from "#db/entities/account.ts";
import { CreditAccount, CreditEntry } from "#db/entities/credits.ts";
import type { EntityManager } from "#db/orm.ts";
import { creditsPerMonthOf, endOfMonth, periodOf } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import type { MaintenanceTurn } from "#domain/maintenance.ts";

import { claimFreeGrant } from "./free-grants.ts";

/**
 * Holds credits for a generation. A second call changes nothing, because Temporal may run the
 * activity again after it has succeeded. Throws one of `shortageCodes`; the transaction is then
 * aborted and must be rolled back.
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
 * Turns the database's refusal of a negative balance, or of a hold where nothing was ever granted,
 * into `insufficient_credits`, and that of a hold over a limit into `budget_exceeded` or
 * `key_limit_reached`.
 */
export async function translateShortage<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const code = shortageOf(error);
    if (code !== null) throw new AppError(code, { cause: error });
    throw error;
  }
}

/** What a hold can be refused for; nothing of its transaction is left then. */
const shortageCodes = ["insufficient_credits", "budget_exceeded", "key_limit_reached"] as const;
export type ShortageCode = (typeof shortageCodes)[number];

function shortageOf(error: unknown): ShortageCode | null {
  if (error instanceof CheckConstraintViolationException) {
    const { message } = error;
    if (message.includes("credit_accounts_available_not_negative")) return "insufficient_credits";
    if (message.includes("the budget of the month is spent")) return "budget_exceeded";
    if (message.includes("the credit limit of the key is reached")) return "key_limit_reached";
    return null;
  }
  // The account is made by the first grant.
  const isUnknownAccount =
    error instanceof ForeignKeyConstraintViolationException &&
    error.message.includes("credit_entries_organization_id_fkey");
  return isUnknownAccount ? "insufficient_credits" : null;
}

/** Whether a hold was refused for want of credits, or by a limit on them. */
export function isShortage(error: unknown): boolean {
  return error instanceof AppError && shortageCodes.some((code) => code === error.code);
}

/** Charges a held generation. Does nothing when it is settled already, or was never held. */
export async function captureCredits(em: EntityManager, key: GenerationRef): Promise<void> {
  await em.execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
     select organization_id, 'capture', amount, 'held', 'spent', job_id, step, generation, api_key_id
     from credit_entries where kind = 'hold' and job_id = ? and step = ? and generation = ?
     on conflict do nothing`,
    [key.jobId, key.step, key.generation],
  );
}

/** Gives back the hold of one generation that another one takes over from. A second call changes nothing. */
export async function releaseGeneration(em: EntityManager, key: GenerationRef): Promise<void> {
  await em.execute(
    `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, job_id, step, generation, api_key_id)
     select organization_id, 'release', amount, 'held', 'available', job_id, step, generation, api_key_id
     from credit_entries where kind = 'hold' and job_id = ? and step = ? and generation = ?
     on conflict do nothing`,
    [key.jobId, key.step, key.generation],
  );
}

/** Gives back every hold of a job that is not settled. A second call changes nothing. */
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

/** Adds the postings of jobs up, by job id. */
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
  // What is settled is no longer held.
  for (const entry of billing.values()) {
    entry.heldCredits -= entry.capturedCredits + entry.releasedCredits;
  }
  return billing;
}

/** Of an organization `o`: free credits are for people who can be reached, not for made-up addresses. */
const hasVerifiedOwner = `exists (
  select 1 from memberships m join accounts a on a.id = m.account_id
  where m.organization_id = o.id and m.role = 'owner' and a.email_verified_at is not null)`;

/** Organizations of one turn. */
const grantBatch = 200;

/**
 * Gives the next active organizations after an id the credits of the current month, once for each
 * month: the unique index makes a repetition, a second worker and a backfill harmless. Returns how
 * many were granted and the id to go on after, null when all were looked at.
 */
export async function grantMonthlyCredits(
  em: EntityManager,
  { now, after }: { now: Date; after: string | null },
): Promise<MaintenanceTurn> {
  const ungranted = await em.execute<{ id: string }[]>(
    `select o.id from organizations o
     where o.id > ? and o.status = 'active' and ${hasVerifiedOwner} and not exists (
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
 * Opens the credit account of an organization and grants the month's credits. False when nothing was
 * agreed, no owner has verified their address, another call was first, or the owners' mailboxes have
 * given their free credits to other organizations.
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
     from organizations o where o.id = ? and ${hasVerifiedOwner}
     on conflict do nothing returning id`,
    [amount, period, endOfMonth(now), organizationId],
  );
  return rows.length === 1;
}

/** The balance; zero for an organization that was never granted anything. */
export async function findCreditBalance(
  em: EntityManager,
  organizationId: string,
): Promise<{ available: number; held: number }> {
  const account = await em.findOne(CreditAccount, organizationId);
  return { available: account?.available ?? 0, held: account?.held ?? 0 };
}

/** The ledger, newest first. `beforeId` is the last id of the page before. */
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
