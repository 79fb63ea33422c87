import { type Actor, recordAudit } from "#db/audit.ts";
import { Account, type Organization } from "#db/entities/account.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Role } from "#domain/accounts/permission.ts";
import { periodOf, type PlanSlug } from "#domain/billing/plans.ts";
import { AppError } from "#domain/errors.ts";

import { endSessionsOf } from "./sessions.ts";

export interface UserFilter {
  /** Part of the email address or name, or the complete id. */
  readonly search?: string | undefined;
  readonly status?: Account["status"] | undefined;
  /** Plan of an organization that the person belongs to. */
  readonly plan?: PlanSlug | undefined;
}

/** A person's organization with its spending this month. */
export interface UserOrganization {
  readonly organizationId: string;
  readonly name: string;
  readonly role: Role;
  readonly plan: PlanSlug;
  readonly status: Organization["status"];
  readonly spentCredits: number;
}

export interface UserWithOrganizations {
  readonly account: Account;
  /** Oldest membership first, at most `organizationsMax`. */
  readonly organizations: readonly UserOrganization[];
}

const organizationsMax = 20;

/** Lists all users, newest first. Runs three queries, independent of the page size. */
export async function listUsers(
  em: EntityManager,
  {
    filter: { search, status, plan },
    limit,
    beforeId,
    now,
  }: { filter: UserFilter; limit: number; beforeId?: string | undefined; now: Date },
): Promise<UserWithOrganizations[]> {
  const conditions: [string, readonly unknown[]][] = [];
  if (beforeId !== undefined) conditions.push(["a.id < ?", [beforeId]]);
  if (status !== undefined) conditions.push(["a.status = ?", [status]]);
  if (search !== undefined) {
    const part = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
    conditions.push([
      "(a.id = ? or a.email ilike ? or a.display_name ilike ?)",
      [search, part, part],
    ]);
  }
  if (plan !== undefined) {
    conditions.push([
      `exists (select 1 from memberships m join organizations o on o.id = m.organization_id
         where m.account_id = a.id and o.plan = ?)`,
      [plan],
    ]);
  }
  const where = conditions.map(([condition]) => `and ${condition}`).join(" ");
  const rows = await em.execute<{ id: string }[]>(
    `select a.id from accounts a where true ${where} order by a.id desc limit ?`,
    [...conditions.flatMap(([, values]) => values), limit],
  );
  return loadUsers(
    em,
    rows.map((row) => row.id),
    now,
  );
}

/** Throws `user_not_found`. */
export async function findUser(
  em: EntityManager,
  { accountId, now }: { accountId: string; now: Date },
): Promise<UserWithOrganizations> {
  const [user] = await loadUsers(em, [accountId], now);
  if (user === undefined) throw new AppError("user_not_found", { details: { userId: accountId } });
  return user;
}

async function loadUsers(
  em: EntityManager,
  ids: readonly string[],
  now: Date,
): Promise<UserWithOrganizations[]> {
  if (ids.length === 0) return [];
  const accounts = await em.find(
    Account,
    { id: { $in: [...ids] } },
    { orderBy: { id: "desc" }, refresh: true },
  );
  const places = ids.map(() => "?").join(", ");
  const rows = await em.execute<(UserOrganization & { accountId: string })[]>(
    `select a.id as "accountId", o.id as "organizationId", o.name, m.role, o.plan, o.status,
       case when c.spent_period = ? then c.spent else 0 end as "spentCredits"
     from accounts a
     join lateral (
       select organization_id, role, created_at from memberships
       where account_id = a.id order by created_at, organization_id limit ${organizationsMax}) m on true
     join organizations o on o.id = m.organization_id
     left join credit_accounts c on c.organization_id = o.id
     where a.id in (${places}) order by m.created_at, o.id`,
    [periodOf(now), ...ids],
  );
  const organizations = Map.groupBy(rows, (row) => row.accountId);
  return accounts.map((account) => ({
    account,
    organizations: organizations.get(account.id) ?? [],
  }));
}

export interface UserChange {
  readonly status?: "active" | "suspended";
  readonly isOperator?: boolean;
  /** Justification, kept in the audit log and shown with a suspension. */
  readonly reason: string;
}

/**
 * Suspends or reactivates a person, or grants or revokes the operator role. A suspension ends all sessions
 * and disables the person's keys. Operators cannot suspend or demote themselves, and an operator who has lost
 * the role in the meantime is refused, so that one operator always remains. Throws `user_not_found`,
 * `user_closed`, `self_change_refused` and `permission_missing`.
 */
export async function updateUser(
  em: EntityManager,
  {
    accountId,
    change,
    actor,
    now,
  }: { accountId: string; change: UserChange; actor: Actor; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    await refuseUnlessOperator(tx, { accountId, actor });
    const account = await tx.findOne(Account, accountId, { refresh: true });
    if (account === null) throw new AppError("user_not_found", { details: { userId: accountId } });
    const { status = account.status, isOperator = account.isOperator, reason } = change;
    const losesAccess = status === "suspended" || !isOperator;
    if (accountId === actor.actorAccountId && losesAccess) {
      throw new AppError("self_change_refused");
    }
    if (account.status !== "active" && account.status !== "suspended") {
      throw new AppError("user_closed");
    }
    const before = { status: account.status, isOperator: account.isOperator };
    tx.assign(account, {
      status,
      isOperator,
      statusReason: status === "suspended" ? reason : null,
      updatedAt: now,
    });
    await tx.flush();
    if (status === "suspended") await endSessionsOf(tx, accountId, "suspended");
    await recordAudit(tx, {
      ...actor,
      action: "account.changed",
      targetType: "account",
      targetId: accountId,
      before,
      after: { status, isOperator, reason },
    });
  });
}

/** Locks all operators to serialize their changes; the second of two concurrent changes sees the first. */
async function refuseUnlessOperator(
  em: EntityManager,
  { accountId, actor }: { accountId: string; actor: Actor },
): Promise<void> {
  const locked = await em.execute<{ id: string; is_operator: boolean; status: string }[]>(
    `select id, is_operator, status from accounts where is_operator or id = ? order by id for update`,
    [accountId],
  );
  const self = locked.find((row) => row.id === actor.actorAccountId);
  if (self?.is_operator === true && self.status === "active") return;
  throw new AppError("permission_missing", { details: { permission: "admin:users" } });
}
