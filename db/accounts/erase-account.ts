import { recordAudit } from "#db/audit.ts";
import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { Invitation } from "#db/entities/organization.ts";
import { Session } from "#db/entities/sign-in.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { disableWebhooksOf } from "#db/webhooks/webhooks.ts";
import { AppError } from "#domain/errors.ts";

import { lockAccount } from "./own-account.ts";

/** Rows per commit. */
const rowsMax = 500;
/** Jobs or assets per batch; each of their files is one storage call. */
const filesMax = 50;
const jobsMax = 50;

/**
 * Treatment of every table with an `organization_id` when an organization's only member is erased. Rows that
 * are kept for accounting contain no personal data: ids, amounts and times.
 */
export const organizationTables = {
  batches: "erase",
  conversations: "erase",
  estimates: "erase",
  idempotency_receipts: "erase",
  invitations: "erase",
  job_admissions: "erase",
  job_shares: "erase",
  mails: "erase",
  organization_events: "erase",
  organization_provider_keys: "erase",
  organization_safety: "erase",
  outbox: "erase",
  pending_responses: "erase",
  pipelines: "erase",
  provider_events: "erase",
  provider_turns: "erase",
  run_estimates: "erase",
  upload_links: "erase",
  webhook_deliveries: "erase",
  webhook_endpoints: "erase",
  webhook_events: "erase",
  sessions: "erase",
  assets: "with its files",
  job_events: "with its files",
  jobs: "with its files",
  outputs: "with its files",
  previews: "with its files",
  provider_submissions: "with its files",
  abuse_reports: "keep",
  api_keys: "keep",
  audit_log: "keep",
  billing_customers: "keep",
  billing_purchases: "keep",
  billing_subscriptions: "keep",
  book_findings: "keep",
  credit_accounts: "keep",
  credit_entries: "keep",
  memberships: "at the end",
  open_grants: "keep",
  quarantined_files: "keep",
  request_usage: "keep",
  safety_decisions: "keep",
} as const;

/** Treatment of every table with an `account_id`, in all organizations. */
export const accountTables = {
  account_tokens: "erase",
  batches: "keep",
  identities: "erase",
  known_addresses: "erase",
  mails: "erase",
  oauth_records: "erase",
  sessions: "erase",
  sign_in_links: "erase",
  upload_links: "erase",
  api_keys: "keep",
  assets: "keep",
  job_shares: "keep",
  jobs: "keep",
  memberships: "at the end",
  request_usage: "keep",
  safety_decisions: "keep",
} as const;

/** Returns the next account due for erasure after an id; null when there is none. */
export async function findAccountToErase(
  em: EntityManager,
  { after, now }: { after: string; now: Date },
): Promise<string | null> {
  const [row] = await em.execute<{ id: string }[]>(
    `select id from accounts
     where closes_at <= ? and erased_at is null and status in ('closing', 'closed') and id > ?
     order by id limit 1`,
    [now, after],
  );
  return row?.id ?? null;
}

/**
 * Starts an erasure; from here on the account cannot be reopened. The person leaves organizations with other
 * members; their other organizations are closed. A repeated call changes nothing.
 */
export async function beginErasure(em: EntityManager, accountId: string, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    // Reopened in the last moment, or already started.
    if (account.status !== "closing" || !account.closesAt || account.closesAt > now) return;
    await tx.execute(
      `select o.id from organizations o join memberships m on m.organization_id = o.id
       where m.account_id = ? order by o.id for no key update of o`,
      [accountId],
    );
    const left = await tx.execute<{ organization_id: string }[]>(
      `delete from memberships mine where account_id = ? and exists (
         select 1 from memberships m
         where m.organization_id = mine.organization_id and m.account_id <> mine.account_id)
       returning organization_id`,
      [accountId],
    );
    for (const { organization_id: organizationId } of left) {
      await disableWebhooksOf(tx, { organizationId, accountId, actor: {}, now });
      await recordAudit(tx, { organizationId, action: "member.left", ...targetOf(accountId) });
    }
    await tx.execute(
      `update organizations set status = 'closed', updated_at = ?
       where id in (select organization_id from memberships where account_id = ?)`,
      [now, accountId],
    );
    await tx.nativeUpdate(ApiKey, { accountId, revokedAt: null }, { revokedAt: now });
    await tx.nativeUpdate(
      Session,
      { accountId, endedAt: null },
      { endedAt: now, endReason: "closed" },
    );
    tx.assign(account, { status: "closed", updatedAt: now });
    await tx.flush();
  });
}

/** Lists organizations that are erased with the account: after `beginErasure`, all that it belongs to. */
export async function listErasedOrganizations(
  em: EntityManager,
  accountId: string,
): Promise<string[]> {
  const memberships = await em.find(
    Membership,
    { accountId },
    { orderBy: { organizationId: "asc" } },
  );
  return memberships.map(({ organizationId }) => organizationId);
}

/**
 * Cancels a batch of an organization's unfinished jobs. Returns `waiting` while jobs, or requests at
 * providers, are still in progress: a paid request must stay on record.
 */
export async function cancelOrganizationJobs(
  em: EntityManager,
  organizationId: string,
): Promise<"more" | "waiting" | "done"> {
  const open = await em.execute<{ id: string }[]>(
    `select id from jobs where organization_id = ? and finished_at is null and cancel_requested_at is null
     order by id limit ${jobsMax}`,
    [organizationId],
  );
  for (const { id: jobId } of open) await cancel(em, { jobId, organizationId });
  if (open.length > 0) return "more";
  const [row] = await em.execute<{ is_busy: boolean }[]>(
    `select exists (select 1 from jobs where organization_id = ? and finished_at is null)
       or exists (
         select 1 from provider_submissions
         where organization_id = ? and state in ('sent', 'accepted', 'unknown')) as is_busy`,
    [organizationId, organizationId],
  );
  return row?.is_busy === true ? "waiting" : "done";
}

async function cancel(
  em: EntityManager,
  job: { jobId: string; organizationId: string },
): Promise<void> {
  try {
    await requestCancel(em.fork(), job);
  } catch (error) {
    // The job ended between the two queries.
    if (!(error instanceof AppError) || error.code !== "job_already_final") throw error;
  }
}

export interface ErasedFiles {
  readonly jobIds: readonly string[];
  readonly assetIds: readonly string[];
  readonly storageKeys: readonly string[];
}

/**
 * Lists a batch of an organization's jobs or assets with all their files; empty lists when nothing is left.
 */
export async function listErasedFiles(
  em: EntityManager,
  organizationId: string,
): Promise<ErasedFiles> {
  const jobs = await em.execute<{ id: string; storage_keys: string[] }[]>(
    `select j.id, array(
       select o.storage_key from outputs o where o.job_id = j.id
       union all
       select jsonb_path_query(j.stored_inputs, '$[*].storageKey') #>> '{}') as storage_keys
     from jobs j where j.organization_id = ? order by j.id limit ${filesMax}`,
    [organizationId],
  );
  // Jobs reference assets, so assets are listed once no job is left.
  const assets =
    jobs.length > 0
      ? []
      : await em.execute<{ id: string; storage_key: string }[]>(
          `select id, storage_key from assets where organization_id = ? order by id limit ${filesMax}`,
          [organizationId],
        );
  return {
    jobIds: jobs.map(({ id }) => id),
    assetIds: assets.map(({ id }) => id),
    storageKeys: [
      ...jobs.flatMap((job) => job.storage_keys),
      ...assets.map((asset) => asset.storage_key),
    ],
  };
}

/** Deletes jobs and assets whose files are deleted. */
export async function forgetFiles(
  em: EntityManager,
  { jobIds, assetIds }: Pick<ErasedFiles, "jobIds" | "assetIds">,
): Promise<void> {
  await em.transactional(async (tx) => {
    for (const table of ["outputs", "provider_submissions"]) {
      await deleteIn(tx, table, "job_id", jobIds);
    }
    await deleteIn(tx, "jobs", "id", jobIds);
    await deleteIn(tx, "assets", "id", assetIds);
  });
}

async function deleteIn(
  em: EntityManager,
  table: string,
  column: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const places = ids.map(() => "?").join(", ");
  await em.execute(`delete from ${table} where ${column} in (${places})`, [...ids]);
}

/** Erases a batch of rows of the account and of its organizations. Returns true when none is left. */
export async function eraseRows(
  em: EntityManager,
  { accountId, organizationIds }: { accountId: string; organizationIds: readonly string[] },
): Promise<boolean> {
  const owners = [
    ...tablesToErase(accountTables).map((table) => [table, "account_id", accountId] as const),
    ...organizationIds.flatMap((id) =>
      tablesToErase(organizationTables).map((table) => [table, "organization_id", id] as const),
    ),
    ...[accountId, ...organizationIds].map((id) => ["idempotent_answers", "scope", id] as const),
  ];
  let isComplete = true;
  for (const [table, column, id] of owners) {
    const erased = await em.execute<{ one: number }[]>(
      `delete from ${table} where ctid = any (array(
         select ctid from ${table} where ${column} = ? limit ${rowsMax})) returning 1 as one`,
      [id],
    );
    if (erased.length === rowsMax) isComplete = false;
  }
  return isComplete;
}

function tablesToErase(tables: Readonly<Record<string, string>>): string[] {
  return Object.entries(tables).flatMap(([table, fate]) => (fate === "erase" ? [table] : []));
}

/**
 * Completes an erasure: the remaining rows refer to an id without personal data. A repeated call changes
 * nothing.
 */
export async function finishErasure(
  em: EntityManager,
  {
    accountId,
    organizationIds,
    now,
  }: { accountId: string; organizationIds: readonly string[]; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account.erasedAt) return;
    await tx.nativeDelete(Invitation, { email: account.email });
    await tx.nativeUpdate(ApiKey, { accountId }, { name: "erased", allowedAddresses: null });
    await tx.nativeUpdate(
      Organization,
      { id: { $in: [...organizationIds] } },
      { name: "Erased", statusReason: null, updatedAt: now },
    );
    await tx.nativeDelete(Membership, { accountId });
    await tx.nativeUpdate(
      Account,
      { id: accountId },
      {
        // Unique, and undeliverable by definition (RFC 2606).
        email: `${accountId}@erased.invalid`,
        displayName: null,
        passwordHash: null,
        emailVerifiedAt: null,
        statusReason: null,
        isOperator: false,
        erasedAt: now,
        updatedAt: now,
      },
    );
    await recordAudit(tx, { action: "account.erased", ...targetOf(accountId) });
  });
}

function targetOf(accountId: string) {
  return { targetType: "account", targetId: accountId };
}
