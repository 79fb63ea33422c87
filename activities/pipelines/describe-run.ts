import { workflowIdOf } from "#domain/jobs/job.ts";
import { isSettled, type StepRow } from "#domain/pipelines/runs/step-row.ts";

/** The table is in the result of each turn, and so in the history of the run. */
const stepsShownMax = 50;

export interface DescribedRun {
  /** Id and version of the pipeline. */
  readonly pipeline: string;
  readonly rows: ReadonlyMap<string, StepRow>;
  /** Namespace of the workflows to which the steps' jobs link. */
  readonly namespace: string;
}

/** Describes the steps of a run for operators, as Markdown. Of many steps, those that failed or are open come first. */
export function describeRun({ pipeline, rows, namespace }: DescribedRun): string {
  const linkTo = (jobId: string) =>
    `[${jobId}](/namespaces/${namespace}/workflows/${encodeURIComponent(workflowIdOf(jobId))})`;
  const shown = [...rows.values()]
    .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
    .slice(0, stepsShownMax)
    .toSorted((one, other) => one.key.localeCompare(other.key, "en", { numeric: true }));
  const lines = shown.map(({ key, status, attempt, jobId, error, value }) => {
    const reason = error === undefined ? "" : ` (${error.code})`;
    const price = value?.["credits"];
    const isPriced = isSettled(rows.get(key)) && typeof price === "number";
    // A reused result was paid in a former run.
    const credits = isPriced ? String(status === "reused" ? 0 : price) : "";
    const job = jobId === undefined ? "" : linkTo(jobId);
    return `| ${key} | ${status}${reason} | ${attempt} | ${credits} | ${job} |`;
  });
  const rest = rows.size - lines.length;
  return [
    `Pipeline ${pipeline}`,
    "",
    "| step | status | attempt | credits | job |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    ...(rest > 0 ? [`| and ${rest} more | | | | |`] : []),
  ].join("\n");
}

function urgencyOf(row: StepRow): number {
  if (row.status === "failed") return 0;
  return isSettled(row) ? 2 : 1;
}
