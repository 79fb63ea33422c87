import { Account, Membership, Organization } from "#db/entities/account.ts";
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
  await em.insert(Organization, {
    id: organizationId,
    name: "Test",
    plan: "enterprise",
    requestsPerHour,
    creditsPerMonth: credits,
  });
  await em.insert(Account, {
    id: accountId,
    email: `${accountId}@example.org`,
    emailVerifiedAt: new Date(),
    organizationsFounded: 1,
  });
  await em.insert(Membership, { organizationId, accountId, role });
  await em.execute(`insert into credit_accounts (organization_id) values (?)`, [organizationId]);
  if (credits > 0) {
    await em.execute(
      `insert into credit_entries (organization_id, kind, amount, from_bucket, to_bucket, reason)
       values (?, 'grant', ?, 'issued', 'available', 'test')`,
      [organizationId, credits],
    );
  }
  const { keyId, value } = await createApiKey(em, {
    organizationId,
    accountId,
    name: "test",
    permissions,
  });
  return { organizationId, accountId, keyId, key: value };
}
