import { lazy, memo, Suspense } from "react";

import { EmptyState } from "#ui/empty-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as createTexts from "#words/en/create.ts";
import { useWords } from "#words/words.ts";

import type { StagedJobProps } from "./staged-job.tsx";

const StagedJob = lazy(async () => import("./staged-job.tsx"));

/** Place of the job that is looked at; memoized like `RecentResults`. */
export const Stage = memo(function Stage({
  jobId,
  ...props
}: Omit<StagedJobProps, "jobId"> & { readonly jobId: string | undefined }) {
  const { create } = useWords(createTexts);
  if (jobId === undefined) return <EmptyState title={create.emptyTitle} text={create.emptyText} />;
  return (
    <Suspense fallback={<Skeleton height="24rem" />}>
      <StagedJob jobId={jobId} {...props} />
    </Suspense>
  );
});
