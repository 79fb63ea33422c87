import type { Job } from "#db/entities/job.ts";
import { toJobError } from "#db/jobs/job-steps.ts";
import type { RunEndRows } from "#db/pipelines/commit-turn.ts";
import { errorCatalog } from "#domain/errors.ts";
import type { RunEnd } from "#domain/pipelines/runs/run-state.ts";
import type { StepError, StepRow } from "#domain/pipelines/runs/step-row.ts";
import { toShownValues } from "#domain/pipelines/shown-values.ts";
import type { AnswerableQuestion } from "#domain/requests/answerable-question.ts";

import { outputIdsIn } from "./step-values.ts";

/** Converts the end of a run to its rows. */
export function endOfRun(
  job: Job,
  { status, error, outputs }: RunEnd,
  rows: ReadonlyMap<string, StepRow>,
): RunEndRows {
  return {
    status,
    error: error === undefined ? null : toRunError(error),
    question: status === "needs_input" ? questionOf(job, rows) : null,
    results: outputs ?? null,
    files: Object.entries(outputs ?? {}).map(([name, value]) => ({
      name,
      outputIds: outputIdsIn(value),
    })),
  };
}

function toRunError({ code, message, reason, step, jobId }: StepError) {
  return toJobError(code, message ?? errorCatalog[code].message, {
    ...(step === undefined ? {} : { step }),
    ...(jobId === undefined ? {} : { jobId }),
    ...(reason === undefined ? {} : { reason }),
  });
}

/** Asks the first open question. A new run that resumes this one has the answer. */
function questionOf(job: Job, rows: ReadonlyMap<string, StepRow>): AnswerableQuestion | null {
  // A step that asks has its fields as value; a step around it is `asked` as well.
  const asked = [...rows.values()].find(
    ({ status, value }) => status === "asked" && value?.["kind"] !== undefined,
  );
  if (asked === undefined) return null;
  const { key, value = {} } = asked;
  const request = (answer: Record<string, unknown>, missing?: string[]) => ({
    method: "POST" as const,
    path: `/v1/pipelines/${job.pipelineId}/runs`,
    body: { resumeFrom: job.id, answers: { [key]: answer } },
    ...(missing === undefined ? {} : { missing }),
  });
  if (value["kind"] === "write") {
    return {
      text: `${String(value["instruction"])} (at most ${Math.floor(Number(value["maxWords"]))} words)`,
      options: [{ label: "Write the text", request: request({}, [`/answers/${key}/text`]) }],
    };
  }
  const options = (value["options"] as { id: string; label: string }[] | undefined) ?? [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ];
  const show = toShownValues((value["show"] as readonly unknown[] | undefined) ?? []);
  return {
    text: String(value["question"]),
    ...(show.length === 0 ? {} : { show }),
    options: options.map(({ id, label }) => ({ label, request: request({ choice: id }) })),
  };
}
