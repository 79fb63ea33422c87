import { appendFileSync } from "node:fs";

import { afterAll, expect } from "vitest";

import { processorSeconds } from "#scripts/ci/processor-time.ts";

/** Set-up file: appends the processor time that a test file needs, with all processes that it starts, to the file of CI. */
const path = process.env["PROCESSOR_TIME_FILE"];

if (path !== undefined) {
  const before = processorSeconds(process.pid);
  // Hooks run in reverse order, so the file has closed what it opened.
  afterAll(() => {
    const name = expect.getState().testPath;
    const seconds = processorSeconds(process.pid) - before;
    appendFileSync(path, `${JSON.stringify({ name, seconds })}\n`);
  });
}
