import { expect, test } from "vitest";

import { digitalSourceTypeOf } from "./provenance.ts";

test.each([
  [{ isAlgorithmic: false, hasInputs: false, hasMarkedInputs: false }, "trainedAlgorithmicMedia"],
  [
    { isAlgorithmic: false, hasInputs: true, hasMarkedInputs: false },
    "compositeWithTrainedAlgorithmicMedia",
  ],
  [{ isAlgorithmic: true, hasInputs: false, hasMarkedInputs: false }, "algorithmicMedia"],
  [{ isAlgorithmic: true, hasInputs: true, hasMarkedInputs: false }, "algorithmicallyEnhanced"],
  [
    { isAlgorithmic: true, hasInputs: true, hasMarkedInputs: true },
    "compositeWithTrainedAlgorithmicMedia",
  ],
] as const)("the source type of %o is %s", (given, expected) => {
  expect(digitalSourceTypeOf(given)).toBe(expected);
});
