import type { Job } from "@gme/client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";

import { type JobFilter, readJobPages } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { titleOf } from "#job-parts/job-title.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Table, type TableColumn } from "#ui/table.tsx";
import { formatCredits, formatDateTime } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { JobFilters } from "./job-filters.tsx";

import styles from "./jobs-page.module.css";

/** Jobs of the organization, newest first. The filters are the URL. */
export function JobsPage() {
  const { jobs } = useWords();
  return (
    <Page title={jobs.title}>
      <JobFilters />
      <JobList />
    </Page>
  );
}

const pageSize = 50;

function JobList() {
  const words = useWords();
  const { status, type } = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const filter = {
    limit: pageSize,
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
  } as JobFilter;
  const list = useInfiniteQuery(readJobPages(filter));
  if (list.error !== null && list.data === undefined) {
    return <ProblemNotice problem={toProblem(list.error)} onRetry={() => void list.refetch()} />;
  }
  if (list.data === undefined) return <Skeleton height="20rem" />;
  const found = list.data.pages.flatMap(({ data }) => data);
  if (found.length === 0) {
    return status === undefined && type === undefined ? (
      <EmptyState title={words.jobs.empty} text={words.jobs.emptyText}>
        <Button look="primary" onPress={() => void navigate({ to: "/create" })}>
          {words.shell.create}
        </Button>
      </EmptyState>
    ) : (
      <EmptyState title={words.jobs.noMatch} text={words.jobs.noMatchText}>
        <Button onPress={() => void navigate({ search: {} })}>{words.actions.clear}</Button>
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        label={words.jobs.title}
        columns={columnsOf(words)}
        items={found}
        idOf={({ jobId }) => jobId}
        hrefOf={({ jobId }) => `/jobs/${encodeURIComponent(jobId)}`}
      />
      {list.hasNextPage && (
        <Button isPending={list.isFetchingNextPage} onPress={() => void list.fetchNextPage()}>
          {words.jobs.more}
        </Button>
      )}
    </>
  );
}

function columnsOf(words: Words): TableColumn<Job>[] {
  return [
    {
      id: "title",
      label: words.job.prompt,
      render: (job) => <span className={styles.title}>{titleOf(job, words)}</span>,
    },
    {
      id: "status",
      label: words.jobs.status,
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: "type",
      label: words.jobs.type,
      isDetail: true,
      render: ({ request }) => textOf(words.create.kinds, request.contentType ?? ""),
    },
    { id: "model", label: words.job.model, isDetail: true, render: ({ model }) => model?.id ?? "" },
    {
      id: "credits",
      label: words.job.credits,
      isNumber: true,
      isDetail: true,
      render: ({ billing }) => formatCredits(billing.capturedCredits),
    },
    {
      id: "created",
      label: words.job.created,
      isDetail: true,
      render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
  ];
}
