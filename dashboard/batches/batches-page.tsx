import type { Batch } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";

import { readPages } from "#contract/pages.ts";
import { useCan } from "#contract/use-permissions.ts";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import * as jobTexts from "#words/en/job.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import { formatCredits, formatDateTime } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { BatchStatus, endedOf } from "./batch-status.tsx";

/** Batches of the organization, newest first. */
export function BatchesPage() {
  const words = useWords(batchesTexts, jobTexts, jobsTexts);
  const { batches } = words;
  const navigate = useNavigate();
  const canCreate = useCan("generations:create");
  const list = useInfiniteQuery(readPages("listBatches", {}));
  const create = canCreate && (
    <Button look="primary" onPress={() => void navigate({ to: "/batches/new" })}>
      {batches.create}
    </Button>
  );
  return (
    <Page title={batches.title} actions={create}>
      <PagedTable
        label={batches.title}
        list={list}
        idOf={({ batchId }) => batchId}
        hrefOf={({ batchId }) => `/batches/${encodeURIComponent(batchId)}`}
        columns={columnsOf(words)}
        empty={<EmptyState title={batches.empty} text={batches.emptyText} />}
      />
    </Page>
  );
}

function columnsOf({
  batches,
  jobs,
  job,
}: Pick<Words, "batches" | "job" | "jobs">): TableColumn<Batch>[] {
  return [
    { id: "name", label: batches.one, render: ({ name }) => name ?? batches.unnamed },
    { id: "status", label: jobs.status, render: (batch) => <BatchStatus batch={batch} /> },
    {
      id: "items",
      label: batches.items,
      isDetail: true,
      render: ({ counts }) => batches.ended(endedOf(counts), counts.items),
    },
    {
      id: "credits",
      label: job.credits,
      isNumber: true,
      isDetail: true,
      render: ({ billing }) => formatCredits(billing.capturedCredits),
    },
    {
      id: "created",
      label: batches.created,
      isDetail: true,
      render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
  ];
}
