import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { baseUrlSetting } from "#catalog/provider-settings.ts";
import { missingSetting, type Service } from "#db/providers/service-of.ts";
import { listKeys } from "#domain/providers/platform-keys.ts";

import type { ProviderCall } from "./adapter.ts";

export interface ServiceAccess extends Pick<
  ProviderCall,
  "baseUrl" | "region" | "ways" | "headers"
> {
  /** Any key can be used for a new request. At least one. */
  readonly credentials: readonly string[];
}

/**
 * Returns how to reach a service with the current settings, or null without its setting. The setting of
 * studio is its URL; every other one holds one or more keys.
 */
export function serviceAccess(
  service: Service,
  settings: Readonly<Record<string, string>>,
): ServiceAccess | null {
  const { slug, setting, baseUrl, region, connection } = service;
  if (connection !== undefined) return ownAccess(service, settings);
  const value = settings[setting];
  if (value === undefined) return null;
  if (baseUrl === null) return { baseUrl: value, credentials: [""] };
  const place = region === undefined ? undefined : (settings[region.setting] ?? region.default);
  return {
    baseUrl: (settings[baseUrlSetting(slug)] ?? baseUrl).replaceAll("{region}", place ?? ""),
    credentials: listKeys(value),
    ...(place === undefined ? {} : { region: place }),
    ways: waysOf(slug, settings),
  };
}

/** Access to a server of the operator, which has no key but headers. */
function ownAccess(
  service: Service,
  settings: Readonly<Record<string, string>>,
): ServiceAccess | null {
  const { baseUrl, connection } = service;
  if (baseUrl === null || missingSetting(service, settings) !== null) return null;
  const headers = Object.entries(connection?.headersEnv ?? {}).map(([header, name]) => [
    header.toLowerCase(),
    settings[name] ?? "",
  ]);
  return {
    baseUrl,
    credentials: [""],
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
}

/** Returns the adapter of a service: that of its protocol, or that of its slug. */
export function adapterOf<Adapter>(
  { slug, connection }: Pick<Service, "slug" | "connection">,
  adapters: Readonly<Record<string, Adapter>>,
): Adapter | undefined {
  return adapters[connection?.protocol ?? slug];
}

/** Values of the provider's options. */
function waysOf(
  slug: string,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const row: ProviderDefinition | undefined = providers.find((each) => each.slug === slug);
  return Object.fromEntries(
    Object.keys(row?.options ?? {}).flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
