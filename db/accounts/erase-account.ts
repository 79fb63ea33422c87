import { recordAudit } from "#db/audit.ts";
import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { Invitation } from "#db/entities/organization.ts";
import { Session } from "#db/entities/sign-in.ts";
import { requestCancel } from "#db/jobs/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { disableWebhooksOf } from "#db/webhooks/webhooks.ts";
import { AppError } from "#domain/errors.ts";

import { lockAccount } from "./own-account.ts";

/** Rows of one commit. */
const rowsMax = 500;
/** Jobs and assets of one batch; each has files, and each file is a call to the storage. */
const filesMax = 50;
const jobsMax = 50;

/**
 * What becomes of the rows of an organization when its only member is erased, for every table with an
 * `organization_id`. What is kept names nobody: ids, amounts and times, for the books.
 */
export const organizationTables = {
  batches: "erase",
  estimates: "erase",
  idempotency_receipts: "erase",
  invitations: "erase",
  mails: "erase",
  organization_events: "erase",
  organization_provider_keys: "erase",
  outbox: "erase",
  provider_events: "erase",
  provider_turns: "erase",
  webhook_deliveries: "erase",
  webhook_endpoints: "erase",
  webhook_events: "erase",
  sessions: "erase",
  assets: "with its files",
  job_events: "with its files",
  jobs: "with its files",
  outputs: "with its files",
  provider_submissions: "with its files",
  api_keys: "keep",
  audit_log: "keep",
  credit_accounts: "keep",
  credit_entries: "keep",
  memberships: "at the end",
  open_grants: "keep",
  request_usage: "keep",
} as const;

/** The same for every table with an `account_id`, in whatever organization the rows are. */
export const accountTables = {
  account_tokens: "erase",
  batches: "keep",
  identities: "erase",
  known_addresses: "erase",
  mails: "erase",
  sessions: "erase",
  api_keys: "keep",
  assets: "keep",
  jobs: "keep",
  memberships: "at the end",
  request_usage: "keep",
} as const;

/** The next account whose time has come, by id; null when there is none after the given one. */
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
 * From here on the account cannot be kept. The person leaves the organizations that others are in;
 * those of the person alone are closed. A second call changes nothing.
 */
export async function beginErasure(em: EntityManager, accountId: string, now: Date): Promise<void> {
  await em.transactional(async (tx) => {
    const account = await lockAccount(tx, accountId);
    // Kept in the last moment, or begun already.
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

/** Organizations that are erased with the person: after the beginning these are all they are in. */
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
 * Cancels some of what an organization still runs. `waiting` while the rest comes to its end, at a
 * provider too: what is still paid for must not be forgotten.
 */
export async function stopJobs(
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
    // It came to its end between the two looks.
    if (!(error instanceof AppError) || error.code !== "job_already_final") throw error;
  }
}

export interface ErasedFiles {
  readonly jobIds: readonly string[];
  readonly assetIds: readonly string[];
  readonly storageKeys: readonly string[];
}

/** Some jobs or assets of an organization with all of their files; empty lists when nothing is left. */
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
  // Jobs hold assets, so these come when no job is left.
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

/** Forgets jobs and assets whose files are gone. */
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

/** Erases some rows of the person and of the organizations; whether none is left. */
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

/** The last commit: what is kept leads to an id and to nobody. A second call changes nothing. */
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
        // Unique, and no mail can ever be sent there (RFC 2606).
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
