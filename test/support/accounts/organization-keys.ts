import type { MikroORM } from "#db/orm.ts";
import {
  changeProviderKeys,
  findOrganizationKeys,
  type ProviderKeyChanges,
} from "#db/providers/provider-keys.ts";
import { testVault } from "#test/support/api.ts";

import type { TestOrganization } from "./organization.ts";

/** Sets an organization's provider keys, as its owner does, and returns their ids by provider. */
export async function setOrganizationKeys(
  orm: MikroORM,
  { organizationId, accountId }: Pick<TestOrganization, "organizationId" | "accountId">,
  changes: ProviderKeyChanges,
  vault = testVault,
): Promise<Readonly<Record<string, string>>> {
  const em = orm.em.fork();
  await em.transactional(async (tx) =>
    changeProviderKeys(tx, { organizationId, accountId, changes, vault, actor: {} }),
  );
  return findOrganizationKeys(em, organizationId);
}
