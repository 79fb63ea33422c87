import { expect, test } from "vitest";

import type { CircuitState } from "#domain/providers/circuit.ts";

import { healthStatusOf, type StatusFacts } from "./provider-health.ts";

function facts({
  configured = true,
  mode = "enabled",
  succeeded = 0,
  failed = 0,
  probeOk,
  circuit,
}: {
  configured?: boolean;
  mode?: StatusFacts["entry"]["provider"]["mode"];
  succeeded?: number;
  failed?: number;
  probeOk?: boolean;
  circuit?: CircuitState;
}): StatusFacts {
  return {
    entry: { configured, provider: { mode } },
    traffic: { succeeded, failed },
    probe: probeOk === undefined ? null : { ok: probeOk },
    circuits: circuit === undefined ? [] : [{ modelId: "", state: circuit, force: "auto" }],
  };
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
])("reports %s for %j", (status, given) => {
  expect(healthStatusOf(given)).toBe(status);
});
