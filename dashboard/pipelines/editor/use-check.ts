import { ApiError, type PipelineCheck, type PipelineDefinition } from "@gme/client";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";

import { engine } from "#contract/engine.ts";
import { useSettled } from "#contract/use-settled.ts";

export interface Issue {
  readonly pointer: string;
  readonly code: string;
  readonly message: string;
}

/** Result of the check of a definition: its types and price, or its problems. */
export interface Checked {
  readonly check: PipelineCheck | null;
  readonly issues: readonly Issue[];
}

/** Checks a definition, given as JSON, without storing it. */
export function readCheck(text: string) {
  return queryOptions({
    queryKey: ["checkDefinition", text],
    queryFn: async ({ signal }): Promise<Checked> => {
      const definition = JSON.parse(text) as PipelineDefinition;
      const body = { name: "check", definition, dryRun: true };
      try {
        const check = await engine.request("createPipeline", { body }, { signal });
        return { check, issues: [] };
      } catch (error) {
        if (!ApiError.is(error) || error.issues.length === 0) throw error;
        return { check: null, issues: error.issues };
      }
    },
    staleTime: Infinity,
    retry: false,
  });
}

/** The check of a definition that is being edited. Shows the former one until the next arrives. */
export function useCheck(definition: PipelineDefinition, isEnabled: boolean) {
  const text = JSON.stringify(definition);
  const settled = useSettled(text);
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    ...readCheck(settled),
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  });
  return {
    check: data?.check ?? null,
    issues: data?.issues ?? [],
    isCurrent: settled === text && !isFetching && !isPlaceholderData,
    error,
  };
}

/** Problems below a place of the definition. */
export function issuesAt(issues: readonly Issue[], pointer: string): readonly Issue[] {
  return issues.filter(
    (issue) => issue.pointer === pointer || issue.pointer.startsWith(`${pointer}/`),
  );
}
