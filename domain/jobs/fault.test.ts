import { expect, test } from "vitest";

import { faultOf } from "./fault.ts";

test.each([
  ["completed", undefined, "none"],
  ["canceled", "internal", "none"],
  ["failed", "internal", "platform"],
  ["failed", "submission_unknown", "platform"],
  ["failed", undefined, "platform"],
  ["failed", "provider_failed", "provider"],
  ["failed", "output_invalid", "provider"],
  ["failed", "provider_rejected", "caller"],
  ["failed", "own_key_balance_empty", "caller"],
  ["failed", "input_invalid", "caller"],
])("a job that is %s with %s is the fault of %s", (status, code, fault) => {
  expect(faultOf(status, code)).toBe(fault);
});
