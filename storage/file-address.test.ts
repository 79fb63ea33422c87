import * as fc from "fast-check";
import { expect, test } from "vitest";

import { createFileAddress } from "./file-address.ts";

const settings = {
  publicUrl: "http://engine.test",
  signingSecret: "a secret that is long enough for this",
  outputUrlSeconds: 3_600,
};
const keptUntil = new Date("2999-01-01T00:00:00Z");
const output = { fileId: "out_1", keptUntil };

test("a URL works at most for the configured time, and at least for three quarters of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 4e9 }), (seconds) => {
      const now = new Date(seconds * 1_000);
      const { expiresAt } = createFileAddress(output, settings, now);
      const lifeSeconds = (expiresAt.getTime() - now.getTime()) / 1_000;
      expect(lifeSeconds).toBeLessThanOrEqual(3_600);
      expect(lifeSeconds).toBeGreaterThan(2_700);
    }),
  );
});

test("the URL is the same within a quarter of its lifetime", () => {
  const first = createFileAddress(output, settings, new Date(9_000_000));
  const second = createFileAddress(output, settings, new Date(9_899_000));
  const third = createFileAddress(output, settings, new Date(9_901_000));

  expect(second).toEqual(first);
  expect(third.url).not.toBe(first.url);
});

test("the URL does not outlive the file", () => {
  const soon = new Date(10_000_000);

  const { expiresAt } = createFileAddress(
    { fileId: "out_1", keptUntil: soon },
    settings,
    new Date(9_990_000),
  );

  expect(expiresAt).toEqual(soon);
});
