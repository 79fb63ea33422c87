import type { Job, JobEvent } from "@gme/client";
import { expect, test } from "vitest";

import { momentAt, toRecording } from "./recording.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 24, 9, 0, seconds)).toISOString();
const event = (seconds: number, stage: string, more: object = {}) =>
  ({
    status: "processing",
    progress: { percent: 0, stage },
    createdAt: at(seconds),
    ...more,
  }) as JobEvent;

const events = [
  event(0, "parsing", { status: "queued" }),
  event(1, "reserving", { estimatedCredits: 2 }),
  event(2, "generating", { estimatedCredits: 2 }),
  event(4, "generating"),
  event(6, "waiting", { estimatedCredits: 1 }),
  event(9, "done", { status: "completed" }),
];
const job = {
  status: "completed",
  routing: {
    attempts: [
      { model: "first", outcome: "failed", startedAt: at(2), finishedAt: at(5) },
      { model: "second", outcome: "succeeded", startedAt: at(6), finishedAt: at(8) },
    ],
  },
  billing: { heldCredits: 0, capturedCredits: 1, releasedCredits: 1 },
} as unknown as Job;

test("stages, attempts and credits of a job lie on one axis, and events of one stage are one span", () => {
  const recording = toRecording(job, events);

  expect(recording?.lengthMs).toBe(9_000);
  expect(recording?.stages.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([
    [0, 1_000],
    [1_000, 2_000],
    [2_000, 6_000],
    [6_000, 9_000],
    [9_000, 9_000],
  ]);
  expect(recording?.attempts.map(({ of, fromMs, toMs }) => [of.model, fromMs, toMs])).toEqual([
    ["first", 2_000, 5_000],
    ["second", 6_000, 8_000],
  ]);
  expect(recording?.credits).toEqual([
    { of: { held: 2 }, fromMs: 1_000, toMs: 6_000 },
    { of: { held: 1 }, fromMs: 6_000, toMs: 9_000 },
    { of: { captured: 1, released: 1 }, fromMs: 9_000, toMs: 9_000 },
  ]);
});

test("a job in progress has no settlement, and an open attempt lasts until the last event", () => {
  const { routing, billing } = job;
  const [attempt] = routing.attempts;
  const open = {
    status: "processing",
    routing: { attempts: [{ ...attempt, finishedAt: undefined }] },
    billing,
  } as unknown as Job;

  const recording = toRecording(open, events.slice(0, 4));

  expect(recording?.attempts[0]?.toMs).toBe(4_000);
  expect(recording?.credits.map(({ of }) => of)).toEqual([{ held: 2 }]);
});

test("the state at a time is that of the last event before it", () => {
  const recording = toRecording(job, events);

  expect(recording && momentAt(recording, 4_500)?.event).toBe(events[3]);
  expect(recording && momentAt(recording, 9_000)?.event.status).toBe("completed");
});

test("a log without events has no recording", () => {
  expect(toRecording(job, [])).toBeNull();
});
