import type { z } from "zod";

import type { accountSchema } from "#api/schemas/account.ts";
import { listIdentities } from "#db/accounts/identities.ts";
import type { Caller } from "#db/caller.ts";
import { Account, Organization } from "#db/entities/account.ts";
import type { EntityManager } from "#db/orm.ts";

/** Presents the account, its current organization, and the permissions of the credential. */
export async function presentAccount(
  em: EntityManager,
  caller: Caller,
): Promise<z.input<typeof accountSchema>> {
  const account = await em.findOneOrFail(Account, caller.accountId, { populate: ["passwordHash"] });
  const organization = await em.findOneOrFail(Organization, caller.organizationId);
  return {
    accountId: account.id,
    email: account.email,
    displayName: account.displayName ?? null,
    emailVerified: account.emailVerifiedAt !== null,
    status: account.status,
    closesAt: account.status === "closing" ? (account.closesAt?.toISOString() ?? null) : null,
    organization: {
      organizationId: organization.id,
      name: organization.name,
      plan: organization.plan,
      paymentStatus: organization.paymentStatus,
      role: caller.role,
    },
    signInMethods: await presentSignInMethods(em, account),
    permissions: [...caller.permissions],
    createdAt: account.createdAt.toISOString(),
  };
}

async function presentSignInMethods(
  em: EntityManager,
  { id, email, passwordHash }: Account,
): Promise<z.input<typeof accountSchema>["signInMethods"]> {
  const identities = await listIdentities(em, id);
  return [
    ...(passwordHash === null ? [] : [{ method: "password" as const, email }]),
    ...identities.map(({ provider, email }) => ({ method: provider, email })),
  ];
}
