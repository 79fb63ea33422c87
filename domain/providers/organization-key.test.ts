import { expect, test } from "vitest";

import type { Pricing } from "#domain/billing/pricing.ts";
import { AppError, errorCatalog, isErrorCode } from "#domain/errors.ts";
import { isProviderTrouble, mayFailOver, submitVerdict } from "#domain/jobs/submission.ts";

import { healthSignOf } from "./circuit.ts";
import {
  isAccountCode,
  organizationKeyCodes,
  priceWith,
  toOrganizationKeyError,
} from "./organization-key.ts";

const film: Pricing = {
  typicalCredits: 25,
  typicalUsd: 1,
  perSecondUsd: 0.2,
  typical: { seconds: 5 },
};
const [long, many] = [{ durationSeconds: 60 }, { count: 10 }];

test("with a platform key, a generation is priced by its size, and more than 30 credits are refused", () => {
  const ours = { pricing: film, providerKeyId: null };

  expect(priceWith(ours, {}, {})).toBe(25);
  expect(() => priceWith(ours, long, {})).toThrow("maximum is 30");
});

test.each([{}, long, many])(
  "with an organization-provided key, any generation costs one credit (%o)",
  (parameters) => {
    expect(priceWith({ pricing: film, providerKeyId: "pky_1" }, parameters, {})).toBe(1);
  },
);

const troubles = [
  ["provider_credential_invalid", "own_key_unusable"],
  ["provider_balance_empty", "own_key_balance_empty"],
  ["provider_rate_limited", "own_key_rate_limited"],
  ["model_not_available", "own_key_lacks_model"],
] as const;

test("every account error of a provider is known", () => {
  const codes = Object.keys(errorCatalog).filter(isErrorCode);

  expect(codes.filter(isAccountCode).toSorted()).toEqual(troubles.map(([code]) => code).toSorted());
  expect([...organizationKeyCodes]).toEqual(troubles.map(([, own]) => own));
});

test.each(troubles)(
  "%s of an organization-provided key becomes the organization's error: %s",
  (code, own) => {
    const details = { status: 401, requestId: "req_1" };

    const told = toOrganizationKeyError(new AppError(code, { details }));

    expect(told).toMatchObject({ code: own, details });
    expect(submitVerdict(own)).toBe(submitVerdict(code));
    expect(mayFailOver(own)).toBe(mayFailOver(code));
    expect(isProviderTrouble(own)).toBe(isProviderTrouble(code));
    expect(errorCatalog[own].retryable).toBe(errorCatalog[code].retryable);
    expect(healthSignOf(own)).toBe("none");
  },
);

test.each([
  [
    "what the provider says of itself",
    new AppError("provider_overloaded", { details: { status: 503 } }),
  ],
  [
    "what no provider has said",
    new AppError("model_not_available", { details: { reason: "ours" } }),
  ],
  ["a fault of ours", new TypeError("no")],
])("%s is returned unchanged", (_name, error) => {
  expect(toOrganizationKeyError(error)).toBe(error);
});
