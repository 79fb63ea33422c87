import type { Provider } from "#db/entities/catalog.ts";

import type { ProviderCall } from "./adapter.ts";

/** Studio's setting is its address; every other provider's is its key. */
export function providerAccess(
  { tier, baseUrl }: Provider,
  value: string,
): Pick<ProviderCall, "baseUrl" | "credential"> {
  return tier === "embedded"
    ? { baseUrl: value, credential: "" }
    : { baseUrl: baseUrl ?? "", credential: value };
}
