import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, useRef, useState } from "react";

import { type MarkedJob, type MarkedJobFilter, readMarkedJobPages } from "#contract/job-marks.ts";
import { useCan } from "#contract/use-permissions.ts";
import { titleOf } from "#job-parts/job-title.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { PagedTable } from "#page-parts/paged-table.tsx";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyWhenIdle } from "#ui/lazy-when-idle.ts";
import { Page } from "#ui/page.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { TableColumn } from "#ui/table.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import { formatCredits, formatDateTime } from "#words/format.ts";
import { textOf, useWords, type Words } from "#words/words.ts";

import { StarButton } from "./star-button.tsx";

import styles from "./jobs-page.module.css";

// The list needs no menus, which are a fifth of the code.
const JobFilters = lazyWhenIdle(async () => import("./job-filters.tsx"));
// Dialogs load when the first job is selected.
const SelectedJobs = lazy(async () => import("./selected-jobs.tsx"));

const none: ReadonlySet<string> = new Set();

/** Jobs of the organization, newest first. The filters are the URL. */
export function JobsPage() {
  const { jobs } = useWords(jobsTexts);
  return (
    <Page title={jobs.title}>
      <div className={styles.filters}>
        <Suspense
          fallback={
            <div className={styles.filtersPlace}>
              <Skeleton height="100%" />
            </div>
          }
        >
          <JobFilters />
        </Suspense>
      </div>
      <JobList />
    </Page>
  );
}

function JobList() {
  const words = useWords(createTexts, jobTexts, jobsTexts);
  const canMark = useCan("jobs:write");
  const filter: MarkedJobFilter = useSearch({ from: "/shell/jobs" });
  const navigate = useNavigate({ from: "/jobs" });
  const list = useInfiniteQuery(readMarkedJobPages(filter));
  const [selected, setSelected] = useState(none);
  const place = useRef<HTMLDivElement>(null);
  const clear = () => {
    setSelected(none);
    // The bar that had the focus is gone.
    place.current?.querySelector("input")?.focus({ preventScroll: true });
  };
  const shown = list.data?.pages.flatMap(({ data }) => data) ?? [];
  const isFiltered = Object.keys(filter).length > 0;
  const empty = isFiltered ? (
    <EmptyState title={words.jobs.noMatch} text={words.jobs.noMatchText}>
      <Button onPress={() => void navigate({ search: {} })}>{words.actions.clear}</Button>
    </EmptyState>
  ) : (
    <EmptyState title={words.jobs.empty} text={words.jobs.emptyText}>
      <Button look="primary" onPress={() => void navigate({ to: "/create" })}>
        {words.shell.create}
      </Button>
    </EmptyState>
  );
  return (
    <div ref={place} className={styles.list}>
      {selected.size > 0 && (
        <Suspense>
          <SelectedJobs jobs={shown.filter(({ jobId }) => selected.has(jobId))} onClear={clear} />
        </Suspense>
      )}
      <PagedTable
        label={words.jobs.title}
        list={list}
        empty={empty}
        columns={columnsOf(words, canMark)}
        idOf={({ jobId }) => jobId}
        hrefOf={({ jobId }) => `/jobs/${encodeURIComponent(jobId)}`}
        selection={{
          ids: selected,
          onChange: setSelected,
          labelOf: (job) => words.jobs.select(nameOf(job, words)),
          allLabel: words.jobs.selectAll,
          isEnabled: canMark,
        }}
      />
    </div>
  );
}

function nameOf(
  job: MarkedJob,
  words: Pick<Words, "actions" | "create" | "job" | "jobs" | "shell">,
): string {
  return job.marks.title ?? titleOf(job, words);
}

function columnsOf(
  words: Pick<Words, "actions" | "create" | "job" | "jobs" | "shell">,
  canMark: boolean,
): TableColumn<MarkedJob>[] {
  return [
    {
      id: "title",
      label: words.job.prompt,
      render: (job) => (
        <>
          <span className={styles.title}>{nameOf(job, words)}</span>
          {job.marks.labels.length > 0 && (
            <span className={styles.labels}>
              {job.marks.labels.map((label) => (
                <Badge key={label}>{label}</Badge>
              ))}
            </span>
          )}
        </>
      ),
    },
    {
      id: "star",
      label: words.jobs.star,
      render: ({ jobId, marks }) => (
        <span className={styles.star}>
          {canMark && <StarButton jobId={jobId} isStarred={marks.starred} />}
        </span>
      ),
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
    {
      id: "model",
      label: words.job.model,
      isDetail: true,
      render: ({ model }) => <span className={styles.model}>{model?.id}</span>,
    },
    {
      id: "credits",
      label: words.job.credits,
      isNumber: true,
      isDetail: true,
      // A job that runs has a price, too.
      render: ({ billing: { capturedCredits, heldCredits } }) =>
        formatCredits(capturedCredits + heldCredits),
    },
    {
      id: "created",
      label: words.job.created,
      isDetail: true,
      render: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
    },
  ];
}
