import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { createJournal, type Journal } from "./journal.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function wait(seconds: number): void {
  vi.advanceTimersByTime(seconds * 1_000);
}

/** Kills one process after some seconds, another 20 s later, and expects an excuse for the first alone. */
function expectExcuseForFirstKill(journal: Journal, at: number, seconds: number): void {
  wait(seconds);
  journal.noteKill("worker-1");
  wait(20);
  journal.noteKill("worker-2");

  expect(journal.mayHaveForgotten("worker-1", at)).toBe(true);
  expect(journal.mayHaveForgotten("worker-2", at)).toBe(false);
}

test("a process that is killed soon after a response may have forgotten it, a later kill excuses nothing", () => {
  const journal = createJournal();
  const at = Date.now();
  expectExcuseForFirstKill(journal, at, 5);
});

test("while its database or storage is out of order, a process has no chance to record a response", () => {
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

test("the trouble of another process is no excuse", () => {
  const journal = createJournal();
  const at = Date.now();
  const end = journal.begin("connections abandoned", ["worker-2"]);
  wait(60);
  end();
  journal.noteKill("worker-1");

  expect(journal.mayHaveForgotten("worker-1", at)).toBe(false);
});
