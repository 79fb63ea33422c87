import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

/** Every variable that some part of the catalog requires: keys and base URLs. */
export const keySettings: readonly string[] = providers.flatMap((provider: ProviderDefinition) => [
  provider.setting,
  ...Object.values(provider.services ?? {}).map(({ setting }) => setting),
]);
