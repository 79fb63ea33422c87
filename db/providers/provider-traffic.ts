import { Provider, ProviderProbe } from "#db/entities/catalog.ts";
import { ProviderCircuit } from "#db/entities/provider-health.ts";
import type { EntityManager } from "#db/orm.ts";
import { submissionRefusals } from "#domain/jobs/submission.ts";

export interface ProviderTraffic {
  readonly succeeded: number;
  readonly failed: number;
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** Minutes of traffic that provider health is computed from. */
export const trafficWindowMinutes = 60;

export interface ProviderMeasurement {
  readonly traffic: ProviderTraffic;
  /** Null when the provider was never probed. */
  readonly probe: ProviderProbe | null;
  /** Circuits of the provider and its models that have recorded a failure or an operator's setting. */
  readonly circuits: readonly ProviderCircuit[];
}

/** Refusals caused by the request; they say nothing about the provider's health. */
const callersFaults = submissionRefusals.map((code) => `'${code}'`).join(", ");

/**
 * Returns outcomes and latencies of the last hour's platform-key submissions, the last probe and the
 * circuits.
 */
export async function findProviderTraffic(
  em: EntityManager,
  slug: string,
): Promise<ProviderMeasurement> {
  return (await listProviderTraffic(em, slug))(slug);
}

/** Loads the measurements of all providers in three queries; the returned function looks one up by slug. */
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
       and provider_key_id is null
       ${slug === undefined ? "" : "and provider_slug = ?"}
     group by provider_slug`,
    slug === undefined ? [] : [slug],
  );
  const ofProvider = slug === undefined ? {} : { providerSlug: slug };
  const probes = await em.find(ProviderProbe, ofProvider, { refresh: true });
  const circuits = await em.find(ProviderCircuit, ofProvider, {
    orderBy: { modelId: "asc" },
    refresh: true,
  });
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
      circuits: circuits.filter(({ providerSlug }) => providerSlug === name),
    };
  };
}

/** Stores a provider's latest probe; keeps the last failure across later successes. */
export async function saveProbe(
  em: EntityManager,
  probe: {
    providerSlug: string;
    ok: boolean;
    latencyMs: number;
    errorCode: string | null;
    /** Models of an own server; null when it did not list them. */
    found: readonly string[] | null;
  },
): Promise<void> {
  await em.execute(
    `insert into provider_probes (provider_slug, ok, latency_ms, error_code, checked_at, last_error_code, last_error_at, found_models)
     values (?, ?, ?, ?, now(), ?, case when ? then null else now() end, ?::jsonb)
     on conflict (provider_slug) do update set ok = excluded.ok, latency_ms = excluded.latency_ms,
       error_code = excluded.error_code, checked_at = excluded.checked_at, found_models = excluded.found_models,
       last_error_code = coalesce(excluded.last_error_code, provider_probes.last_error_code),
       last_error_at = coalesce(excluded.last_error_at, provider_probes.last_error_at)`,
    [
      probe.providerSlug,
      probe.ok,
      probe.latencyMs,
      probe.errorCode,
      probe.errorCode,
      probe.ok,
      probe.found === null ? null : JSON.stringify(probe.found),
    ],
  );
}

export interface ProviderHealthFigures extends Pick<ProviderMeasurement, "traffic" | "circuits"> {
  readonly slug: string;
}

/** Lists the health figures of every provider that this version can call. */
export async function listProviderHealth(em: EntityManager): Promise<ProviderHealthFigures[]> {
  const providers = await em.find(Provider, { integrated: true }, { orderBy: { position: "asc" } });
  const measured = await listProviderTraffic(em);
  return providers.map(({ slug }) => ({ slug, ...measured(slug) }));
}
