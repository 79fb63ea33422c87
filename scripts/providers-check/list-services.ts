import { baseUrlSetting } from "#activities/providers/provider-access.ts";
import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import type { Service } from "#db/providers/service-of.ts";

/** What has a key and an adapter of its own: a provider's API, or another service of the provider. */
export interface CheckedService extends Service {
  readonly provider: ProviderDefinition;
  readonly models: readonly ModelDefinition[];
  readonly poll: ProviderDefinition["poll"];
  readonly cancel: string | null;
  readonly webhook: ProviderDefinition["webhook"];
  /** The variable that names another address. */
  readonly baseUrlSetting: string;
}

/** Of all providers, in the order of the catalog; each provider's own API first. */
export function listServices(): CheckedService[] {
  return (providers as readonly ProviderDefinition[]).flatMap((provider) => {
    const { slug, setting, baseUrl, poll, cancel, webhook, models, services = {} } = provider;
    const ofService = (name: string | undefined) =>
      models.filter(({ service }) => service === name);
    const own = { slug, setting, baseUrl, poll, cancel, webhook, models: ofService(undefined) };
    const others = Object.entries(services).map(([slug, service]) => {
      const { setting, baseUrl, region, poll, cancel, webhook } = service;
      const place = region === undefined ? {} : { region };
      return { slug, setting, baseUrl, ...place, poll, cancel, webhook, models: ofService(slug) };
    });
    return [own, ...others].map((service) => ({
      ...service,
      provider,
      baseUrlSetting: baseUrlSetting(service.slug),
    }));
  });
}
