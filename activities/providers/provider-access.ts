import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { baseUrlSetting } from "#catalog/provider-settings.ts";
import type { Service } from "#db/providers/service-of.ts";
import { listKeys } from "#domain/providers/platform-keys.ts";

import type { ProviderCall } from "./adapter.ts";

export interface ServiceAccess extends Pick<ProviderCall, "baseUrl" | "region" | "ways"> {
  /** Any key can be used for a new request. At least one. */
  readonly credentials: readonly string[];
}

/**
 * Returns how to reach a service with the current settings, or null without its setting. The setting of
 * studio is its URL; every other one holds one or more keys.
 */
export function serviceAccess(
  { slug, setting, baseUrl, region }: Service,
  settings: Readonly<Record<string, string>>,
): ServiceAccess | null {
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
