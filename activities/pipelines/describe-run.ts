import { workflowIdOf } from "#domain/jobs/job.ts";
import { isItemKey, isSettled, type StepRow } from "#domain/pipelines/runs/step-row.ts";

/** The table is in the result of each turn, and so in the history of the run. */
const stepsShownMax = 50;

/** Current steps in the first line, which the tables of the Temporal UI cut off. */
const currentShownMax = 3;

export interface DescribedRun {
  /** Id and version of the pipeline. */
  readonly pipeline: string;
  /** Status of the run after the turn. */
  readonly status: string;
  /** Steps of the definition itself, without those within them. */
  readonly stepNames: readonly string[];
  readonly rows: ReadonlyMap<string, StepRow>;
  /** Namespace of the workflows to which the steps' jobs link. */
  readonly namespace: string;
}

/**
 * Describes a run for operators, as Markdown: a line about the whole, then its steps. Of many steps, those that failed or
 * are open come first.
 */
export function describeRun(run: DescribedRun): string {
  const { rows, namespace } = run;
  const linkTo = (jobId: string) =>
    `[${jobId}](/namespaces/${namespace}/workflows/${encodeURIComponent(workflowIdOf(jobId))})`;
  const shown = [...rows.values()]
    .toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
    .slice(0, stepsShownMax)
    .toSorted((one, other) => one.key.localeCompare(other.key, "en", { numeric: true }));
  const lines = shown.map((row) => {
    const { key, status, attempt, jobId, error } = row;
    const reason = error === undefined ? "" : ` (${error.code})`;
    const job = jobId === undefined ? "" : linkTo(jobId);
    return `| ${key} | ${status}${reason} | ${attempt} | ${creditsOf(row) ?? ""} | ${job} |`;
  });
  const rest = rows.size - lines.length;
  return [
    headline(run),
    "",
    "| step | status | attempt | credits | job |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
    ...(rest > 0 ? [`| and ${rest} more | | | | |`] : []),
  ].join("\n");
}

/** Describes what the run does now, as the first line of a generation's details does. */
function headline({ pipeline, status, stepNames, rows }: DescribedRun): string {
  const done = stepNames.filter((name) => isSettled(rows.get(name))).length;
  const current = [...rows.values()].filter(isCurrent).map(({ key }) => key);
  const more = current.length - currentShownMax;
  const credits = [...rows.values()].reduce((sum, row) => sum + (creditsOf(row) ?? 0), 0);
  return [
    `**${status}**`,
    pipeline,
    `${done} of ${stepNames.length} steps`,
    ...(current.length === 0
      ? []
      : [`${current.slice(0, currentShownMax).join(", ")}${more > 0 ? ` and ${more} more` : ""}`]),
    `${credits} credits`,
  ].join(" · ");
}

/** Reports whether a step itself works, asks, or waits for its next attempt. */
function isCurrent(row: StepRow): boolean {
  return (
    !isSettled(row) && !isItemKey(row.key) && row.items === undefined && row.picked === undefined
  );
}

/** Credits that a step of this run was charged. A reused result was paid in a former run. */
function creditsOf(row: StepRow): number | undefined {
  const price = row.value?.["credits"];
  if (!isSettled(row) || typeof price !== "number") return undefined;
  return row.status === "reused" ? 0 : price;
}

function urgencyOf(row: StepRow): number {
  if (row.status === "failed") return 0;
  return isSettled(row) ? 2 : 1;
}
