import type { z } from "zod";

import type { ReadinessCheck } from "#api/dependencies.ts";
import type { Readiness } from "#api/metrics/readiness.ts";
import { apiComponent } from "#api/metrics/status-recorder.ts";
import type { statusSchema } from "#api/schemas/status.ts";
import { type RequestCounts, type SeenMinutes, statusDays } from "#db/status.ts";

type Status = z.input<typeof statusSchema>;
type ProviderStatus = keyof Status["providers"];

const statusOf = {
  ready: "operational",
  degraded: "degraded",
  unready: "down",
} as const satisfies Record<Readiness["status"], Status["status"]>;

export function presentStatus({
  version,
  build,
  readiness,
  seen,
  requests: { requests, failed },
  providers,
  now,
}: {
  version: string;
  build: string | null;
  readiness: Readiness;
  seen: ReadonlyMap<string, SeenMinutes>;
  requests: RequestCounts;
  providers: readonly ProviderStatus[];
  now: Date;
}): Status {
  const api = seen.get(apiComponent);
  return {
    status: statusOf[readiness.status],
    version,
    build,
    uptime: {
      days: statusDays,
      since: api?.since.toISOString() ?? null,
      percent: api === undefined ? null : percentOf(api.up, minutesSince(api, now)),
      requestsPercent: requests === 0 ? null : percentOf(requests - failed, requests),
    },
    components: readiness.checks.map(({ name, status, optional }: ComponentCheck) => {
      const minutes = seen.get(name);
      return {
        name,
        status: status === "ok" ? ("operational" as const) : ("down" as const),
        optional,
        uptimePercent: minutes === undefined ? null : percentOf(minutes.up, minutes.seen),
      };
    }),
    providers: countEach(providers),
    checkedAt: now.toISOString(),
  };
}

type ComponentCheck = Pick<ReadinessCheck, "name" | "optional"> & { status: "ok" | "failed" };

/** Minutes without a record count as down: no API process could serve. */
function minutesSince({ seen, since }: SeenMinutes, now: Date): number {
  return Math.max(seen, Math.floor((now.getTime() - since.getTime()) / 60_000));
}

/** Rounded down, so that 100 means every minute. */
function percentOf(part: number, whole: number): number {
  return Math.floor((part / whole) * 1e5) / 1e3;
}

function countEach(statuses: readonly ProviderStatus[]): Status["providers"] {
  const counts = { healthy: 0, degraded: 0, unavailable: 0, unconfigured: 0, disabled: 0 };
  for (const status of statuses) counts[status] += 1;
  return counts;
}
