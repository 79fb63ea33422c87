import { expect, test } from "vitest";

import { createWatchdog } from "./watchdog.ts";

const minuteMs = 60_000;

test("an iteration that never ends stalls its loop, and no other", async () => {
  let nowMs = 0;
  const watchdog = createWatchdog({ now: () => nowMs });
  void watchdog.watch("relay", async () => new Promise(() => undefined));
  void watchdog.watch("relay", async () => new Promise(() => undefined));
  await watchdog.watch("reconciler", async () => undefined);

  nowMs = 5 * minuteMs;
  expect(watchdog.stalled()).toEqual([]);
  nowMs += 1;
  expect(watchdog.stalled()).toEqual(["relay"]);
});

test("a long iteration that makes progress is not stalled", async () => {
  let nowMs = 0;
  const watchdog = createWatchdog({ now: () => nowMs });
  const end = Promise.withResolvers<void>();
  let beat = () => undefined as void;
  const turn = watchdog.watch("reconciler", async (given) => {
    beat = given;
    await end.promise;
  });

  nowMs = 4 * minuteMs;
  beat();
  nowMs += 4 * minuteMs;
  expect(watchdog.stalled()).toEqual([]);
  nowMs += 4 * minuteMs;
  expect(watchdog.stalled()).toEqual(["reconciler"]);
  end.resolve();
  await turn;
  expect(watchdog.stalled()).toEqual([]);
});

test("an iteration that fails is over, and its error is passed to the caller", async () => {
  let nowMs = 0;
  const watchdog = createWatchdog({ now: () => nowMs });

  await expect(
    watchdog.watch("relay", async () => {
      throw new Error("no database");
    }),
  ).rejects.toThrow("no database");

  nowMs = 10 * minuteMs;
  expect(watchdog.stalled()).toEqual([]);
});
