import { expect, test } from "vitest";

import type { PresentedJob } from "#api/present/job.ts";

import { presentCompletion } from "./chat-answer.ts";

function contentOf(outputs: object[]): string | undefined {
  const job = {
    jobId: "job_1",
    status: "completed",
    createdAt: "2026-11-24T12:00:00.000Z",
    request: { prompt: "say [hello](x)\nto me" },
    source: {},
    billing: { capturedCredits: 1 },
    outputs,
  } as unknown as PresentedJob;
  return presentCompletion(job).choices[0]?.message.content;
}

test("a file is a link with its type, although speech has a text too; a text is itself", () => {
  const speech = { contentType: "audio/wav", url: "http://engine.test/files/out_1", text: "hello" };
  const found = { contentType: "text/plain", url: "http://engine.test/files/out_2", text: "a fox" };

  expect(contentOf([speech, found])).toBe(
    "[say hello x to me (audio/wav)](http://engine.test/files/out_1)\n\na fox\n\n[//]: # (cnv_1)",
  );
});
