import type { OwnConnection } from "#catalog/own/own-connection.ts";
import type { Model, ModelService, Provider } from "#db/entities/catalog.ts";

/** URL, key setting and adapter (`slug`) with which a model is called. */
export interface Service extends Omit<ModelService, "baseUrl"> {
  /** Null for the embedded provider, whose setting contains its URL. */
  readonly baseUrl: string | null;
  /** Absent, except for a server of the operator. */
  readonly connection?: OwnConnection;
}

/** Returns the service of a model: its own, or else its provider's. No other code decides this. */
export function serviceOf(
  { service }: Pick<Model, "service">,
  provider: Pick<Provider, "slug" | "setting" | "baseUrl" | "connection">,
): Service {
  if (service != null) return service;
  const { slug, setting, baseUrl, connection } = provider;
  return { slug, setting, baseUrl: baseUrl ?? null, ...(connection == null ? {} : { connection }) };
}

/** Name of a setting without which a service cannot be called. Null: nothing is missing. */
export function missingSetting(
  { setting, connection }: Pick<Service, "setting" | "connection">,
  settings: Readonly<Record<string, string>>,
): string | null {
  const needed = connection === undefined ? [setting] : Object.values(connection.headersEnv);
  return needed.find((name) => settings[name] === undefined) ?? null;
}

/** Lists all services of a provider's models, the provider's own API first. */
export function listServices(provider: Provider, models: readonly Model[]): readonly Service[] {
  const services = [serviceOf({ service: null }, provider)];
  for (const model of models) {
    const service = serviceOf(model, provider);
    if (services.every(({ slug }) => slug !== service.slug)) services.push(service);
  }
  return services;
}
