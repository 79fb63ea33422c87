import type { RequestDependencies } from "#api/dependencies.ts";
import {
  findProviderAdministration,
  listProviderAdministration,
  type ProviderAdministration,
} from "#db/providers/admin-providers.ts";
import { listProviders } from "#db/providers/catalog.ts";
import { listProviderTraffic } from "#db/providers/provider-traffic.ts";

import { presentAdminProvider } from "./admin-provider.ts";

type Reading = Pick<RequestDependencies, "em" | "settings" | "now">;
type PresentedProvider = ReturnType<typeof presentAdminProvider>;

/** Lists every provider as operators see it. */
export async function readAdminProviders(dependencies: Reading): Promise<PresentedProvider[]> {
  const rows = await listProviderAdministration(dependencies.em);
  return present(rows, dependencies);
}

/** Throws `provider_not_found`. */
export async function readAdminProvider(
  slug: string,
  dependencies: Reading,
): Promise<PresentedProvider> {
  const row = await findProviderAdministration(dependencies.em, slug);
  const [presented] = await present([row], dependencies, slug);
  if (presented === undefined) throw new Error(`the directory lacks ${slug}`);
  return presented;
}

async function present(
  rows: readonly ProviderAdministration[],
  { em, settings, now }: Reading,
  slug?: string,
): Promise<PresentedProvider[]> {
  const entries = await listProviders(em, settings.providerSettings, { slug, now: now() });
  const traffic = await listProviderTraffic(em, slug);
  return rows.flatMap((row) => {
    const entry = entries.find(({ provider }) => provider.slug === row.provider.slug);
    return entry === undefined
      ? []
      : [presentAdminProvider(row, { entry, ...traffic(row.provider.slug) })];
  });
}
