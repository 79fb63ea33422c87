import type { Client } from "pg";

import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { Plan } from "#db/entities/account.ts";
import { type MigrationEntry, type MigrationPhase, migrations } from "#db/migrations/index.ts";
import type { EntityManager, MikroORM } from "#db/orm.ts";
import { listPendingMigrations } from "#db/pending-migrations.ts";
import { plans, planSlugs } from "#domain/billing/plans.ts";

import { applyDefinitions } from "./apply-definitions.ts";
import { waitForFormerProcesses } from "./former-processes.ts";
import { runMigrations, withMigrationLock } from "./run-migrations.ts";
import { setSessionDefaults } from "./session-defaults.ts";
import type { Log } from "./short-locks.ts";
import { syncCatalog } from "./sync-catalog.ts";
import { syncPipelines } from "./sync-pipelines.ts";

/** Longer than the slowest drain of a worker. */
const drainMsMax = 600_000;

export interface MigrateOptions {
  /**
   * Default: `both`, which leaves the migrations of `after` while a process of an earlier release is connected.
   */
  readonly phase?: MigrationPhase | "both";
  readonly log?: Log;
  readonly list?: readonly MigrationEntry[];
  /** Servers of `MODELS_FILE`. Default: their rows stay as they are. */
  readonly own?: readonly ProviderDefinition[] | null;
}

export interface MigrateResult {
  /** Migrations run. */
  readonly migrations: number;
  /** Functions and triggers replaced. */
  readonly definitions: number;
  /** Models in the catalog. */
  readonly models: number;
  /** Migrations of the phase `after` that have not run yet. */
  readonly left: number;
}

/**
 * Phase `before`: runs pending migrations, then brings functions, triggers, plans and catalog to this version's
 * definitions. Phase `after`: waits until no process of an earlier release is left, then runs the migrations that such
 * processes would not survive; throws while migrations of `before` are pending. An empty database gets both phases.
 *
 * Repeated calls change nothing; concurrent processes run one after the other. Requests of running processes wait for a
 * migration's locks for about half a second at a time.
 */
export async function migrateDatabase(
  orm: MikroORM,
  { phase = "both", log = () => undefined, list = migrations, own = null }: MigrateOptions = {},
): Promise<MigrateResult> {
  return withMigrationLock(orm, log, async (client) => {
    const isEmpty = (await orm.migrator.getExecuted()).length === 0;
    const countLeft = async (some: MigrationPhase) =>
      (await listPendingMigrations(orm, some, list)).length;
    const result = { migrations: 0, definitions: 0, models: 0 };
    if (phase !== "after" || isEmpty) {
      result.migrations += await runMigrations(orm, client, { phase: "before", log, list });
      result.definitions = await applyDefinitions(client, log);
      result.models = await syncRows(orm, own);
    } else if ((await countLeft("before")) > 0) {
      throw new Error("Migrations of the phase before are pending; run them first.");
    }
    const mayRunAfter =
      isEmpty ||
      (phase !== "before" &&
        (await countLeft("after")) > 0 &&
        (await isAlone(client, log, { wait: phase === "after" })));
    if (mayRunAfter) {
      result.migrations += await runMigrations(orm, client, { phase: "after", log, list });
    }
    return { ...result, left: await countLeft("after") };
  });
}

/** True when no process of an earlier release uses the database. Throws when one is left after the longest wait. */
async function isAlone(client: Client, log: Log, { wait }: { wait: boolean }): Promise<boolean> {
  const former = await waitForFormerProcesses(client, log, wait ? drainMsMax : 0);
  if (former.length === 0) return true;
  if (!wait) return false;
  throw new Error(
    `Processes of an earlier release still use the database (${former.join(", ")}). Finish the roll-out, then run this again.`,
  );
}

/** Brings plans, catalog and built-in pipelines to this version. Returns the number of models. */
async function syncRows(orm: MikroORM, own: readonly ProviderDefinition[] | null): Promise<number> {
  const em = orm.em.fork();
  await setSessionDefaults(em);
  await syncPlans(em);
  const { models } = await syncCatalog(em, undefined, own);
  await syncPipelines(em.fork());
  return models;
}

async function syncPlans(em: EntityManager): Promise<void> {
  await em.upsertMany(
    Plan,
    planSlugs.map((slug) => {
      const { name, requestsPerHour, creditsPerMonth, creditsPerHour, retentionDays } = plans[slug];
      return { slug, name, requestsPerHour, creditsPerMonth, creditsPerHour, retentionDays };
    }),
  );
}
