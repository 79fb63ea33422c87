import pino from "pino";
import { expect, test } from "vitest";

import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import { runActivity } from "#test/support/engine/run-activity.ts";

import { thenComplete } from "./then-complete.ts";

const ref: GenerationRef = { jobId: "job_1", step: "main", generation: 1 };
const logger = pino({ level: "silent" });

function recording(complete: () => Promise<{ status: string }>) {
  const calls: [string, GenerationRef][] = [];
  const step = thenComplete(
    async (given) => void calls.push(["store", given]),
    async (given) => {
      calls.push(["complete", given]);
      return complete();
    },
    { logger },
  );
  return { step, calls };
}

test("an output is stored before its job is completed", async () => {
  const { step, calls } = recording(async () => ({ status: "completed" }));

  const outcome = await runActivity(async () => step({ ...ref, completes: true }));

  expect(outcome).toEqual({ status: "completed" });
  expect(calls).toEqual([
    ["store", ref],
    ["complete", ref],
  ]);
});

test("a workflow of a former version completes its job itself", async () => {
  const { step, calls } = recording(async () => ({ status: "completed" }));

  expect(await runActivity(async () => step(ref))).toBeUndefined();
  expect(calls).toEqual([["store", ref]]);
});

test("a job that could not be completed is left to the step that is retried while credits are held", async () => {
  const { step } = recording(async () => {
    throw new Error("the database is unavailable");
  });

  expect(await runActivity(async () => step({ ...ref, completes: true }))).toBeUndefined();
});
