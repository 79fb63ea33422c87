import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

import { type Actor, recordAudit } from "#db/audit.ts";
import { enqueueEmail } from "#db/email/emails.ts";
import { Account, Membership, Organization } from "#db/entities/account.ts";
import { Email } from "#db/entities/email.ts";
import { Invitation } from "#db/entities/organization.ts";
import { createId } from "#db/ids.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { Vault } from "#db/vault.ts";
import { rolePermissions, type Role } from "#domain/accounts/permission.ts";
import { AppError } from "#domain/errors.ts";

import { lockOrganization } from "./lock-organization.ts";
import { refuseUnlessOwner } from "./members.ts";

const invitationDays = 7;
/** Open invitations per organization. */
const openMax = 100;
/** Invitation emails per organization and hour; recipients may not know the sender. */
const emailsPerHour = 50;
/** Days for which ended invitations are kept; the row contains a person's email address. */
const keptDays = 30;

export interface NewInvitation {
  readonly organizationId: string;
  /** Normalized email address. */
  readonly email: string;
  readonly role: Role;
  readonly inviter: { readonly accountId: string; readonly role: Role };
  readonly actor: Actor;
  readonly vault: Vault;
  readonly now: Date;
}

/**
 * Invites a person by email. A repeated invitation renews token, role and email, and invalidates the previous
 * token. Throws `permission_missing` when the role exceeds the inviter's, `email_unverified`,
 * `already_member`, `invitation_limit` and `invitations_limited`.
 */
export async function inviteMember(
  em: EntityManager,
  { organizationId, email, role, inviter, actor, vault, now }: NewInvitation,
): Promise<Invitation> {
  if (role === "owner") refuseUnlessOwner(inviter.role);
  return em.transactional(async (tx) => {
    const organization = await findLocked(tx, organizationId);
    const account = await tx.findOneOrFail(Account, inviter.accountId);
    if (!account.emailVerifiedAt) throw new AppError("email_unverified");
    await refuseMember(tx, { organizationId, email });
    await refuseMoreEmails(tx, { organizationId, now });
    const known = await tx.findOne(Invitation, {
      organizationId,
      email,
      acceptedAt: null,
      withdrawnAt: null,
    });
    if (known === null) await refuseMoreOpen(tx, { organizationId, now });

    const token = randomBytes(32).toString("base64url");
    const invitation =
      known ??
      tx.create(Invitation, {
        id: createId("invitation"),
        organizationId,
        email,
        role,
        tokenHash: hashToken(token),
        invitedBy: inviter.accountId,
        createdAt: now,
        expiresAt: now,
      });
    tx.assign(invitation, {
      role,
      tokenHash: hashToken(token),
      invitedBy: inviter.accountId,
      expiresAt: new Date(now.getTime() + invitationDays * 86_400_000),
    });
    await tx.flush();
    const content = {
      template: "invitation",
      invitationId: invitation.id,
      token,
      organizationName: organization.name,
      inviterName: account.displayName ?? account.email,
      role,
    } as const;
    await enqueueEmail(tx, vault, { to: email, accountId: null, organizationId, content, now });
    await record(tx, invitation, actor, known === null ? "created" : "renewed");
    return invitation;
  });
}

/** Lists invitations that can still be accepted, newest first. */
export async function listInvitations(
  em: EntityManager,
  {
    organizationId,
    now,
    limit,
    beforeId,
  }: { organizationId: string; now: Date; limit: number; beforeId?: string | undefined },
): Promise<Invitation[]> {
  return em.find(
    Invitation,
    {
      ...openOf(organizationId, now),
      ...(beforeId === undefined ? {} : { id: { $lt: beforeId } }),
    },
    { orderBy: { id: "desc" }, limit },
  );
}

/**
 * Withdraws an invitation. A repeated call changes nothing. Throws `invitation_not_found`,
 * `outside_organization`, and `invitation_accepted` after it has been accepted.
 */
export async function withdrawInvitation(
  em: EntityManager,
  {
    invitationId,
    organizationId,
    actor,
    now,
  }: { invitationId: string; organizationId: string; actor: Actor; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const { organizationId: owner } = await findInvitation(tx, invitationId);
    if (owner !== organizationId) throw new AppError("outside_organization");
    await lockOrganization(tx, organizationId);
    const invitation = await tx.findOneOrFail(Invitation, invitationId, { refresh: true });
    if (invitation.acceptedAt) throw new AppError("invitation_accepted");
    if (invitation.withdrawnAt) return;
    invitation.withdrawnAt = now;
    await tx.flush();
    await record(tx, invitation, actor, "withdrawn");
  });
}

/**
 * Makes a person a member by the token of their invitation email and returns the organization's id. An
 * existing member keeps their role; the same person may repeat the call. Throws `invitation_not_found`,
 * `outside_organization` for another token, `email_unverified`, `invitation_for_another`,
 * `invitation_accepted`, `invitation_withdrawn`, `invitation_expired`, and `invitation_void` when the inviter
 * may no longer invite for this role.
 */
export async function acceptInvitation(
  em: EntityManager,
  {
    invitationId,
    token,
    accountId,
    actor,
    now,
  }: { invitationId: string; token: string; accountId: string; actor: Actor; now: Date },
): Promise<string> {
  return em.transactional(async (tx) => {
    const { organizationId } = await findInvitation(tx, invitationId);
    const organization = await findLocked(tx, organizationId);
    const invitation = await tx.findOneOrFail(Invitation, invitationId, { refresh: true });
    refuseOtherToken(invitation, token);
    await refuseOtherPerson(tx, { email: invitation.email, accountId });

    const member = await tx.findOne(Membership, { organizationId, accountId });
    if (invitation.acceptedAt) {
      if (invitation.acceptedBy === accountId && member !== null) return organizationId;
      throw new AppError("invitation_accepted");
    }
    if (invitation.withdrawnAt) throw new AppError("invitation_withdrawn");
    if (invitation.expiresAt <= now) throw new AppError("invitation_expired");
    if (organization.status !== "active") throw new AppError("invitation_void");
    await refuseVoid(tx, invitation);

    const { role } = invitation;
    if (member === null) await tx.insert(Membership, { organizationId, accountId, role });
    tx.assign(invitation, { acceptedAt: now, acceptedBy: accountId });
    await tx.flush();
    await record(tx, invitation, actor, "accepted");
    return organizationId;
  });
}

/** Invitations that ended more than `keptDays` ago. */
export const endedInvitations = expiredRows(Invitation, (now) => {
  const before = new Date(now.getTime() - keptDays * 86_400_000);
  return {
    $or: [
      { acceptedAt: { $lt: before } },
      { withdrawnAt: { $lt: before } },
      { expiresAt: { $lt: before } },
    ],
  };
});

async function findInvitation(em: EntityManager, invitationId: string): Promise<Invitation> {
  const invitation = await em.findOne(Invitation, invitationId);
  if (invitation === null)
    throw new AppError("invitation_not_found", { details: { invitationId } });
  return invitation;
}

/** Serializes all changes of an organization's members; see `members.ts`. */
async function findLocked(em: EntityManager, organizationId: string): Promise<Organization> {
  await lockOrganization(em, organizationId);
  return em.findOneOrFail(Organization, organizationId, { refresh: true });
}

function openOf(organizationId: string, now: Date) {
  return { organizationId, acceptedAt: null, withdrawnAt: null, expiresAt: { $gt: now } };
}

async function refuseMember(
  em: EntityManager,
  { organizationId, email }: { organizationId: string; email: string },
): Promise<void> {
  const account = await em.findOne(Account, { email });
  if (account === null) return;
  const member = await em.findOne(Membership, { organizationId, accountId: account.id });
  if (member === null) return;
  throw new AppError("already_member", { details: { userId: account.id, role: member.role } });
}

async function refuseMoreEmails(
  em: EntityManager,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<void> {
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const sent = await em.find(
    Email,
    { organizationId, template: "invitation", createdAt: { $gt: hourAgo } },
    { orderBy: { createdAt: "asc" }, fields: ["createdAt"], limit: emailsPerHour },
  );
  const oldest = sent[0];
  if (oldest === undefined || sent.length < emailsPerHour) return;
  const waitMs = oldest.createdAt.getTime() - hourAgo.getTime();
  throw new AppError("invitations_limited", {
    details: { limit: emailsPerHour, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) },
  });
}

async function refuseMoreOpen(
  em: EntityManager,
  { organizationId, now }: { organizationId: string; now: Date },
): Promise<void> {
  if ((await em.count(Invitation, openOf(organizationId, now))) < openMax) return;
  throw new AppError("invitation_limit", { details: { limit: openMax } });
}

/** Without its token, an invitation is a resource of another organization. */
function refuseOtherToken({ tokenHash }: Invitation, token: string): void {
  if (timingSafeEqual(tokenHash, hashToken(token))) return;
  throw new AppError("outside_organization", {
    message: "The token does not match the invitation; a newer email may contain another token.",
  });
}

async function refuseOtherPerson(
  em: EntityManager,
  { email, accountId }: { email: string; accountId: string },
): Promise<void> {
  const account = await em.findOneOrFail(Account, accountId);
  if (account.email !== email) throw new AppError("invitation_for_another");
  if (!account.emailVerifiedAt) throw new AppError("email_unverified");
}

async function refuseVoid(
  em: EntityManager,
  { organizationId, invitedBy, role }: Invitation,
): Promise<void> {
  const inviter = await em.findOne(Account, { id: invitedBy, status: "active" });
  const membership = await em.findOne(Membership, { organizationId, accountId: invitedBy });
  const mayInvite =
    inviter !== null &&
    membership !== null &&
    rolePermissions[membership.role].includes("members:manage") &&
    (role !== "owner" || membership.role === "owner");
  if (!mayInvite) throw new AppError("invitation_void");
}

/** Omits the email address, because audit entries are never deleted. */
async function record(
  em: EntityManager,
  { id, organizationId, role }: Invitation,
  actor: Actor,
  act: "created" | "renewed" | "withdrawn" | "accepted",
): Promise<void> {
  await recordAudit(em, {
    ...actor,
    organizationId,
    action: `invitation.${act}`,
    targetType: "invitation",
    targetId: id,
    after: { role },
  });
}

/** Tokens have 256 random bits, so a fast hash without salt is sufficient. */
function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
