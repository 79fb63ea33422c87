import { expect, test } from "vitest";

import { errorCatalog, isErrorCode, type ErrorCode } from "#domain/errors.ts";

import {
  attemptMsMax,
  attemptSettledMs,
  isProviderTrouble,
  mayFailOver,
  sendWithinMs,
  submissionRefusals,
  submitVerdict,
} from "./submission.ts";

const codes = Object.keys(errorCatalog).filter(isErrorCode);

function codesWith(verdict: string): ErrorCode[] {
  return codes.filter((code) => submitVerdict(code) === verdict);
}

test("a request is sent again only when it was held back, and for the three refusals that are certain and pass", () => {
  expect(codesWith("wait").toSorted()).toEqual([
    "own_key_rate_limited",
    "provider_not_available",
    "provider_overloaded",
    "provider_rate_limited",
    "provider_unreachable",
  ]);
});

test("a refusal that is final says that nothing was made and that trying again is no use", () => {
  const final = codesWith("final");

  expect(final).toEqual(expect.arrayContaining(["provider_rejected", "content_refused"]));
  expect(final.filter((code) => errorCatalog[code].retryable)).toEqual([]);
});

test("every answer that leaves a doubt is ambiguous", () => {
  expect(codesWith("ambiguous")).toEqual(
    expect.arrayContaining([
      "provider_outcome_unknown",
      "provider_timeout",
      "provider_response_invalid",
      "internal",
      "unavailable",
    ]),
  );
});

test("another model is tried only after what is certain to have made nothing, and never after a refusal of the request", () => {
  const codesWithFailOver = codes.filter((code) => mayFailOver(code));

  expect(codesWithFailOver.filter((code) => submitVerdict(code) === "ambiguous")).toEqual([]);
  expect(submissionRefusals.filter((code) => mayFailOver(code))).toEqual([]);
  expect(mayFailOver("provider_failed")).toBe(false);
  expect(codesWithFailOver.filter((code) => !isProviderTrouble(code))).toEqual([
    "provider_not_available",
    "model_not_available",
    "own_key_lacks_model",
  ]);
});

test("an attempt can neither send late nor outlive what others wait for it", () => {
  expect(sendWithinMs).toBeLessThan(attemptMsMax);
  expect(attemptMsMax).toBeLessThan(attemptSettledMs);
});
