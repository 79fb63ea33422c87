import { Plan } from "#db/entities/account.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { plans, planSlugs } from "#domain/billing/plans.ts";

import { applyDefinitions } from "./apply-definitions.ts";
import { runMigrations, withMigrationLock } from "./run-migrations.ts";
import { setSessionDefaults } from "./session-defaults.ts";
import { syncCatalog } from "./sync-catalog.ts";
import { syncPipelines } from "./sync-pipelines.ts";

/**
 * Runs pending migrations, then brings functions, triggers, plans and catalog to this version's definitions.
 * Repeated calls change nothing; concurrent processes run one after the other. Requests of running processes wait
 * for a migration's locks for about two seconds at a time.
 */
export async function migrateDatabase(
  orm: MikroORM,
  log: (line: string) => void = () => undefined,
): Promise<{ migrations: number; definitions: number; models: number }> {
  return withMigrationLock(orm, log, async (client) => {
    const run = await runMigrations(orm, client, log);
    const definitions = await applyDefinitions(client, log);
    const em = orm.em.fork();
    await setSessionDefaults(em);
    await syncPlans(em);
    const { models } = await syncCatalog(em);
    await syncPipelines(em.fork());
    return { migrations: run, definitions, models };
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
