import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getActiveResourcesInfo } from "node:process";

import { afterAll, beforeAll, expect, test, vi } from "vitest";

import type { Task } from "./messages.ts";
import { createWorkerPool, type TaskRunner } from "./worker-pool.ts";

const idleMsMax = 400;
const folder = mkdtempSync(join(tmpdir(), "studio-pool-"));
let pool: TaskRunner;
beforeAll(() => {
  pool = createWorkerPool({ idleMsMax });
});
afterAll(() => {
  pool.close();
  rmSync(folder, { recursive: true, force: true });
});

const countProcesses = () =>
  getActiveResourcesInfo().filter((resource) => resource === "ProcessWrap").length;

const processesBefore = countProcesses();

test("an idle process ends, so that its memory is free", async () => {
  const before = countProcesses();
  await draw();
  expect(countProcesses()).toBe(before + 1);

  await vi.waitFor(() => expect(countProcesses()).toBe(before), 10_000);

  // The next task gets a new process.
  await expect(draw()).resolves.toMatchObject({ outputs: [{ width: 64 }] });
});

test("an idle process ends when a task needs its memory", async () => {
  const small = createWorkerPool({ bytesMax: 300e6 });
  await vi.waitFor(() => expect(countProcesses()).toBe(processesBefore), 10_000);
  await Promise.all([draw(small), draw(small)]);
  expect(countProcesses()).toBe(processesBefore + 2);

  await draw(small, 290e6);

  await vi.waitFor(() => expect(countProcesses()).toBe(processesBefore + 1), 10_000);
  small.close();
});

async function draw(from = pool, bytes = 0) {
  const task: Task = {
    request: {
      capability: "text-to-image",
      model: "studio-image",
      prompt: "a fox",
      parameters: { width: 64, height: 64 },
    },
    seed: 1,
    inputs: [],
    workFolder: folder,
    settings: { modelsFolder: folder, ffmpegPath: null },
  };
  const { signal } = new AbortController();
  return from.run(task, { signal, bytes, onProgress: () => undefined });
}
