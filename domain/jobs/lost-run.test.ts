import { expect, test } from "vitest";

import { submissionStates } from "#domain/requests/generation.ts";

import { afterLostRun } from "./lost-run.ts";

test.each([null, ...submissionStates])(
  "a lost run resumes in any state of its last attempt (%s)",
  (attempt) => {
    expect(afterLostRun("gone", attempt)).toBe("resume");
  },
);

test("a terminated run ends its job only when nothing was sent", () => {
  const ended = [null, ...submissionStates].filter(
    (attempt) => afterLostRun("terminated", attempt) === "end",
  );

  expect(ended).toEqual([null, "prepared"]);
});
