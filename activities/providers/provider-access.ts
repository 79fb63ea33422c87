import type { Service } from "#db/providers/service-of.ts";
import { listKeys } from "#domain/providers/our-keys.ts";

import type { ProviderCall } from "./adapter.ts";

/** The environment variable that names another address of a service: a proxy, or a test's. */
export function baseUrlSetting(slug: string): string {
  return `${slug.toUpperCase().replaceAll("-", "_")}_BASE_URL`;
}

export interface ServiceAccess extends Pick<ProviderCall, "baseUrl" | "region" | "ways"> {
  /** Any of them can be used for a new request; one at least. */
  readonly credentials: readonly string[];
}

/** Settings that say how a service is used, where there are several ways. */
const waySettings: Readonly<Record<string, readonly string[]>> = {
  elevenlabs: ["ELEVENLABS_WEBHOOK_ID"],
  openai: ["OPENAI_IMAGES"],
};

/**
 * How a service is reached with what is set here; null without its setting. Studio's setting is its
 * address; every other one's is its key, or several.
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
