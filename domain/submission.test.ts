import { expect, test } from "vitest";

import { errorCatalog, isErrorCode, type ErrorCode } from "./errors.ts";
import { submitVerdict } from "./submission.ts";

const codes = Object.keys(errorCatalog).filter(isErrorCode);

function codesWith(verdict: string): ErrorCode[] {
  return codes.filter((code) => submitVerdict(code) === verdict);
}

test("a request is sent again only for the three refusals that are certain and pass", () => {
  expect(codesWith("wait").toSorted()).toEqual([
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
