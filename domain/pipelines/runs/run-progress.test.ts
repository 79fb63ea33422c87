import { expect, test } from "vitest";

import type { Steps } from "#domain/pipelines/step.ts";

import { runProgress } from "./run-progress.ts";
import type { StepRow } from "./step-row.ts";

const generate = { kind: "generate", capability: "text-to-image", prompt: "a fox" } as const;
const steps: Steps = {
  voice: generate,
  shots: { kind: "map", over: "{{ 1 }}", maxItems: 3, steps: { take: generate }, value: "{{ 1 }}" },
  film: { kind: "transform", operation: "concat", inputs: ["{{ 1 }}"] },
};
const seconds = { voice: 5, take: 30, film: 5 };

const row = (key: string, status: StepRow["status"], fields: Partial<StepRow> = {}): StepRow => ({
  key,
  step: key,
  status,
  attempt: 1,
  ...fields,
});

function progressOf(rows: readonly StepRow[], running: Readonly<Record<string, number>> = {}) {
  return runProgress(steps, {
    rows: new Map(rows.map((each) => [each.key, each])),
    seconds,
    items: { shots: 3 },
    running: new Map(Object.entries(running)),
  });
}

test("steps count by their expected seconds, and running jobs by their progress", () => {
  const voice = row("voice", "completed");
  const shots = row("shots", "running", { items: 3 });

  expect(progressOf([])).toBe(0);
  expect(progressOf([voice])).toBe(4);
  expect(progressOf([voice, shots], { "shots[0].take": 50 })).toBe(19);
  expect(progressOf([voice, shots, row("shots[0].take", "completed")])).toBe(34);
  expect(progressOf([voice, shots, row("shots[0]", "completed")], { "shots[1].take": 100 })).toBe(
    64,
  );
});

test("a run with all steps settled is below 100 until it ends", () => {
  const ended = Object.keys(steps).map((key) => row(key, "completed"));
  expect(progressOf(ended)).toBe(99);
});
