import type { z } from "zod";

import type {
  invitationSchema,
  memberSchema,
  organizationSchema,
} from "#api/schemas/organization.ts";
import type { Invitation } from "#db/entities/organization.ts";
import type { Member } from "#db/members.ts";
import type { ListedOrganization } from "#db/organizations.ts";
import { creditsPerMonthOf, periodOf, requestsPerHourOf } from "#domain/plans.ts";

export function presentOrganization(
  { organization, role, credits }: ListedOrganization,
  now: Date,
): z.input<typeof organizationSchema> {
  const { plan } = organization;
  return {
    organizationId: organization.id,
    name: organization.name,
    plan,
    status: organization.status,
    paymentStatus: organization.paymentStatus,
    role,
    requestsPerHour: requestsPerHourOf(plan, organization.requestsPerHour),
    creditsPerMonth: creditsPerMonthOf(plan, organization.creditsPerMonth),
    budget: credits?.budget ?? null,
    spent: credits?.spentPeriod === periodOf(now) ? credits.spent : 0,
    alertPercents: organization.alertPercents,
    lowCredits: credits?.lowCredits ?? 0,
    createdAt: organization.createdAt.toISOString(),
  };
}

export function presentMember({ membership, account }: Member): z.input<typeof memberSchema> {
  return {
    userId: account.id,
    email: account.email,
    displayName: account.displayName ?? null,
    role: membership.role,
    joinedAt: membership.createdAt.toISOString(),
  };
}

export function presentInvitation(invitation: Invitation): z.input<typeof invitationSchema> {
  return {
    invitationId: invitation.id,
    organizationId: invitation.organizationId,
    email: invitation.email,
    role: invitation.role,
    invitedBy: invitation.invitedBy,
    createdAt: invitation.createdAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
  };
}
