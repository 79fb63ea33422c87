import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createJournal, type Journal } from "./journal.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function wait(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1_000);
}

/** Kills one process after some seconds and another 20 s later; expects an excuse for the first only. */
function expectExcuseForFirstKill(journal: Journal, at: number, seconds: number): void {
  wait(seconds);
  journal.noteKill("worker-1");
  wait(20);
  journal.noteKill("worker-2");

  expect(journal.mayHaveForgotten("worker-1", at)).toBe(true);
  expect(journal.mayHaveForgotten("worker-2", at)).toBe(false);
}

test("a process killed soon after a response may have lost it, and a later kill excuses nothing", () => {
  const journal = createJournal();
  const at = Date.now();
  expectExcuseForFirstKill(journal, at, 5);
});

test("a process has no chance to record a response while its database or storage is disturbed", () => {
  const journal = createJournal();
  const at = Date.now();
  wait(5);
  const endFirst = journal.begin("postgres away", ["postgres"]);
  wait(20);
  endFirst();
  wait(5);
  const endSecond = journal.begin("storage: errors", ["storage"]);
  wait(10);
  endSecond();
  expectExcuseForFirstKill(journal, at, 10);
});

test("a disturbance of another process excuses nothing", () => {
  const journal = createJournal();
  const at = Date.now();
  const end = journal.begin("connections abandoned", ["worker-2"]);
  wait(60);
  end();
  journal.noteKill("worker-1");

  expect(journal.mayHaveForgotten("worker-1", at)).toBe(false);
});
