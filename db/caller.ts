import { effectivePermissions, type Permission, type Role } from "#domain/accounts/permission.ts";
import { requestsPerHourOf, type PlanSlug } from "#domain/billing/plans.ts";
import type { OrganizationKeys } from "#domain/providers/organization-key.ts";

import type { Account, Organization } from "./entities/account.ts";

/** Authenticated principal with its current permissions. */
export interface Caller {
  readonly organizationId: string;
  readonly accountId: string;
  /** Null for a person's token. */
  readonly apiKeyId: string | null;
  /** Session of a person's token; null for an API key. */
  readonly sessionId: string | null;
  /** Present for an access token of OAuth, whose API key is that of its grant. */
  readonly usesToken?: true;
  readonly role: Role;
  readonly permissions: readonly Permission[];
  readonly plan: PlanSlug;
  readonly requestsPerHour: number;
  readonly accountStatus: Account["status"];
  /** True when the person has verified their email address. */
  readonly emailVerified: boolean;
  readonly organizationStatus: Organization["status"];
  readonly paymentStatus: Organization["paymentStatus"];
  /** Ids of the organization-provided keys, by provider. */
  readonly organizationKeys: OrganizationKeys;
  readonly allowedAddresses: readonly string[] | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Columns common to all credentials: a person (`a`) as a member (`m`) of an organization (`o`). */
export const callerColumns = `m.organization_id, m.account_id, m.role, a.is_operator, o.plan, o.requests_per_hour,
  a.status as account_status, a.email_verified_at is not null as email_verified, o.status as organization_status, o.payment_status,
  coalesce((select jsonb_object_agg(pk.provider_slug, pk.id) from organization_provider_keys pk
    where pk.organization_id = o.id and pk.removed_at is null), '{}') as own_keys`;

export interface CallerFactsRow {
  organization_id: string;
  account_id: string;
  role: Role;
  is_operator: boolean;
  plan: PlanSlug;
  requests_per_hour: number | null;
  account_status: Account["status"];
  email_verified: boolean;
  organization_status: Organization["status"];
  payment_status: Organization["paymentStatus"];
  own_keys: OrganizationKeys;
}

/**
 * Maps a row to the common part of a caller. `granted` lists the credential's permissions; null means all
 * permissions of its person.
 */
export function toCallerFacts(
  row: CallerFactsRow,
  granted: readonly Permission[] | null,
): Omit<Caller, "apiKeyId" | "sessionId" | "allowedAddresses" | "expiresAt" | "revokedAt"> {
  return {
    organizationId: row.organization_id,
    accountId: row.account_id,
    role: row.role,
    permissions: effectivePermissions(granted, { role: row.role, isOperator: row.is_operator }),
    plan: row.plan,
    requestsPerHour: requestsPerHourOf(row.plan, row.requests_per_hour),
    accountStatus: row.account_status,
    emailVerified: row.email_verified,
    organizationStatus: row.organization_status,
    paymentStatus: row.payment_status,
    organizationKeys: row.own_keys,
  };
}
