import { expect, test } from "vitest";

import type { StepRow } from "#domain/pipelines/runs/step-row.ts";

import { describeRun } from "./describe-run.ts";

function describe(rows: readonly StepRow[]): string[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return describeRun({
    pipeline: "pip_1 version 3",
    status: "running",
    stepNames: ["cover", "shots", "voice", "film"],
    rows: byKey,
    namespace: "media",
  }).split("\n");
}

const row = (key: string, status: StepRow["status"], fields: Partial<StepRow> = {}): StepRow => ({
  key,
  step: key,
  status,
  attempt: 1,
  ...fields,
});

test("steps are listed with their credits, their errors and links to their workflows", () => {
  expect(
    describe([
      row("shots[10]", "running"),
      row("shots[2]", "failed", { error: { code: "provider_rejected" }, jobId: "job_2" }),
      row("cover", "completed", { value: { credits: 3 } }),
      row("voice", "reused", { value: { credits: 2 } }),
    ]),
  ).toEqual([
    "**running** · pip_1 version 3 · 2 of 4 steps · 3 credits",
    "",
    "| step | status | attempt | credits | job |",
    "| --- | --- | --- | --- | --- |",
    "| cover | completed | 1 | 3 |  |",
    "| shots[2] | failed (provider_rejected) | 1 |  | [job_2](/namespaces/media/workflows/job%2Fjob_2) |",
    "| shots[10] | running | 1 |  |  |",
    "| voice | reused | 1 | 0 |  |",
  ]);
});

test("of many steps, those that failed or are open are listed", () => {
  const rows = Array.from({ length: 200 }, (_, index) => row(`shots[${index}]`, "completed"));
  rows[150] = row("shots[150]", "failed");
  rows[160] = row("shots[160]", "running");

  const text = describe(rows).join("\n");

  expect(text).toContain("| shots[150] | failed");
  expect(text).toContain("| shots[160] | running");
  expect(text).toContain("| and 150 more |");
});

test("the first line names the steps that work, and not the maps and switches around them", () => {
  const [line] = describe([
    row("cover", "completed", { value: { credits: 3 } }),
    row("shots", "running", { items: 5 }),
    row("film", "running", { picked: 0 }),
    row("film.slow", "asked"),
    ...[0, 1, 2, 3].flatMap((index) => [
      row(`shots[${index}]`, "running"),
      row(`shots[${index}].take`, "running", { value: { credits: 9 } }),
    ]),
  ]);

  expect(line).toBe(
    "**running** · pip_1 version 3 · 1 of 4 steps · film.slow, shots[0].take, shots[1].take and 2 more · 3 credits",
  );
});
