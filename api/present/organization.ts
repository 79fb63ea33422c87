import type { z } from "zod";

import type {
  invitationSchema,
  memberSchema,
  organizationDetailsSchema,
  organizationSchema,
} from "#api/schemas/organization.ts";
import type { Invitation, OrganizationProviderKey } from "#db/entities/organization.ts";
import type { Member } from "#db/organizations/members.ts";
import type { ListedOrganization } from "#db/organizations/organizations.ts";
import { creditsPerMonthOf, periodOf, requestsPerHourOf } from "#domain/billing/plans.ts";

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

/** Includes the organization-provided keys, by provider and last four characters. */
export function presentOrganizationDetails(
  found: ListedOrganization,
  providerKeys: readonly OrganizationProviderKey[],
  now: Date,
): z.input<typeof organizationDetailsSchema> {
  return {
    ...presentOrganization(found, now),
    providerKeys: providerKeys.map(({ providerSlug, last4, setAt, setBy }) => ({
      provider: providerSlug,
      last4: last4 ?? null,
      setAt: setAt.toISOString(),
      setBy,
    })),
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
