import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

const maxMs = 5_000;

/** By the slug of a provider, or of a service of one. */
const askedFor = new Map<string, number>(
  providers.flatMap(({ slug, poll, services = {} }: ProviderDefinition) =>
    Object.entries({ ...services, [slug]: { poll } }).map(([name, asked]) => [
      name,
      (asked.poll.intervalSecondsMin ?? 0) * 1_000,
    ]),
  ),
);

/** How often a provider is asked for a result: no faster than it says that it wants to be. */
export function pollPace(
  serviceSlug: string,
  quickestMs: number,
): { readonly minMs: number; readonly maxMs: number } {
  const minMs = Math.max(quickestMs, askedFor.get(serviceSlug) ?? 0);
  return { minMs, maxMs: Math.max(minMs, maxMs) };
}
