import { stat } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";

import { expect, test } from "vitest";

import { isSameProcess } from "#scripts/embedded/processes.ts";
import { readRun } from "#scripts/embedded/run-record.ts";
import { untilReady, useLauncher } from "#test/support/engine/launched-engines.ts";

const launchStart = useLauncher();

test("an engine refuses a second one with its data, and SIGTERM ends all its processes", async () => {
  const engine = await launchStart("one");
  const run = await untilReady(engine);

  const refused = await launchStart("one");
  const { code } = await refused.process.exited;
  expect(code).toBe(1);
  expect(refused.output()).toMatch(
    /^An engine already runs with DATA_DIR \S+ at \S+ \(process \d+\)/,
  );

  process.kill(engine.process.identity.pid, "SIGTERM");
  const exit = await engine.process.exited;
  expect(exit).toEqual({ code: 0, signal: null });
  expect(run.parts.filter((part) => isSameProcess(part))).toEqual([]);
  expect((await stat(join(engine.dataFolder, "api-key"))).mode & 0o777).toBe(0o600);
});

test.each([
  ["a taken port", "PORT", undefined, /^Port \d+ is taken by another program: .* with PORT\.$/m],
  ["a broken setting", "INTERNAL_PORT", "70000", /^The settings are not valid: INTERNAL_PORT: /m],
  ["a missing tool", "TEMPORAL_CLI", "/nowhere", /^TEMPORAL_CLI is \/nowhere, which is not /m],
])(
  "%s is reported in one clear sentence, and no run record remains",
  async (_, setting, value, sentence) => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const taken = typeof address === "object" ? String(address?.port) : "";

    const engine = await launchStart("engine", { [setting]: value ?? taken });
    const exit = await engine.process.exited;
    server.close();

    expect(exit.code).toBe(1);
    expect(engine.output()).toMatch(sentence);
    expect(readRun(engine.recordFile)).toBeUndefined();
  },
);
