import type { Job } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";

import { readPages } from "#contract/pages.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as jobTexts from "#words/en/job.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import * as runsTexts from "#words/en/runs.ts";
import { formatCredits, formatDateTime } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

/** Runs of a pipeline, newest first. */
export function RunList({ pipelineId }: { readonly pipelineId: string }) {
  const words = useWords(jobTexts, jobsTexts, pipelinesTexts, runsTexts);
  const { pipelines } = words;
  const list = useInfiniteQuery(readPages("listPipelineRuns", { path: { pipelineId } }));
  return (
    <PagedTable
      label={pipelines.views.runs}
      list={list}
      idOf={({ jobId }) => jobId}
      hrefOf={({ jobId }) => `/pipelines/${encodeURIComponent(pipelineId)}/runs/${jobId}`}
      columns={columnsOf(words)}
      empty={<EmptyState title={pipelines.noRuns} text={pipelines.noRunsText} />}
    />
  );
}

function columnsOf({
  job,
  pipelines,
  runs,
  jobs,
}: Pick<Words, "job" | "jobs" | "pipelines" | "runs">): TableColumn<Job>[] {
  return [
    {
      id: "created",
      label: job.created,
      render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
    {
      id: "status",
      label: jobs.status,
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: "version",
      label: pipelines.version,
      isNumber: true,
      isDetail: true,
      render: ({ run }) => run?.version ?? "",
    },
    {
      id: "steps",
      label: runs.steps,
      isNumber: true,
      isDetail: true,
      render: ({ run }) =>
        run === undefined
          ? ""
          : runs.executions(
              run.counts.completed + run.counts.reused,
              Object.values(run.counts).reduce((sum, count) => sum + count, 0),
            ),
    },
    {
      id: "credits",
      label: job.credits,
      isNumber: true,
      render: ({ billing }) => formatCredits(billing.capturedCredits),
    },
  ];
}
