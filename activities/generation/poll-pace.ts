import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";

/** Share of the elapsed time to wait before the next poll: short waits at first, longer ones later. */
const waitShare = 0.15;

/** Bounds of the wait between two polls. */
export interface PollPace {
  readonly minMs: number;
  readonly maxMs: number;
}

/** Shortest waits between polls of a generation, while it runs and while it is being canceled. */
export const quickestMs = { generating: 150, canceling: 500 } as const;

/** Longest wait between polls of a generation, unless the provider asks for a longer one. */
const slowestMs = 5_000;

/** Pace at which a request in doubt is looked up, or is sent again where the provider gives no delay. */
export const doubtPace: PollPace = { minMs: 500, maxMs: 30_000 };

/** Minimum milliseconds between polls, by the slug of a provider or of one of its services. */
const askedFor = new Map<string, number>(
  providers.flatMap(({ slug, poll, services = {} }: ProviderDefinition) =>
    Object.entries({ ...services, [slug]: { poll } }).map(([name, asked]) => [
      name,
      (asked.poll.intervalSecondsMin ?? 0) * 1_000,
    ]),
  ),
);

/** Returns the pace of a generation's polls. Respects the minimum interval that the provider documents. */
export function pollPace(serviceSlug: string, fromMs: number): PollPace {
  const minMs = Math.max(fromMs, askedFor.get(serviceSlug) ?? 0);
  return { minMs, maxMs: Math.max(minMs, slowestMs) };
}

/** Returns the wait before the next poll: a share of the elapsed time, within the bounds of the pace. */
export function waitMs(passedMs: number, { minMs, maxMs }: PollPace): number {
  return Math.round(Math.min(Math.max(passedMs * waitShare, minMs), maxMs));
}
