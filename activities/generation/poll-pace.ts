import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

const maxMs = 5_000;

/** Minimum milliseconds between polls, by the slug of a provider or of one of its services. */
const askedFor = new Map<string, number>(
  providers.flatMap(({ slug, poll, services = {} }: ProviderDefinition) =>
    Object.entries({ ...services, [slug]: { poll } }).map(([name, asked]) => [
      name,
      (asked.poll.intervalSecondsMin ?? 0) * 1_000,
    ]),
  ),
);

/** Returns the bounds of the polling interval. Respects the minimum interval that the provider documents. */
export function pollPace(
  serviceSlug: string,
  quickestMs: number,
): { readonly minMs: number; readonly maxMs: number } {
  const minMs = Math.max(quickestMs, askedFor.get(serviceSlug) ?? 0);
  return { minMs, maxMs: Math.max(minMs, maxMs) };
}
