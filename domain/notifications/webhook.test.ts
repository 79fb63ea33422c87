import { describe, expect, test } from "vitest";

import { attemptsMax, retryDelayMs, webhookBody, webhookHeaders } from "./webhook.ts";

const seconds = 1_000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

describe("the retry schedule", () => {
  test("is that of Standard Webhooks: ten attempts in a little more than three days", () => {
    const delays = Array.from({ length: attemptsMax }, (_, index) =>
      retryDelayMs(index + 1, { retryAfterMs: null, chance: 0 }),
    );

    expect(delays).toEqual([
      5 * seconds,
      5 * minutes,
      30 * minutes,
      2 * hours,
      5 * hours,
      10 * hours,
      14 * hours,
      20 * hours,
      24 * hours,
      null,
    ]);
    expect(attemptsMax).toBe(10);
  });

  test("adds random jitter of up to a fifth of a delay, and never shortens it", () => {
    expect(retryDelayMs(2, { retryAfterMs: null, chance: 0 })).toBe(300_000);
    expect(retryDelayMs(2, { retryAfterMs: null, chance: 0.5 })).toBe(330_000);
    expect(retryDelayMs(2, { retryAfterMs: null, chance: 0.999_999 })).toBeLessThanOrEqual(360_000);
  });

  test.each([
    ["longer than the pause is honoured", 1, 60 * seconds, 60 * seconds],
    ["shorter than the pause changes nothing", 2, 10 * seconds, 5 * minutes],
    ["of more than a day is a day", 1, 400 * hours, 24 * hours],
    ["of zero changes nothing", 1, 0, 5 * seconds],
  ])("a Retry-After that is %s", (_, failures, retryAfterMs, expected) => {
    expect(retryDelayMs(failures, { retryAfterMs, chance: 0 })).toBe(expected);
  });

  test("has no further attempt after the last, even with a Retry-After", () => {
    expect(retryDelayMs(attemptsMax, { retryAfterMs: 5 * seconds, chance: 0 })).toBeNull();
  });
});

test("the body has type, time and data, and the headers have the event's id and the time of sending in seconds", () => {
  const createdAt = new Date("2026-11-21T09:30:02.120Z");
  const startedAt = new Date("2026-11-21T09:35:00.999Z");

  expect(webhookBody({ type: "test", createdAt, data: { a: 1 } })).toBe(
    '{"type":"test","timestamp":"2026-11-21T09:30:02.120Z","data":{"a":1}}',
  );
  expect(webhookHeaders({ eventId: "msg_1", startedAt })).toEqual({
    "content-type": "application/json",
    "user-agent": "generative-media-engine",
    "webhook-id": "msg_1",
    "webhook-timestamp": "1795253700",
  });
});
