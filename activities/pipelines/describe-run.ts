import type { StepRow } from "#domain/pipelines/runs/step-row.ts";

const stepsShownMax = 100;

/** Describes the steps of a run for operators, as Markdown. */
export function describeRun(rows: ReadonlyMap<string, StepRow>): string {
  const lines = [...rows.values()]
    .slice(0, stepsShownMax)
    .map(
      ({ key, status, attempt, jobId, error }) =>
        `| ${key} | ${status}${error === undefined ? "" : ` (${error.code})`} | ${attempt} | ${jobId ?? ""} |`,
    );
  const rest = rows.size - lines.length;
  return [
    "| step | status | attempt | job |",
    "| --- | --- | --- | --- |",
    ...lines,
    ...(rest > 0 ? [`| and ${rest} more | | | |`] : []),
  ].join("\n");
}
