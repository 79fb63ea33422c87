import { contentTypes, type Capability, type ContentType } from "#domain/capability.ts";
import { AppError } from "#domain/errors.ts";
import { type ModelStatus, modelStatusAt } from "#domain/lifecycle.ts";
import type { Candidate } from "#domain/routing.ts";
import { submissionRefusals } from "#domain/submission.ts";

import {
  type Availability,
  availabilityOf,
  type FindCircuit,
  loadCircuits,
} from "./availability.ts";
import { Model, Provider, ProviderProbe } from "./entities/catalog.ts";
import type { EntityManager } from "./orm.ts";

/** Which providers this installation can call: settings that are set, by name. */
export type ProviderSettings = Readonly<Record<string, string>>;

export interface CatalogModel extends Availability {
  readonly model: Model;
  readonly provider: Provider;
  /** What it is today. */
  readonly status: ModelStatus;
}

export interface ModelFilter {
  readonly contentType?: ContentType | undefined;
  readonly capability?: Capability | undefined;
  readonly providerSlug?: string | undefined;
  /** Matches id, name, provider and description, in any case. */
  readonly search?: string | undefined;
}

/** The catalog in its own order, filtered; the filters combine. A query each for models, providers, circuits. */
export async function listModels(
  em: EntityManager,
  settings: ProviderSettings,
  filter: ModelFilter = {},
  now = new Date(),
): Promise<CatalogModel[]> {
  const providers = new Map(
    (await em.find(Provider, {})).map((provider) => [provider.slug, provider]),
  );
  const matching = [...providers.values()]
    .filter(
      (provider) =>
        includesWord(provider.name, filter.search) || includesWord(provider.slug, filter.search),
    )
    .map((provider) => provider.slug);
  const pattern = `%${(filter.search ?? "").replaceAll(/[\\%_]/g, "\\$&")}%`;
  const models = await em.find(
    Model,
    {
      ...(filter.contentType === undefined ? {} : { contentType: filter.contentType }),
      ...(filter.capability === undefined
        ? {}
        : { capabilities: { $contains: [filter.capability] } }),
      ...(filter.providerSlug === undefined ? {} : { providerSlug: filter.providerSlug }),
      ...(filter.search === undefined
        ? {}
        : {
            $or: [
              { id: { $ilike: pattern } },
              { name: { $ilike: pattern } },
              { description: { $ilike: pattern } },
              { providerSlug: { $in: matching } },
            ],
          }),
    },
    { orderBy: { position: "asc" } },
  );
  const context = { settings, now, findCircuit: await loadCircuits(em) };
  return models.flatMap((model) => {
    const provider = providers.get(model.providerSlug);
    return provider === undefined ? [] : [describe(model, provider, context)];
  });
}

/** Throws `model_not_found`. */
export async function findModel(
  em: EntityManager,
  settings: ProviderSettings,
  modelId: string,
  now = new Date(),
): Promise<CatalogModel> {
  const model = await em.findOne(Model, modelId);
  if (model === null) throw new AppError("model_not_found", { details: { model: modelId } });
  const provider = await em.findOneOrFail(Provider, model.providerSlug);
  return describe(model, provider, { settings, now, findCircuit: await loadCircuits(em) });
}

/** The catalog as the routing decision needs it. */
export async function listCandidates(
  em: EntityManager,
  settings: ProviderSettings,
): Promise<Candidate[]> {
  return (await listModels(em, settings)).map(toCandidate);
}

export function toCandidate({
  model,
  provider,
  status,
  unavailable,
  onTrial,
}: CatalogModel): Candidate {
  return {
    modelId: model.id,
    modelName: model.name,
    provider: provider.slug,
    providerName: provider.name,
    capabilities: model.capabilities,
    pricing: model.pricing,
    quality: model.quality,
    typicalSeconds: model.typicalSeconds,
    measuredSeconds: model.measuredSeconds == null ? null : Number(model.measuredSeconds),
    status,
    retiresOn: model.retiresOn ?? null,
    replacedBy: model.replacedBy ?? null,
    unavailable,
    onTrial,
    weight: provider.weight,
    embedded: provider.tier === "embedded",
  };
}

export interface DirectoryEntry {
  readonly provider: Provider;
  readonly configured: boolean;
  readonly models: readonly Model[];
  readonly contentTypes: readonly ContentType[];
  readonly capabilities: readonly Capability[];
  readonly minCredits: number;
  readonly maxCredits: number;
}

/** The directory: counts and ranges are computed from the model rows, so they cannot differ from the catalog. */
export async function listProviders(
  em: EntityManager,
  settings: ProviderSettings,
  slug?: string,
  now = new Date(),
): Promise<DirectoryEntry[]> {
  const providers = await em.find(Provider, slug === undefined ? {} : { slug }, {
    orderBy: { position: "asc" },
  });
  const rows = await em.find(Model, slug === undefined ? {} : { providerSlug: slug }, {
    orderBy: { position: "asc" },
  });
  // What operators have switched off may come back; what is retired does not.
  const models = rows.filter(
    ({ status, retiresOn }) =>
      modelStatusAt({ status, retiresOn, enabled: true }, now) !== "retired",
  );
  return providers.map((provider) => {
    const own = models.filter((model) => model.providerSlug === provider.slug);
    const types = new Set(own.map((model) => model.contentType));
    return {
      provider,
      configured: settings[provider.setting] !== undefined,
      models: own,
      contentTypes: contentTypes.filter((type) => types.has(type)),
      capabilities: [...new Set(own.flatMap((model) => model.capabilities))],
      minCredits: Math.min(...own.map((model) => model.creditsMin)),
      maxCredits: Math.max(...own.map((model) => model.creditsMax)),
    };
  });
}

/** Throws `provider_not_found`. */
export async function findProvider(
  em: EntityManager,
  settings: ProviderSettings,
  slug: string,
): Promise<DirectoryEntry> {
  const entry = (await listProviders(em, settings, slug))[0];
  if (entry === undefined)
    throw new AppError("provider_not_found", { details: { provider: slug } });
  return entry;
}

export interface ProviderTraffic {
  readonly succeeded: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** How long back health looks at real traffic. */
export const trafficWindowMinutes = 60;

export interface ProviderMeasurement {
  readonly traffic: ProviderTraffic;
  /** Null when the provider was never probed. */
  readonly probe: ProviderProbe | null;
}

/** Refusals that say something about the request and nothing about the provider. */
const callersFaults = submissionRefusals.map((code) => `'${code}'`).join(", ");

/** Outcomes and latencies of the last hour's submissions to a provider, and its last probe. */
export async function findProviderTraffic(
  em: EntityManager,
  slug: string,
): Promise<ProviderMeasurement> {
  return (await listProviderTraffic(em, slug))(slug);
}

/** The same for all providers, in two queries; the answer gives one provider's by its slug. */
export async function listProviderTraffic(
  em: EntityManager,
  slug?: string,
): Promise<(slug: string) => ProviderMeasurement> {
  const rows = await em.execute<
    { slug: string; succeeded: number; failed: number; p50: number | null; p95: number | null }[]
  >(
    `select provider_slug as slug, count(*) filter (where state = 'succeeded')::int as succeeded,
       count(*) filter (where state = 'unknown' or (state = 'failed' and error_code <> all (array[${callersFaults}])))::int as failed,
       percentile_disc(0.5) within group (order by extract(epoch from finished_at - sent_at) * 1000)
         filter (where state = 'succeeded')::float8 as p50,
       percentile_disc(0.95) within group (order by extract(epoch from finished_at - sent_at) * 1000)
         filter (where state = 'succeeded')::float8 as p95
     from provider_submissions
     where created_at > now() - make_interval(mins => ${trafficWindowMinutes})
       ${slug === undefined ? "" : "and provider_slug = ?"}
     group by provider_slug`,
    slug === undefined ? [] : [slug],
  );
  const probes = await em.find(ProviderProbe, slug === undefined ? {} : { providerSlug: slug });
  const measured = new Map(rows.map((row) => [row.slug, row]));
  const probed = new Map(probes.map((probe) => [probe.providerSlug, probe]));
  return (name) => {
    const row = measured.get(name);
    return {
      traffic: {
        succeeded: row?.succeeded ?? 0,
        failed: row?.failed ?? 0,
        p50Ms: row?.p50 == null ? null : Math.round(row.p50),
        p95Ms: row?.p95 == null ? null : Math.round(row.p95),
      },
      probe: probed.get(name) ?? null,
    };
  };
}

/** Keeps the last probe of a provider, and the last failure beyond it. */
export async function saveProbe(
  em: EntityManager,
  probe: { providerSlug: string; ok: boolean; latencyMs: number; errorCode: string | null },
): Promise<void> {
  await em.execute(
    `insert into provider_probes (provider_slug, ok, latency_ms, error_code, checked_at, last_error_code, last_error_at)
     values (?, ?, ?, ?, now(), ?, case when ? then null else now() end)
     on conflict (provider_slug) do update set ok = excluded.ok, latency_ms = excluded.latency_ms,
       error_code = excluded.error_code, checked_at = excluded.checked_at,
       last_error_code = coalesce(excluded.last_error_code, provider_probes.last_error_code),
       last_error_at = coalesce(excluded.last_error_at, provider_probes.last_error_at)`,
    [probe.providerSlug, probe.ok, probe.latencyMs, probe.errorCode, probe.errorCode, probe.ok],
  );
}

function describe(
  model: Model,
  provider: Provider,
  context: { settings: ProviderSettings; findCircuit: FindCircuit; now: Date },
): CatalogModel {
  const status = modelStatusAt(model, context.now);
  return { model, provider, status, ...availabilityOf({ model, provider, status }, context) };
}

function includesWord(text: string, word: string | undefined): boolean {
  return word !== undefined && text.toLowerCase().includes(word.toLowerCase());
}
