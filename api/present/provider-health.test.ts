import { expect, test } from "vitest";

import type { CircuitState } from "#domain/circuit.ts";

import { healthStatusOf, type ProviderFacts } from "./provider-health.ts";

function facts({
  configured = true,
  mode = "enabled",
  succeeded = 0,
  failed = 0,
  probeOk,
  circuit,
}: {
  configured?: boolean;
  mode?: string;
  succeeded?: number;
  failed?: number;
  probeOk?: boolean;
  circuit?: CircuitState;
}): ProviderFacts {
  return {
    entry: { configured, provider: { mode } },
    traffic: { succeeded, failed, p50Ms: null, p95Ms: null },
    probe: probeOk === undefined ? null : { ok: probeOk },
    circuits: circuit === undefined ? [] : [{ modelId: "", state: circuit, force: "auto" }],
  } as unknown as ProviderFacts;
}

test.each([
  ["healthy", facts({})],
  ["healthy", facts({ succeeded: 95, failed: 5, probeOk: true })],
  ["healthy", facts({ failed: 2 })],
  ["degraded", facts({ succeeded: 8, failed: 2 })],
  ["degraded", facts({ mode: "draining" })],
  ["unavailable", facts({ failed: 3 })],
  ["unavailable", facts({ probeOk: false })],
  ["degraded", facts({ succeeded: 100, probeOk: false })],
  ["unavailable", facts({ succeeded: 100, circuit: "open" })],
  ["degraded", facts({ succeeded: 100, circuit: "half_open" })],
  ["healthy", facts({ succeeded: 100, circuit: "closed" })],
  ["unconfigured", facts({ configured: false, probeOk: false })],
  ["disabled", facts({ mode: "disabled", configured: false })],
])("%s follows from %j", (status, given) => {
  expect(healthStatusOf(given)).toBe(status);
});
