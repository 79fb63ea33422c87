import { expect, test } from "vitest";

import * as original from "#domain/submission.ts";

import * as scaled from "./scaled-submission.ts";

test("every limit that is scaled exists in the original", () => {
  expect(Object.keys(scaled).toSorted()).toEqual(Object.keys(original).toSorted());
});
