import { expect, test } from "vitest";

import type { Exit, LaunchedProcess } from "./launch-process.ts";
import type { RunRecord, RunningPart } from "./run-record.ts";
import { type Part, createSupervisor, nextDelayMs } from "./supervise.ts";

const backoff = { firstMs: 1, maxMs: 4, stableMs: 1_000 };

/** A part whose processes exist only in this test. */
function fakePart(name: string, journal: string[]) {
  const ends: ((exit: Exit) => void)[] = [];
  const starts: (() => void)[] = [];
  const part: Part = {
    name,
    rule: { signal: "SIGTERM", graceMs: 10 },
    async start(onLaunch) {
      const { promise: exited, resolve } = Promise.withResolvers<Exit>();
      ends.push(resolve);
      const process: LaunchedProcess = {
        identity: { pid: ends.length, startedAt: name },
        exited,
        async stop(signal) {
          journal.push(`${name} ${signal}`);
          resolve({ code: 0, signal: null });
        },
      };
      onLaunch(process);
      for (const started of starts.splice(0)) started();
    },
  };
  return {
    part,
    die: () => ends.at(-1)?.({ code: null, signal: "SIGKILL" }),
    nextStart: () => new Promise<void>((resolve) => starts.push(resolve)),
    startCount: () => ends.length,
  };
}

function fakeRecord(): RunRecord & { running(): readonly string[] } {
  let parts: RunningPart[] = [];
  return {
    file: "",
    add: (part) => parts.push(part),
    remove: (pid) => {
      parts = parts.filter((part) => part.pid !== pid);
    },
    setGuard: () => undefined,
    publish: () => undefined,
    close: () => undefined,
    running: () => parts.map(({ name }) => name),
  };
}

test("the delay doubles up to its limit and restarts from the first after a stable run", () => {
  const rule = { firstMs: 1_000, maxMs: 30_000, stableMs: 60_000 };
  const delays: number[] = [];
  let delayMs = 0;
  for (let failure = 0; failure < 7; failure += 1) {
    delayMs = nextDelayMs(delayMs, 10, rule);
    delays.push(delayMs);
  }

  expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  expect(nextDelayMs(30_000, 60_000, rule)).toBe(1_000);
});

test("a part that dies is restarted and the reason is shown", async () => {
  const lines: string[] = [];
  const record = fakeRecord();
  const supervisor = createSupervisor({ record, log: (line) => lines.push(line), backoff });
  const worker = fakePart("worker", []);
  await supervisor.start(worker.part);

  const again = worker.nextStart();
  worker.die();
  await again;

  expect(worker.startCount()).toBe(2);
  expect(lines[0]).toBe("worker ended (signal SIGKILL), starts again in 0.001 s");
  expect(record.running()).toEqual(["worker"]);
  await supervisor.stop(["worker"]);
});

test("a part that cannot be recorded, as on a full disk, is ended and started again", async () => {
  const lines: string[] = [];
  const journal: string[] = [];
  const record = fakeRecord();
  let isFull = false;
  const full: RunRecord = {
    ...record,
    add(part) {
      if (isFull) throw new Error("ENOSPC: no space left on device");
      record.add(part);
    },
  };
  const supervisor = createSupervisor({ record: full, log: (line) => lines.push(line), backoff });
  const worker = fakePart("worker", journal);
  await supervisor.start(worker.part);
  isFull = true;
  worker.die();
  await expect.poll(() => journal).toContain("worker SIGTERM");
  isFull = false;

  await expect.poll(() => record.running()).toEqual(["worker"]);
  expect(lines).toContain("worker did not start: ENOSPC: no space left on device");
  await supervisor.stop(["worker"]);
});

test("parts end one after the other in the order given, and none restarts", async () => {
  const journal: string[] = [];
  const record = fakeRecord();
  const supervisor = createSupervisor({ record, log: () => undefined, backoff });
  const parts = ["postgres", "worker", "api"].map((name) => fakePart(name, journal));
  for (const { part } of parts) await supervisor.start(part);

  await supervisor.stop(["api", "worker", "postgres"]);

  expect(journal).toEqual(["api SIGTERM", "worker SIGTERM", "postgres SIGTERM"]);
  expect(parts.map((part) => part.startCount())).toEqual([1, 1, 1]);
  await expect(supervisor.start(fakePart("late", journal).part)).rejects.toThrow("abort");
});

test("a part that is still starting when the engine stops is ended, too", async () => {
  const journal: string[] = [];
  const supervisor = createSupervisor({ record: fakeRecord(), log: () => undefined, backoff });
  const ready = Promise.withResolvers<void>();
  const slow = fakePart("temporal", journal);
  const started = supervisor.start({
    ...slow.part,
    async start(onLaunch) {
      await ready.promise;
      await slow.part.start(onLaunch);
    },
  });

  const stopped = supervisor.stop(["temporal"]);
  ready.resolve();
  await Promise.all([started, stopped]);

  expect(journal).toEqual(["temporal SIGTERM"]);
});
