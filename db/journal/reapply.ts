import { z } from "zod";

import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { Invitation } from "#db/entities/organization.ts";
import { JobShare } from "#db/entities/share.ts";
import { WebhookEndpoint } from "#db/entities/webhook.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Permission, Role } from "#domain/accounts/permission.ts";

import type { JournalLine } from "./journal-lines.ts";

type Reapply = (
  em: EntityManager,
  line: JournalLine & { targetId: string },
  now: Date,
) => Promise<unknown>;

/** A key whose value was replaced may have been replaced because it had leaked, and the new value is not in the journal. */
const revokeKey: Reapply = async (em, { targetId }, now) =>
  em.nativeUpdate(ApiKey, { id: targetId, revokedAt: null }, { revokedAt: now });

/** The former password must not be valid; the person sets another one by email. */
const forgetPassword: Reapply = async (em, { targetId }, now) =>
  em.nativeUpdate(Account, { id: targetId }, { passwordHash: null, updatedAt: now });

const endMembership: Reapply = async (em, { targetId, organizationId }) => {
  if (organizationId !== null) {
    await em.nativeDelete(Membership, { organizationId, accountId: targetId });
  }
};

const disableWebhook: Reapply = async (em, { targetId }, now) =>
  em.nativeUpdate(
    WebhookEndpoint,
    { id: targetId, disabledAt: null },
    { disabledAt: now, disabledReason: "owner" },
  );

/** The task `eraseAccounts` erases an account that is due, and everything that belongs to the account. */
async function close(em: EntityManager, accountId: string, closesAt: Date, now: Date) {
  await em.nativeUpdate(
    Account,
    { id: accountId, erasedAt: null },
    { status: "closing", closesAt, updatedAt: now },
  );
  await em.nativeUpdate(ApiKey, { accountId, revokedAt: null }, { revokedAt: now });
}

const date = z.coerce.date();

/** Effects of audited actions that a restored database lacks. */
const effects: Readonly<Record<string, Reapply>> = {
  "api_key.revoked": revokeKey,
  "api_key.rotated": revokeKey,
  "api_key.issued": revokeKey,
  "api_key.updated": async (em, { targetId, effect }) => {
    const { permissions, creditLimit, allowedAddresses, expiresAt } = effect;
    await em.nativeUpdate(
      ApiKey,
      { id: targetId },
      {
        permissions: (permissions ?? null) as Permission[] | null,
        creditLimit: (creditLimit ?? null) as number | null,
        allowedAddresses: (allowedAddresses ?? null) as string[] | null,
        expiresAt: expiresAt == null ? null : date.parse(expiresAt),
      },
    );
  },
  "account.changed": async (em, { targetId, effect }, now) => {
    const isSuspended = effect.status === "suspended";
    await em.nativeUpdate(
      Account,
      { id: targetId, status: { $in: ["active", "suspended"] } },
      {
        status: isSuspended ? "suspended" : "active",
        isOperator: effect.isOperator === true,
        updatedAt: now,
      },
    );
  },
  "account.password_changed": forgetPassword,
  "account.password_reset": forgetPassword,
  "account.closing": async (em, { targetId, effect }, now) =>
    close(em, targetId, date.parse(effect.closesAt), now),
  "account.reopened": async (em, { targetId }, now) =>
    em.nativeUpdate(
      Account,
      { id: targetId, status: "closing" },
      { status: "active", closesAt: null, updatedAt: now },
    ),
  "account.erased": async (em, { targetId }, now) => close(em, targetId, now, now),
  "member.left": endMembership,
  "member.removed": endMembership,
  "member.role_changed": async (em, { targetId: accountId, organizationId, effect }) => {
    if (organizationId === null) return;
    await em.nativeUpdate(Membership, { organizationId, accountId }, { role: effect.role as Role });
  },
  "organization.terms_changed": async (em, { targetId, effect }, now) => {
    const status = effect.status === "suspended" ? "suspended" : "active";
    const isOpen = { id: targetId, status: { $ne: "closed" as const } };
    await em.nativeUpdate(Organization, isOpen, { status, updatedAt: now });
  },
  "webhook.deleted": disableWebhook,
  "webhook.disabled": disableWebhook,
  "webhook.secret_rotated": disableWebhook,
  "invitation.withdrawn": async (em, { targetId }, now) =>
    em.nativeUpdate(Invitation, { id: targetId, withdrawnAt: null }, { withdrawnAt: now }),
  "job.unshared": async (em, { effect }) => {
    if (typeof effect.shareId === "string") await em.nativeDelete(JobShare, { id: effect.shareId });
  },
};

/** Repeats the effect of an entry. Returns false for an action that has none to repeat. */
export async function reapply(em: EntityManager, line: JournalLine, now: Date): Promise<boolean> {
  const effect = effects[line.action];
  const { targetId } = line;
  if (effect === undefined || targetId === null) return false;
  await effect(em, { ...line, targetId }, now);
  return true;
}
