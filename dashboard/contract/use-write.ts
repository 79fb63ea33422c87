import type { OperationId } from "@gme/client";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";

import { queryClient } from "./queries.ts";
import { toProblem } from "./to-problem.ts";

export interface WriteOptions<Result> {
  /** Reads that the change makes stale. */
  readonly stale: readonly (
    | OperationId
    | "getBilling"
    | "listLibrary"
    | "listMarkedJobs"
    | "getJobMarks"
    | "listJobShares"
    | "listAbuseReports"
    | "listQuarantinedFiles"
  )[];
  readonly onDone?: (result: Result) => void;
}

export interface WriteContext {
  /** Repeats of the same input have the same key, so that a lost response creates nothing twice. */
  readonly idempotencyKey: string;
}

/** A change of the API that is sent once at a time. */
export function useWrite<Input, Result>(
  write: (input: Input, context: WriteContext) => Promise<Result>,
  { stale, onDone }: WriteOptions<Result>,
) {
  const attempt = useRef<{ readonly input: string; readonly key: string } | null>(null);
  const { mutate, isPending, error, variables } = useMutation({
    // A response may hold a secret that is shown once.
    gcTime: 0,
    mutationFn: async (input: Input) => {
      const text = JSON.stringify(input) ?? "";
      if (attempt.current?.input !== text) attempt.current = { input: text, key: newKey() };
      return write(input, { idempotencyKey: attempt.current.key });
    },
    onSuccess: (result) => {
      attempt.current = null;
      onDone?.(result);
      for (const operationId of stale) {
        void queryClient.invalidateQueries({ queryKey: [operationId] });
      }
    },
  });
  return {
    send: (input: Input) => {
      if (!isPending) mutate(input);
    },
    isSending: isPending,
    /** Input that is being sent, or was sent last. */
    input: variables,
    problem: error === null ? null : toProblem(error),
  };
}

/** Works in pages without https, too, where `crypto.randomUUID` is missing. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join("-");
}
