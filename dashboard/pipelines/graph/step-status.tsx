import type { Job, RunStep } from "@gme/client";

import { isFinal } from "#contract/merge-event.ts";
import { Badge, type BadgeTone } from "#ui/badge.tsx";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";
import { textOf } from "#words/words.ts";

const tones: Readonly<Record<string, BadgeTone>> = {
  running: "accent",
  completed: "good",
  reused: "good",
  failed: "danger",
  asked: "warning",
};

/** What a run shows of a step: its status, and how many of its executions have ended. */
export interface StepState {
  readonly status: string;
  readonly done: number;
  readonly total: number;
  readonly credits: number;
  readonly reason?: string | undefined;
  readonly error?: RunStep["error"] | undefined;
  /** Jobs of its executions, first to last. */
  readonly jobs: readonly Job[];
}

export function StepStatus({ state }: { readonly state: StepState }) {
  const { runs } = useWords(runsTexts);
  const { status, done, total } = state;
  return (
    <Badge tone={tones[status] ?? "neutral"}>
      {textOf(runs.status, status)}
      {total > 1 && ` · ${runs.executions(done, total)}`}
    </Badge>
  );
}

/** State of a step of a run. An inner step has no row in the run: its jobs say what it does. */
export function stateOf(
  name: string,
  run: NonNullable<Job["run"]>,
  jobs: readonly Job[],
): StepState {
  const step = run.steps.find((each) => each.step === name);
  const credits = jobs.reduce((sum, { billing }) => sum + billing.capturedCredits, 0);
  if (step !== undefined) {
    const { status, items, reason, error } = step;
    return {
      status,
      done: items?.completed ?? 0,
      total: items?.total ?? 0,
      credits: step.credits ?? credits,
      reason,
      error,
      jobs,
    };
  }
  const done = jobs.filter(isFinal).length;
  const failed = jobs.find(({ status }) => status === "failed");
  const status =
    jobs.length === 0
      ? "waiting"
      : done < jobs.length
        ? "running"
        : failed === undefined
          ? "completed"
          : "failed";
  return { status, done, total: jobs.length, credits, error: failed?.error, jobs };
}
