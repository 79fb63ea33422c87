import type { Job } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";

import { readPages } from "#contract/pages.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import type { TableColumn } from "#ui/table.tsx";
import { formatCredits, formatDateTime } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

/** Runs of a pipeline, newest first. */
export function RunList({ pipelineId }: { readonly pipelineId: string }) {
  const words = useWords();
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

function columnsOf({ job, pipelines, runs, jobs }: Words): TableColumn<Job>[] {
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
