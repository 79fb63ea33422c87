import { expect, test } from "vitest";

import { pollPace } from "./poll-pace.ts";

test("polls no faster than the provider's minimum interval, or at the platform's interval without one", () => {
  expect(pollPace("stability-ai", 150)).toEqual({ minMs: 10_000, maxMs: 10_000 });
  expect(pollPace("tripo", 150)).toEqual({ minMs: 2_000, maxMs: 5_000 });
  expect(pollPace("luma", 150)).toEqual({ minMs: 5_000, maxMs: 5_000 });
  expect(pollPace("luma-dream-machine", 150)).toEqual({ minMs: 3_000, maxMs: 5_000 });
  expect(pollPace("studio", 150)).toEqual({ minMs: 150, maxMs: 5_000 });
  expect(pollPace("recraft", 150)).toEqual({ minMs: 150, maxMs: 5_000 });
});
