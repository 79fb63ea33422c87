import type { ModelDefinition, ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { baseUrlSetting } from "#catalog/provider-settings.ts";
import type { Service } from "#db/providers/service-of.ts";

/** A unit with a separate key and adapter: a provider's main API, or another service of the provider. */
export interface CheckedService extends Service {
  readonly provider: ProviderDefinition;
  readonly models: readonly ModelDefinition[];
  readonly poll: ProviderDefinition["poll"];
  readonly cancel: string | null;
  readonly webhook: ProviderDefinition["webhook"];
  /** The variable that overrides the base URL. */
  readonly baseUrlSetting: string;
}

/** Services of all providers, in catalog order; each provider's main API first. */
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
