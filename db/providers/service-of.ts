import type { Model, ModelService, Provider } from "#db/entities/catalog.ts";

/** Where and with which key a model is called, and by which adapter: `slug` names it. */
export interface Service extends Omit<ModelService, "baseUrl"> {
  /** Null for the embedded provider, whose setting is its address. */
  readonly baseUrl: string | null;
}

/** The one rule for what a model is called at: its own service, or its provider's. */
export function serviceOf(
  { service }: Pick<Model, "service">,
  provider: Pick<Provider, "slug" | "setting" | "baseUrl">,
): Service {
  if (service != null) return service;
  const { slug, setting, baseUrl } = provider;
  return { slug, setting, baseUrl: baseUrl ?? null };
}

/** All that the models of a provider are called at, its own API first. */
export function listServices(provider: Provider, models: readonly Model[]): readonly Service[] {
  const services = [serviceOf({ service: null }, provider)];
  for (const model of models) {
    const service = serviceOf(model, provider);
    if (services.every(({ slug }) => slug !== service.slug)) services.push(service);
  }
  return services;
}
