import { expect, test } from "vitest";

import { isDatabaseOutage } from "./outage.ts";

function withCode(code: string): Error {
  return Object.assign(new Error("failed"), { code });
}

test.each([
  "08006",
  "25006",
  "25P03",
  "28P01",
  "3D000",
  "40P01",
  "53300",
  "55P03",
  "57014",
  "57P01",
  "57P03",
  "57P05",
  "58030",
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EAI_AGAIN",
])("%s is an outage, also when another error wraps it", (code) => {
  const error = withCode(code);

  expect(isDatabaseOutage(error)).toBe(true);
  expect(isDatabaseOutage(new Error("wrapped", { cause: error }))).toBe(true);
  expect(isDatabaseOutage(Object.assign(new Error("wrapped"), { previous: error }))).toBe(true);
  expect(isDatabaseOutage(new AggregateError([withCode("X"), error]))).toBe(true);
});

test.each(["08P01", "23505", "23514", "42P01", "40001", "22P02"])(
  "%s is an error of the statement, not an outage",
  (code) => {
    expect(isDatabaseOutage(withCode(code))).toBe(false);
  },
);

test("stops at an error that is its own cause", () => {
  const error = new Error("loop");
  error.cause = error;

  expect(isDatabaseOutage(error)).toBe(false);
});

test("a value that is not an error is not an outage", () => {
  expect(isDatabaseOutage("ECONNREFUSED")).toBe(false);
  expect(isDatabaseOutage(undefined)).toBe(false);
});
