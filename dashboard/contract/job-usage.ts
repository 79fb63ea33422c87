import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { getJson } from "./get-json.ts";

/** Entry of `GET /app/job-usage`. */
export interface JobUsageRow {
  readonly name: string;
  readonly thenName: string;
  readonly jobs: number;
  readonly completed: number;
  readonly failed: number;
  readonly canceled: number;
  readonly needsInput: number;
  readonly credits: number;
  readonly p50Seconds: number | null;
  readonly p95Seconds: number | null;
}

export interface JobUsage {
  readonly by: string;
  readonly thenBy: string | null;
  readonly isComplete: boolean;
  readonly data: readonly JobUsageRow[];
}

/** Outcomes and times of ended jobs, by one or two dimensions. */
export function readJobUsage(query: {
  readonly by: string;
  readonly thenBy?: string;
  readonly from: string;
  readonly to: string;
}) {
  return queryOptions({
    queryKey: ["getJobUsage", { query }] as const,
    queryFn: async ({ signal }) =>
      getJson<JobUsage>(`/app/job-usage?${new URLSearchParams(query).toString()}`, signal),
    placeholderData: keepPreviousData,
  });
}
