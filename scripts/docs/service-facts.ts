import type { ProviderAdapter } from "#activities/providers/adapter.ts";
import { adapters } from "#activities/providers/index.ts";
import { findWebhookProvider } from "#api/provider-webhooks/webhook-providers.ts";
import { type CheckedService, listServices } from "#scripts/providers-check/list-services.ts";

import { type AdapterSource, readAdapterSource } from "./read-adapter-source.ts";
import { readProofs, type ServiceProof } from "./read-proofs.ts";

/** Facts about a service from its row, its adapter, its tests and its recorded calls. */
export interface ServiceFacts extends CheckedService, AdapterSource {
  /** Undefined when this version has no adapter for the service. */
  readonly adapter: ProviderAdapter | undefined;
  readonly takesWebhooks: boolean;
  readonly proof: ServiceProof;
}

export async function collectServiceFacts(): Promise<ServiceFacts[]> {
  const proofOf = await readProofs();
  return Promise.all(
    listServices().map(async (service) => {
      const { slug, provider, webhook } = service;
      const adapter = adapters[slug];
      return {
        ...service,
        adapter,
        takesWebhooks: webhook !== null && findWebhookProvider(provider.slug) !== undefined,
        proof: await proofOf(slug),
        ...(adapter === undefined ? noSource : await readAdapterSource(slug)),
      };
    }),
  );
}

const noSource: AdapterSource = { announces: false, unverified: [] };

/** The models that this version can call. */
export function calledModels({ adapter, models }: ServiceFacts): ServiceFacts["models"] {
  if (adapter === undefined) return [];
  return models.filter(
    ({ lifecycle: { status } }) => status !== "retired" && status !== "disabled",
  );
}
