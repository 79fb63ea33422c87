import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, test } from "vitest";

/** Runs in a separate process, because pino writes directly to standard output. */
async function logLines(code: string): Promise<Record<string, unknown>[]> {
  const source = `import { createLogger } from "#runtime/logger.ts";
    const logger = createLogger({ level: "info", part: "api" });
    ${code}`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "--eval",
    source,
  ]);
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("an event is one line of JSON with its part and an ISO time", async () => {
  const [line] = await logLines(`logger.debug("unseen"); logger.info({ jobId: "job_1" }, "seen");`);

  expect(line).toMatchObject({ part: "api", jobId: "job_1", msg: "seen" });
  expect(line?.["time"]).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("credentials are never written, at the top or one level down", async () => {
  const lines = await logLines(`
    const secrets = { credential: "hunter2", authorization: "hunter2", "x-api-key": "hunter2" };
    logger.info({ headers: secrets, ...secrets }, "request");`);

  expect(JSON.stringify(lines)).not.toContain("hunter2");
  expect(JSON.stringify(lines)).toContain("[redacted]");
});

test("an error is written with its cause", async () => {
  const [line] = await logLines(
    `logger.error({ error: new Error("outer", { cause: new Error("inner") }) }, "failed");`,
  );

  expect(line?.["error"]).toMatchObject({ message: "outer", cause: { message: "inner" } });
});

test("an error that is a text stays a text", async () => {
  const [line] = await logLines(`logger.warn({ error: "task not found" }, "failed");`);

  expect(line?.["error"]).toBe("task not found");
});
