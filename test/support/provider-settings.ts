import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

/** Every variable without which something of the catalog cannot be called: keys and addresses. */
export const keySettings: readonly string[] = providers.flatMap((provider: ProviderDefinition) => [
  provider.setting,
  ...Object.values(provider.services ?? {}).map(({ setting }) => setting),
]);
