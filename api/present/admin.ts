import type { z } from "zod";

import type { adminOrganizationSchema, userSchema } from "#api/schemas/admin.ts";
import type { UserWithOrganizations } from "#db/accounts/admin-users.ts";
import type { OrganizationWithCredits } from "#db/organizations/admin-organizations.ts";

import { presentOrganization } from "./organization.ts";

export function presentUser({
  account,
  organizations,
}: UserWithOrganizations): z.input<typeof userSchema> {
  return {
    userId: account.id,
    email: account.email,
    displayName: account.displayName ?? null,
    emailVerified: account.emailVerifiedAt != null,
    status: account.status,
    statusReason: account.statusReason ?? null,
    isOperator: account.isOperator,
    organizations: organizations.map(
      ({ organizationId, name, role, plan, status, spentCredits }) => ({
        organizationId,
        name,
        role,
        plan,
        status,
        spentCredits,
      }),
    ),
    createdAt: account.createdAt.toISOString(),
  };
}

export function presentOrganizationTerms(
  { organization, credits }: OrganizationWithCredits,
  now: Date,
): z.input<typeof adminOrganizationSchema> {
  const { role: _, ...presented } = presentOrganization({ organization, credits, role: null }, now);
  const { statusReason, requestsPerHour, creditsPerMonth, creditsPerHour, retentionDays } =
    organization;
  return {
    ...presented,
    statusReason: statusReason ?? null,
    agreed: {
      requestsPerHour: requestsPerHour ?? null,
      creditsPerMonth: creditsPerMonth ?? null,
      creditsPerHour: creditsPerHour ?? null,
      retentionDays: retentionDays ?? null,
    },
  };
}
