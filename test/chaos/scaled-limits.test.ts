import { expect, test } from "vitest";

import * as timeLimits from "#domain/jobs/time-limits.ts";
import * as circuitLimits from "#domain/providers/circuit-limits.ts";

import * as scaledCircuitLimits from "./scaled-circuit-limits.ts";
import * as scaledTimeLimits from "./scaled-time-limits.ts";

test.each([
  ["generations", scaledTimeLimits, timeLimits],
  ["circuits", scaledCircuitLimits, circuitLimits],
])("every scaled limit of %s exists in the original", (_, scaled, original) => {
  expect(Object.keys(scaled).toSorted()).toEqual(Object.keys(original).toSorted());
});
