import { providers } from "#catalog/index.ts";

const maxMs = 5_000;

const askedFor = new Map<string, number>(
  providers.map(({ slug, poll }) => [slug, (poll.intervalSecondsMin ?? 0) * 1_000]),
);

/** How often a provider is asked for a result: no faster than it says that it wants to be. */
export function pollPace(
  providerSlug: string,
  quickestMs: number,
): { readonly minMs: number; readonly maxMs: number } {
  const minMs = Math.max(quickestMs, askedFor.get(providerSlug) ?? 0);
  return { minMs, maxMs: Math.max(minMs, maxMs) };
}
