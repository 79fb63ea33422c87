import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { launchProcess } from "./launch-process.ts";
import { identifyProcess, isSameProcess, ownIdentity } from "./processes.ts";
import { createRunRecord, endLeftovers, readRun } from "./run-record.ts";

const rule = { signal: "SIGTERM", graceMs: 2_000 } as const;
let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "gme-record-"));
  file = join(folder, "run.json");
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

function launchSleeper() {
  const script = "setInterval(() => {}, 1000)";
  return launchProcess({
    command: process.execPath,
    args: ["-e", script],
    onLine: () => undefined,
  });
}

test("leftovers of a run are ended and reported", async () => {
  const sleeper = await launchSleeper();
  createRunRecord(file, ownIdentity()).add({ name: "studio", ...sleeper.identity, ...rule });

  const ended = await endLeftovers(file);

  expect(ended).toEqual(["studio"]);
  expect(await sleeper.exited).toEqual({ code: null, signal: "SIGTERM" });
  expect(identifyProcess(sleeper.identity.pid)).toBeUndefined();
});

test("an unrelated process that reuses the PID of an ended one is left alone", async () => {
  const stranger = await launchSleeper();
  const { pid } = stranger.identity;
  createRunRecord(file, ownIdentity()).add({ name: "api", pid, startedAt: "earlier", ...rule });

  const ended = await endLeftovers(file);

  expect(ended).toEqual([]);
  expect(isSameProcess(stranger.identity)).toBe(true);
  await stranger.stop("SIGKILL", 0);
});

test("a record lists the running parts and their URLs until it is closed", () => {
  const record = createRunRecord(file, ownIdentity());
  record.add({ name: "api", pid: 4_000_000, startedAt: "now", ...rule });
  record.add({ name: "worker", pid: 4_000_001, startedAt: "now", ...rule });
  record.remove(4_000_000);

  expect(readRun(file)?.parts.map(({ name }) => name)).toEqual(["worker"]);
  record.close();
  expect(readRun(file)).toBeUndefined();
});

test("a process that ignores its signal is killed after its grace period", async () => {
  const script = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('on')";
  const listening = Promise.withResolvers<void>();
  const stubborn = await launchProcess({
    command: process.execPath,
    args: ["-e", script],
    onLine: () => listening.resolve(),
  });
  await listening.promise;

  await stubborn.stop("SIGTERM", 100);

  expect(await stubborn.exited).toEqual({ code: null, signal: "SIGKILL" });
});
