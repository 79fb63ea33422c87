import { expect, test } from "vitest";

import { errorCatalog, isErrorCode, type ErrorCode } from "#domain/errors.ts";

import { isProviderTrouble, mayFailOver, submissionRefusals, submitVerdict } from "./submission.ts";

const codes = Object.keys(errorCatalog).filter(isErrorCode);

function codesWith(verdict: string): ErrorCode[] {
  return codes.filter((code) => submitVerdict(code) === verdict);
}

test("a request is sent again only when it was held back or after a refusal that is certain and temporary", () => {
  expect(codesWith("wait").toSorted()).toEqual([
    "own_key_rate_limited",
    "provider_not_available",
    "provider_overloaded",
    "provider_rate_limited",
    "provider_unreachable",
  ]);
});

test("a final refusal means that nothing was made and that a retry is useless", () => {
  const final = codesWith("final");

  expect(final).toEqual(expect.arrayContaining(["provider_rejected", "content_refused"]));
  expect(final.filter((code) => errorCatalog[code].retryable)).toEqual([]);
});

test("every response that leaves a doubt is ambiguous", () => {
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

test("failover happens only when certainly nothing was made, and never after a refusal of the request", () => {
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
