import { expect, test } from "vitest";

import { AppError, type ErrorCode } from "#domain/errors.ts";

import { listKeys, coolDownMsFor } from "./platform-keys.ts";

test.each([
  ["one", ["one"]],
  ["one, two,three ", ["one", "two", "three"]],
  ["one,,", ["one"]],
  ["", [""]],
  [
    ' {"type":"service_account","project_id":"p"}',
    [' {"type":"service_account","project_id":"p"}'],
  ],
])("the keys in %j", (value, keys) => {
  expect(listKeys(value)).toEqual(keys);
});

test.each<[ErrorCode, object, number]>([
  ["provider_credential_invalid", {}, 600_000],
  ["provider_balance_empty", {}, 600_000],
  ["provider_rate_limited", {}, 5_000],
  ["provider_rate_limited", { retryAfterSeconds: 30 }, 30_000],
  ["provider_rate_limited", { retryAfterSeconds: 86_400 }, 600_000],
  ["provider_overloaded", { retryAfterSeconds: 30 }, 0],
  ["content_refused", {}, 0],
])("after %s with %j the cool-down of a key is %i ms", (code, details, ms) => {
  expect(coolDownMsFor(new AppError(code, { details: { ...details } }))).toBe(ms);
});
