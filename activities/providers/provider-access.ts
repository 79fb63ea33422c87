import type { Provider } from "#db/entities/catalog.ts";

import type { ProviderCall } from "./adapter.ts";

/** The environment variable that names another address of a provider: a proxy, or a test's. */
export function baseUrlSetting(slug: string): string {
  return `${slug.toUpperCase().replaceAll("-", "_")}_BASE_URL`;
}

/** Studio's setting is its address; every other provider's is its key, or several. */
export function providerAccess(
  { slug, tier, baseUrl }: Provider,
  value: string,
  settings: Readonly<Record<string, string>>,
): Pick<ProviderCall, "baseUrl" | "credential"> {
  return tier === "embedded"
    ? { baseUrl: value, credential: "" }
    : { baseUrl: settings[baseUrlSetting(slug)] ?? baseUrl ?? "", credential: value };
}
