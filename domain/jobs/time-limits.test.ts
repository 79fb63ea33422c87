import { expect, test } from "vitest";

import {
  attemptMsMax,
  attemptSettledMs,
  freeRequestMsMax,
  pollMsMax,
  pollTimeoutMs,
  sendWithinMs,
} from "./time-limits.ts";

test("an attempt can neither send late nor outlast the time that others wait for it", () => {
  expect(sendWithinMs).toBeLessThan(attemptMsMax);
  expect(attemptMsMax).toBeLessThan(attemptSettledMs);
});

test("a request ends before its poll, and a poll before its step", () => {
  expect(freeRequestMsMax).toBeLessThan(pollMsMax);
  expect(pollMsMax).toBeLessThan(pollTimeoutMs);
});
