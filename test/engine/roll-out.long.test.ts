import { expect, test } from "vitest";

import { rollOut } from "#test/drills/roll-out.ts";

test("no request fails while APIs and workers are replaced, and no job is paid for twice", async () => {
  const counts = await rollOut({ seed: 7, scale: 0.2, log: () => undefined });

  expect(counts).toMatchObject({ "failed requests": 0, "roll-outs": 1 });
  expect(counts["jobs"]).toBeGreaterThan(0);
}, 240_000);
