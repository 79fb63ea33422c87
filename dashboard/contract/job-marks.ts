import type { Job } from "@gme/client";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";

import { takeEarlyPages } from "./early-reads.ts";
import { callApp, getJson } from "./get-json.ts";
import { type ListPage, pageWindow } from "./page-window.ts";

/** Title, star and labels of a job, the same for all members. */
export interface JobMarks {
  readonly title: string | null;
  readonly starred: boolean;
  readonly labels: readonly string[];
}

/** Entry of `GET /app/jobs`. */
export type MarkedJob = Job & { readonly marks: JobMarks };

export interface MarkedJobFilter {
  readonly search?: string;
  /** Statuses, separated by commas. */
  readonly status?: string;
  readonly type?: string;
  readonly starred?: string;
  readonly label?: string;
  readonly model?: string;
  /** First and last day of creation in UTC, such as "2026-11-21". */
  readonly from?: string;
  readonly to?: string;
}

const pageSize = 50;

/** Jobs page by page, newest first, with their marks. */
export function readMarkedJobPages(filter: MarkedJobFilter) {
  return infiniteQueryOptions({
    queryKey: ["listMarkedJobs", { query: filter }] as const,
    queryFn: async ({ signal, pageParam }) =>
      getJson<ListPage<MarkedJob>>(pathOfPage(filter, pageParam.cursor), signal),
    initialData: () => takeEarlyPages<MarkedJob>(pathOfPage(filter, null)),
    ...pageWindow(),
    placeholderData: keepPreviousData,
  });
}

function pathOfPage(filter: MarkedJobFilter, cursor: string | null): `/app/${string}` {
  const query = new URLSearchParams({ limit: String(pageSize), ...filter });
  if (cursor !== null) query.set("cursor", cursor);
  return `/app/jobs?${query}`;
}

/** Number of jobs by status; the filter's own status does not count. */
export function readJobCounts(shown: MarkedJobFilter) {
  const { status: _shown, ...filter } = shown;
  return queryOptions({
    queryKey: ["countJobs", { query: filter }] as const,
    queryFn: async ({ signal }) =>
      getJson<{
        readonly counts: Readonly<Record<string, number>>;
        readonly isComplete: boolean;
      }>(`/app/job-counts?${new URLSearchParams({ ...filter }).toString()}`, signal),
    placeholderData: keepPreviousData,
  });
}

/** Marks of a job with their ETag. */
export function readJobMarks(jobId: string) {
  return queryOptions({
    queryKey: ["getJobMarks", jobId] as const,
    queryFn: async ({ signal }) => callApp<JobMarks>(pathOf(jobId), { signal }),
  });
}

export async function changeJobMarks({
  jobId,
  marks,
  ifMatch,
}: {
  readonly jobId: string;
  readonly marks: Partial<JobMarks>;
  readonly ifMatch?: string;
}): Promise<JobMarks> {
  return (await callApp<JobMarks>(pathOf(jobId), { method: "PUT", body: marks, ifMatch })).value;
}

const pathOf = (jobId: string) => `/app/jobs/${encodeURIComponent(jobId)}` as const;
