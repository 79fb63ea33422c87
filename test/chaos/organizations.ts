import { Provider } from "#db/entities/catalog.ts";
import type { MikroORM } from "#db/orm.ts";
import { migrateDatabase } from "#db/setup/migrate-database.ts";
import { createVault } from "#db/vault.ts";
import { createWebhook } from "#db/webhooks/webhooks.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";

import { chaosProviders } from "./providers.ts";

/** A caller of the run with its own webhook endpoint. */
export interface ChaosOrganization {
  readonly organizationId: string;
  readonly key: string;
  readonly webhookSecret: string;
}

const organizationsCount = 3;
const credits = 1_000_000;

/** Migrates the database, sets the providers' idempotency classes, and creates the organizations. */
export async function prepareDatabase(
  orm: MikroORM,
  { masterKey, webhookUrl }: { masterKey: string; webhookUrl: (index: number) => string },
): Promise<ChaosOrganization[]> {
  await migrateDatabase(orm);
  for (const { slug, class: providerClass } of chaosProviders) {
    const idempotency = providerClass === "sync" ? "none" : providerClass;
    await orm.em.fork().nativeUpdate(Provider, { slug }, { integrated: true, idempotency });
  }
  const vault = createVault(masterKey);
  const organizations: ChaosOrganization[] = [];
  for (let index = 0; index < organizationsCount; index += 1) {
    const { accountId, key, organizationId } = await createOrganization(orm, {
      credits,
      requestsPerHour: 10_000_000,
    });
    const em = orm.em.fork();
    const { secret: webhookSecret } = await createWebhook(em, vault, {
      organizationId,
      createdBy: accountId,
      rules: { url: webhookUrl(index), events: null, enabled: true },
      actor: { actorAccountId: accountId, organizationId },
    });
    organizations.push({ organizationId, key, webhookSecret });
  }
  return organizations;
}
