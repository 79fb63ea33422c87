import { spawn, type ChildProcess } from "node:child_process";
import { text } from "node:stream/consumers";

import { expect, test } from "vitest";

/** Starts a process that reports when it can be stopped, and then the reason for stopping. */
function startProcess(parentPipe: boolean): ChildProcess {
  const source = `import { runProcess, stopSignal } from "#runtime/stop-signal.ts";
    await runProcess(async () => {
      const stop = stopSignal({ parentPipe: ${parentPipe} });
      const alive = setInterval(() => undefined, 1_000);
      process.stderr.write("ready");
      process.stdout.write(await stop);
      clearInterval(alive);
    });`;
  return spawn(process.execPath, ["--input-type=module", "--eval", source], { stdio: "pipe" });
}

async function stopWith(
  child: ChildProcess,
  stop: () => void,
): Promise<{ reason: string; code: number | null }> {
  if (child.stdout === null || child.stderr === null) throw new Error("no pipes");
  const reason = text(child.stdout);
  child.stderr.once("data", stop);
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { reason: await reason, code };
}

test.each(["SIGTERM", "SIGINT"] as const)("%s asks a process to stop", async (signal) => {
  const child = startProcess(false);

  expect(await stopWith(child, () => child.kill(signal))).toEqual({ reason: signal, code: 0 });
});

test("a second signal ends a process that is still stopping", async () => {
  const source = `import { stopSignal } from "#runtime/stop-signal.ts";
    const stop = stopSignal({ parentPipe: false });
    setInterval(() => undefined, 1_000);
    process.stdout.write("ready\\n");
    await stop;
    process.stdout.write("draining\\n");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout.on("data", (chunk: Buffer) => {
    child.kill(chunk.toString().includes("draining") ? "SIGTERM" : "SIGINT");
  });

  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(1);
});

test("a process whose parent has ended stops", async () => {
  const child = startProcess(true);

  const { reason, code } = await stopWith(child, () => child.stdin?.end());

  expect([reason, code]).toEqual(["the parent has ended", 0]);
});

test("a process that fails to start gives the reason in one sentence and exits with 1", async () => {
  const source = `import { runProcess } from "#runtime/stop-signal.ts";
    await runProcess(async () => { throw new Error("Port 1 is taken by another program."); });`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: "pipe",
  });

  const [message, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once("exit", resolve)),
  ]);

  expect([message, code]).toEqual(["Port 1 is taken by another program.\n", 1]);
});
