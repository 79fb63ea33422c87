import type { ProviderCall } from "#activities/providers/adapter.ts";

import { simulatorKey, type Simulator } from "./simulator.ts";

/** Longer than any response of a simulator takes on a loaded machine, yet short enough for a test. */
const patienceMs = 20_000;

export function callTo(
  { url }: Pick<Simulator, "url">,
  change: Partial<ProviderCall> = {},
): ProviderCall {
  return {
    baseUrl: url,
    credential: simulatorKey,
    idempotencyKey: "job_1:generate:1",
    signal: AbortSignal.timeout(patienceMs),
    ...change,
  };
}
