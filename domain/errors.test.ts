import { expect, test } from "vitest";

import { AppError, errorCatalog, isErrorCode } from "./errors.ts";

const rules = Object.entries(errorCatalog);

test("each code is lower-case words, and each text is a sentence", () => {
  const wrong = rules.filter(
    ([code, { message, cure }]) =>
      !/^[a-z]+(_[a-z]+)*$/.test(code) ||
      !/^[A-Z].*\.$/.test(message) ||
      !/^[A-Z].*[.…]$/.test(cure),
  );

  expect(wrong).toEqual([]);
});

test("each status is an HTTP error status, and a retryable error is not the caller's fault", () => {
  const allowed = [
    400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 416, 421, 422, 429, 500, 501, 502,
    503, 504,
  ];
  // The caller repeats these unchanged: nothing is wrong with the request itself.
  const repeatable = [
    "rate_limited",
    "sign_in_limited",
    "invitations_limited",
    "streams_limited",
    "job_limit_reached",
    "spend_limit_reached",
    "asset_in_use",
    "idempotency_in_flight",
    "request_aborted",
  ];

  expect(rules.filter(([, { status }]) => !allowed.includes(status))).toEqual([]);
  expect(
    rules.filter(
      ([code, { status, retryable }]) => retryable && status < 500 && !repeatable.includes(code),
    ),
  ).toEqual([]);
});

test("no two errors have the same message", () => {
  expect(new Set(rules.map(([, { message }]) => message)).size).toBe(rules.length);
});

test("names of built-in object properties are not error codes", () => {
  expect(isErrorCode("constructor")).toBe(false);
  expect(isErrorCode("internal")).toBe(true);
});

test("an error has the table's message unless a specific one is given", () => {
  expect(new AppError("rate_limited").message).toBe(errorCatalog.rate_limited.message);
  expect(new AppError("rate_limited", { message: "Slower." }).message).toBe("Slower.");
  expect(new AppError("rate_limited")).toMatchObject({ details: {}, issues: [] });
});
