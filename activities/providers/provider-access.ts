import type { Service } from "#db/providers/service-of.ts";
import { listKeys } from "#domain/providers/platform-keys.ts";

import type { ProviderCall } from "./adapter.ts";

/** Name of the environment variable that overrides the base URL of a service, for proxies and tests. */
export function baseUrlSetting(slug: string): string {
  return `${slug.toUpperCase().replaceAll("-", "_")}_BASE_URL`;
}

export interface ServiceAccess extends Pick<ProviderCall, "baseUrl" | "region" | "ways"> {
  /** Any key can be used for a new request. At least one. */
  readonly credentials: readonly string[];
}

/** Settings that select between several ways to use a service. */
const waySettings: Readonly<Record<string, readonly string[]>> = {
  elevenlabs: ["ELEVENLABS_WEBHOOK_ID"],
  openai: ["OPENAI_IMAGES"],
};

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

function waysOf(
  slug: string,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    (waySettings[slug] ?? []).flatMap((name) => {
      const value = settings[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
