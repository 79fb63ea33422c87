import { plans, planSlugs } from "#domain/plans.ts";

import { Plan } from "./entities/account.ts";
import type { EntityManager, MikroORM } from "./orm.ts";
import { setSessionDefaults } from "./session-defaults.ts";
import { syncCatalog } from "./sync-catalog.ts";

/** Any number that nothing else locks: replicas that start together migrate one after the other. */
const migrationLock = 4_712_026;

/**
 * Runs what migrations are missing, then brings plans and catalog to the definitions of this
 * version. Running it again changes nothing.
 */
export async function migrateDatabase(
  orm: MikroORM,
): Promise<{ migrations: number; models: number }> {
  const em = orm.em.fork();
  return em.transactional(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(${migrationLock})`);
    const run = await orm.migrator.up({ transaction: tx.getTransactionContext() });
    await setSessionDefaults(tx);
    await syncPlans(tx);
    const { models } = await syncCatalog(tx);
    return { migrations: run.length, models };
  });
}

async function syncPlans(em: EntityManager): Promise<void> {
  await em.upsertMany(
    Plan,
    planSlugs.map((slug) => {
      const { name, requestsPerHour, creditsPerMonth, retentionDays } = plans[slug];
      return { slug, name, requestsPerHour, creditsPerMonth, retentionDays };
    }),
  );
}
