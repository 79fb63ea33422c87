import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, test } from "vitest";

import { findFreePort, isPortFree, reservePort } from "./ports.ts";

const ports = fileURLToPath(new URL("ports.ts", import.meta.url));

/** Reserves a port in another process, which then ends. */
async function reserveElsewhere(port: number): Promise<string> {
  const script = `import { reservePort } from ${JSON.stringify(ports)};
    console.log(await reservePort(${port}));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    script,
  ]);
  return stdout.trim();
}

// A test's Temporal UI listened on the port that its API had found before and was about to use.
test("a port that was found stays free for its finder: no process reserves it again", async () => {
  const port = await findFreePort();

  expect(await reservePort(port)).toBe(false);
  expect(await reserveElsewhere(port)).toBe("false");
  expect(await isPortFree(port)).toBe(true);
});

test("the reservation of a process that has ended is void", async () => {
  let port = 32_700;
  while ((await reserveElsewhere(port)) !== "true") port += 1;

  expect(await reservePort(port)).toBe(true);
});
