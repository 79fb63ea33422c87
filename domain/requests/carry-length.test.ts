import { expect, test } from "vitest";

import type { InputFacts, LengthRule } from "./input-facts.ts";
import { mapRequest } from "./map-request.ts";
import type { ModelParameter } from "./model-parameters.ts";

const upTo30: ModelParameter = { type: "integer", minimum: 3, maximum: 30, "x-role": "duration" };
const video = (durationSeconds?: number): InputFacts => ({
  kind: "video",
  ...(durationSeconds === undefined ? {} : { durationSeconds }),
});

function mapped(
  inputs: readonly InputFacts[],
  {
    rule = { of: ["video", "audio"] },
    duration = upTo30,
    durationSeconds,
  }: { rule?: LengthRule; duration?: ModelParameter | null; durationSeconds?: number } = {},
) {
  const properties = {
    clips: {
      type: "array",
      items: { type: "object" },
      "x-role": "contents",
    } satisfies ModelParameter,
    ...(duration === null ? {} : { duration }),
  };
  const { values, issues, assumptions } = mapRequest(
    { properties },
    {
      inputs,
      parameters: durationSeconds === undefined ? {} : { durationSeconds },
      priced: { typical: { seconds: 5 }, measured: { seconds: rule } },
    },
  );
  return { seconds: values["duration"], issues, assumptions };
}

test("without a duration, the longest input determines it, which is reported as an assumption", () => {
  expect(mapped([video(12.04), { kind: "audio", durationSeconds: 3 }])).toEqual({
    seconds: 13,
    issues: [],
    assumptions: ["durationSeconds: 13 is used for the video of 13 s."],
  });
});

test("a frame or two above whole seconds is not billed where the provider tolerates it", () => {
  const rule = { of: ["video"], toleranceSeconds: 0.1 } as const;

  expect(mapped([video(12.04)], { rule }).seconds).toBe(12);
  expect(mapped([video(12.1)], { rule }).seconds).toBe(12);
  expect(mapped([video(12.2)], { rule }).seconds).toBe(13);
});

test("a listed length is rounded up to fit the input, not to the nearest value", () => {
  const duration: ModelParameter = { type: "string", enum: ["5s", "10s"], "x-role": "duration" };

  expect(mapped([video(6)], { duration }).seconds).toBe("10s");
  expect(mapped([video(2)], { duration }).seconds).toBe("5s");
});

test("an input of unknown length does not change the duration", () => {
  expect(mapped([video()])).toEqual({ seconds: 5, issues: [], assumptions: [] });
  expect(mapped([video(4), { kind: "audio" }]).seconds).toBe(5);
  expect(mapped([{ kind: "image" }]).seconds).toBe(5);
});

test("an input longer than the given duration is refused with the duration that fits", () => {
  const issue = {
    pointer: "/parameters/durationSeconds",
    code: "value_not_supported",
    message:
      "The video lasts 12 s, but durationSeconds is 5: set durationSeconds to 12, or send a shorter file.",
  };

  expect(mapped([video(12)], { durationSeconds: 5 }).issues).toEqual([issue]);
  expect(mapped([video(12), { kind: "audio" }]).issues).toEqual([issue]);
  expect(mapped([video(12)], { durationSeconds: 12 })).toMatchObject({ seconds: 12, issues: [] });
  expect(mapped([video(4)], { durationSeconds: 12 })).toMatchObject({ seconds: 12, issues: [] });
});

test.each([
  ["the parameter's", upTo30, { of: ["video"] }, 30],
  ["the row's", null, { of: ["video"], max: 20 }, 20],
  ["the lower", upTo30, { of: ["video"], max: 20 }, 20],
] as const)("an input above %s bound is refused at its place", (_name, duration, rule, most) => {
  expect(mapped([{ kind: "image" }, video(75)], { duration, rule }).issues).toEqual([
    {
      pointer: "/inputs/1",
      code: "too_long",
      message: `The video lasts 75 s; the model takes at most ${most} s.`,
    },
  ]);
});

test("every input below the minimum length is reported", () => {
  const rule = { of: ["video", "audio"], min: 2 } as const;

  expect(mapped([video(10), { kind: "audio", durationSeconds: 1.5 }], { rule }).issues).toEqual([
    {
      pointer: "/inputs/1",
      code: "too_short",
      message: "The recording is too short; the model takes at least 2 s.",
    },
  ]);
});

test("a model without a duration parameter is priced by the input's length, too", () => {
  expect(mapped([{ kind: "audio", durationSeconds: 61.2 }], { duration: null })).toEqual({
    seconds: undefined,
    issues: [],
    assumptions: ["durationSeconds: 62 s are charged, the duration of the recording."],
  });
});

test("an input whose length cannot be read is refused where the price depends on it", () => {
  const unknown = { kind: "audio", hasNoLength: true } as const;

  expect(mapped([unknown], { duration: null }).issues).toMatchObject([
    { pointer: "/inputs/0", code: "length_unknown" },
  ]);
  expect(mapped([unknown], { duration: null, rule: { of: ["video"] } }).issues).toEqual([]);
  expect(mapped([{ kind: "audio" }], { duration: null }).issues).toEqual([]);
});
