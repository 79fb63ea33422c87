import { expect, test } from "vitest";

import * as submission from "#domain/jobs/submission.ts";
import * as circuitLimits from "#domain/providers/circuit-limits.ts";

import * as scaledCircuitLimits from "./scaled-circuit-limits.ts";
import * as scaledSubmission from "./scaled-submission.ts";

test.each([
  ["submissions", scaledSubmission, submission],
  ["circuits", scaledCircuitLimits, circuitLimits],
])("every scaled limit of %s exists in the original", (_, scaled, original) => {
  expect(Object.keys(scaled).toSorted()).toEqual(Object.keys(original).toSorted());
});
