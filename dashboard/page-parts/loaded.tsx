import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { toProblem } from "#contract/to-problem.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** Shows a read as soon as it has data; before, a skeleton or the problem. */
export function Loaded<Data>({
  query,
  height = "12rem",
  children,
}: {
  readonly query: UseQueryResult<Data>;
  readonly height?: string;
  readonly children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton height={height} />;
  return <ProblemNotice problem={toProblem(query.error)} onRetry={() => void query.refetch()} />;
}
