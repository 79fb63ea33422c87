import { ApiError } from "@gme/client";
import { describe, expect, test } from "vitest";

import { describeChanges, findLacking } from "./warnings.ts";

const settings = { size: { width: 640, height: 480 }, seed: { seed: 7 } };

function refusal(...issues: [pointer: string, code: string][]): ApiError {
  return new ApiError({
    status: 422,
    code: "parameter_not_supported",
    errors: issues.map(([pointer, code]) => ({ pointer, code, message: `No ${pointer}.` })),
  });
}

describe("settings that the model lacks", () => {
  test("are those that the refusal names, each once", () => {
    const error = refusal(
      ["/parameters/width", "not_supported"],
      ["/parameters/height", "not_supported"],
      ["/parameters/seed", "not_supported"],
    );
    expect(findLacking(error, settings).map(({ feature }) => feature)).toEqual(["size", "seed"]);
  });

  test.each([
    ["a value that is not taken", refusal(["/parameters/seed", "value_not_supported"])],
    [
      "a parameter that is no setting",
      refusal(["/parameters/seed", "not_supported"], ["/parameters/count", "not_supported"]),
    ],
    ["another error", new ApiError({ status: 422, code: "request_invalid" })],
    ["no error of the API", new Error("seed")],
  ])("are none for %s", (_, error) => {
    expect(findLacking(error, settings)).toEqual([]);
  });
});

test("changes of settings are described, and nothing else that the engine chose", () => {
  const assumptions = [
    "size: The model makes squares. 512x512 is used.",
    "voice: slt is used.",
    "",
  ];
  expect(describeChanges(assumptions, settings)).toEqual([
    {
      type: "compatibility",
      feature: "size",
      details: "The model makes squares. 512x512 is used.",
    },
  ]);
});
