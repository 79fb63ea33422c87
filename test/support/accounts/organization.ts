import { createId } from "#db/ids.ts";
import { createApiKey } from "#db/organizations/api-keys.ts";
import type { MikroORM } from "#db/orm.ts";
import type { Permission, Role } from "#domain/accounts/permission.ts";

export interface TestOrganization {
  readonly organizationId: string;
  readonly accountId: string;
  readonly keyId: string;
  /** Value of the API key. */
  readonly key: string;
}

export interface OrganizationOptions {
  readonly requestsPerHour?: number;
  readonly credits?: number;
  readonly role?: Role;
  /** Null: all permissions of the role. */
  readonly permissions?: Permission[] | null;
}

/** Creates an organization with one member, one key and some credits; every test creates its own. */
export async function createOrganization(
  orm: MikroORM,
  {
    requestsPerHour = 1_000_000,
    credits = 1_000,
    role = "owner",
    permissions = null,
  }: OrganizationOptions = {},
): Promise<TestOrganization> {
  const em = orm.em.fork();
  const organizationId = createId("organization");
  const accountId = createId("account");
  // One statement, because nearly every test begins with it.
  await em.execute(
    `with organization as (
       insert into organizations (id, name, plan, requests_per_hour, credits_per_month)
       values (:organizationId, 'Test', 'enterprise', :requestsPerHour, :credits)),
     account as (
       insert into accounts (id, email, email_verified_at, organizations_founded)
       values (:accountId, :email, now(), 1)),
     membership as (
       insert into memberships (organization_id, account_id, role)
       values (:organizationId, :accountId, :role)),
     credit_account as (
       insert into credit_accounts (organization_id) values (:organizationId))
     insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason)
     select :organizationId, 'grant', :credits, 'issued', 'available', 'test' where :credits > 0`,
    {
      organizationId,
      accountId,
      email: `${accountId}@example.org`,
      requestsPerHour,
      credits,
      role,
    },
  );
  const { keyId, value } = await createApiKey(em, {
    organizationId,
    accountId,
    name: "test",
    permissions,
  });
  return { organizationId, accountId, keyId, key: value };
}
