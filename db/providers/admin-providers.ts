import { LockMode } from "@mikro-orm/core";

import { type Actor, recordAudit } from "#db/audit.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Model, Provider, type ProviderMode } from "#db/entities/catalog.ts";
import { CircuitTransition, ProviderCircuit, wholeProvider } from "#db/entities/provider-health.ts";
import type { EntityManager } from "#db/orm.ts";
import { AppError } from "#domain/errors.ts";
import { type CircuitForce, closedCircuit } from "#domain/providers/circuit.ts";

import { change as changeCircuit, createCircuits, lockCircuits, toCircuit } from "./circuits.ts";

/** Changes by an operator; omitted fields stay unchanged. */
export interface ProviderChange {
  readonly mode?: ProviderMode;
  readonly weight?: number;
  /** Null restores the catalog's limit. */
  readonly concurrencyLimit?: number | null;
  readonly circuit?: CircuitForce;
  readonly models?: readonly {
    readonly modelId: string;
    readonly enabled?: boolean;
    readonly circuit?: CircuitForce;
  }[];
  /** Justification, kept in the audit log. */
  readonly reason: string;
}

/** Everything the operators' API shows of a provider except its traffic. */
export interface ProviderAdministration {
  readonly provider: Provider;
  readonly models: readonly Model[];
  readonly circuits: readonly ProviderCircuit[];
  /** Requests that the provider may be processing. */
  readonly running: number;
  /** Newest first, at most `historyMax`. */
  readonly transitions: readonly CircuitTransition[];
  readonly changes: readonly AuditEntry[];
}

const historyMax = 20;

/**
 * Lists all providers, or one, in directory order. Runs six queries, independent of the number of providers.
 */
export async function listProviderAdministration(
  em: EntityManager,
  slug?: string,
): Promise<ProviderAdministration[]> {
  const ofProvider = slug === undefined ? {} : { providerSlug: slug };
  const fresh = { refresh: true } as const;
  const providers = await em.find(Provider, slug === undefined ? {} : { slug }, {
    orderBy: { position: "asc" },
    ...fresh,
  });
  const models = await em.find(Model, ofProvider, { orderBy: { position: "asc" }, ...fresh });
  const circuits = await em.find(ProviderCircuit, ofProvider, fresh);
  const slugs = providers.map((provider) => provider.slug);
  const running = await countRunning(em, slugs);
  const transitions = await em.find(
    CircuitTransition,
    { id: { $in: await latestIds(em, slugs, "circuit_transitions", "provider_slug = slug") } },
    { orderBy: { id: "desc" } },
  );
  const inAudit = "target_type = 'provider' and target_id = slug";
  const changes = await em.find(
    AuditEntry,
    { id: { $in: await latestIds(em, slugs, "audit_log", inAudit) } },
    { orderBy: { id: "desc" } },
  );
  return providers.map((provider) => ({
    provider,
    models: models.filter(({ providerSlug }) => providerSlug === provider.slug),
    circuits: circuits.filter(({ providerSlug }) => providerSlug === provider.slug),
    running: running.get(provider.slug) ?? 0,
    transitions: transitions.filter(({ providerSlug }) => providerSlug === provider.slug),
    changes: changes.filter(({ targetId }) => targetId === provider.slug),
  }));
}

/** Throws `provider_not_found`. */
export async function findProviderAdministration(
  em: EntityManager,
  slug: string,
): Promise<ProviderAdministration> {
  const [found] = await listProviderAdministration(em, slug);
  if (found === undefined)
    throw new AppError("provider_not_found", { details: { provider: slug } });
  return found;
}

/**
 * Applies an operator's settings to a provider and its models. Forcing a circuit closed resets its failures;
 * a circuit that returns to automatic continues from its stored state. Throws `provider_not_found` and, for a
 * model of another provider, `model_not_found`.
 */
export async function updateProvider(
  em: EntityManager,
  { slug, change, actor, now }: { slug: string; change: ProviderChange; actor: Actor; now: Date },
): Promise<void> {
  await em.transactional(async (tx) => {
    const provider = await tx.findOne(Provider, slug, {
      lockMode: LockMode.PESSIMISTIC_WRITE,
      refresh: true,
    });
    if (provider === null)
      throw new AppError("provider_not_found", { details: { provider: slug } });
    const before = await settingsOf(tx, provider);
    const { mode, weight, concurrencyLimit, circuit, models = [], reason } = change;
    tx.assign(provider, {
      ...(mode === undefined ? {} : { mode }),
      ...(weight === undefined ? {} : { weight }),
      ...(concurrencyLimit === undefined ? {} : { concurrencyLimit }),
      updatedAt: now,
    });
    await tx.flush();
    if (circuit !== undefined) await forceCircuit(tx, slug, wholeProvider, circuit);
    for (const { modelId, enabled, circuit: ofModel } of models) {
      const model = await tx.findOne(Model, { id: modelId, providerSlug: slug });
      if (model === null) throw new AppError("model_not_found", { details: { model: modelId } });
      if (enabled !== undefined) tx.assign(model, { enabled, updatedAt: now });
      await tx.flush();
      if (ofModel !== undefined) await forceCircuit(tx, slug, modelId, ofModel);
    }
    await recordAudit(tx, {
      ...actor,
      action: "provider.changed",
      targetType: "provider",
      targetId: slug,
      before,
      after: { ...(await settingsOf(tx, provider)), reason },
    });
  });
}

async function forceCircuit(
  tx: EntityManager,
  providerSlug: string,
  modelId: string,
  force: CircuitForce,
): Promise<void> {
  const target = { providerSlug, modelId };
  await createCircuits(tx, target);
  const { rows, now } = await lockCircuits(tx, target);
  const row = rows.find((known) => known.modelId === modelId);
  if (row === undefined) return;
  const base = force === "closed" ? closedCircuit(now) : toCircuit(row);
  await changeCircuit(tx, row, { next: { ...base, force }, cause: "operator" });
}

/** Returns the settings controlled by operators, as the audit log stores them. */
async function settingsOf(tx: EntityManager, provider: Provider): Promise<Record<string, unknown>> {
  const { slug: providerSlug, mode, weight, concurrencyLimit } = provider;
  const forced = await tx.find(
    ProviderCircuit,
    { providerSlug, force: { $ne: "auto" } },
    { orderBy: { modelId: "asc" }, refresh: true },
  );
  const disabled = await tx.find(Model, { providerSlug, enabled: false });
  return {
    mode,
    weight,
    concurrencyLimit: concurrencyLimit ?? null,
    forcedCircuits: Object.fromEntries(
      forced.map(({ modelId, force }) => [modelId === wholeProvider ? "provider" : modelId, force]),
    ),
    disabledModels: disabled.map(({ id }) => id).toSorted(),
  };
}

async function countRunning(
  em: EntityManager,
  slugs: readonly string[],
): Promise<Map<string, number>> {
  const rows = await em.execute<{ slug: string; count: number }[]>(
    `select provider_slug as slug, count(*)::int as count from provider_submissions
     where state in ('sent', 'unknown', 'accepted') and finished_at is null and sent_at is not null
       and provider_slug in (select jsonb_array_elements_text(?::jsonb))
     group by provider_slug`,
    [JSON.stringify(slugs)],
  );
  return new Map(rows.map(({ slug, count }) => [slug, count]));
}

/** Returns the ids of the newest rows of each provider, by index. */
async function latestIds(
  em: EntityManager,
  slugs: readonly string[],
  table: "circuit_transitions" | "audit_log",
  condition: string,
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select latest.id from jsonb_array_elements_text(?::jsonb) as given (slug)
     cross join lateral (
       select id from ${table} where ${condition} order by id desc limit ${historyMax}) latest`,
    [JSON.stringify(slugs)],
  );
  return rows.map(({ id }) => id);
}
