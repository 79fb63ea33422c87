import { expect, test } from "vitest";

import { healthStatusOf, type ProviderFacts } from "./catalog.ts";

function facts({
  configured = true,
  mode = "enabled",
  succeeded = 0,
  failed = 0,
  probeOk,
}: {
  configured?: boolean;
  mode?: string;
  succeeded?: number;
  failed?: number;
  probeOk?: boolean;
}): ProviderFacts {
  return {
    entry: { configured, provider: { mode } },
    traffic: { succeeded, failed, p50Ms: null, p95Ms: null },
    probe: probeOk === undefined ? null : { ok: probeOk },
  } as ProviderFacts;
}

test.each([
  ["healthy", facts({})],
  ["healthy", facts({ succeeded: 95, failed: 5, probeOk: true })],
  ["healthy", facts({ failed: 2 })],
  ["degraded", facts({ succeeded: 8, failed: 2 })],
  ["degraded", facts({ mode: "draining" })],
  ["unavailable", facts({ failed: 3 })],
  ["unavailable", facts({ succeeded: 100, probeOk: false })],
  ["unconfigured", facts({ configured: false, probeOk: false })],
  ["disabled", facts({ mode: "disabled", configured: false })],
])("%s follows from %j", (status, given) => {
  expect(healthStatusOf(given)).toBe(status);
});
