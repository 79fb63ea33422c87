import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { processorSeconds } from "./processor-time.ts";

const busy =
  "const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end) Math.sqrt(2);";

test.runIf(process.platform === "linux")(
  "counts children while they run and after they have ended, and no other process",
  async () => {
    const before = processorSeconds(process.pid);
    await promisify(execFile)(process.execPath, ["-e", busy]);
    const afterOne = processorSeconds(process.pid);
    const script = `${busy} console.log(); setInterval(() => undefined, 1_000)`;
    const running = spawn(process.execPath, ["-e", script]);
    onTestFinished(() => void running.kill());
    await once(running.stdout, "data");

    expect(afterOne - before).toBeGreaterThan(0.25);
    expect(processorSeconds(process.pid) - afterOne).toBeGreaterThan(0.25);
    expect(processorSeconds(running.pid ?? 0)).toBeGreaterThan(0.25);
    expect(processorSeconds(running.pid ?? 0)).toBeLessThan(processorSeconds(process.pid));
  },
);
