import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, test } from "vitest";

/** Outside Vitest a drill starts its own PostgreSQL, and processes of its own instead of reused ones. */
test("npm run drill runs a drill to its end and prints the requests that the provider received", async () => {
  const drill = await promisify(execFile)(
    process.execPath,
    ["scripts/drill.ts", "slow-provider", "--scale", "0.1"],
    { env: { ...process.env, VITEST: undefined }, maxBuffer: 10_000_000 },
  );

  expect(drill.stdout).toMatch(/requests at the provider\D+60\D/);
  expect(drill.stdout).toContain("slow-provider: held");
}, 240_000);
