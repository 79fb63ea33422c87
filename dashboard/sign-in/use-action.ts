import { useMutation } from "@tanstack/react-query";

import { toProblem } from "#contract/to-problem.ts";
import type { Problem } from "#ui/problem.ts";

/** State of a form that is sent once at a time. */
export interface Action<Fields> {
  readonly send: (fields: Fields) => void;
  readonly isSending: boolean;
  readonly isDone: boolean;
  readonly problem: Problem | null;
}

export function useAction<Fields>(send: (fields: Fields) => Promise<unknown>): Action<Fields> {
  const { mutate, isPending, isSuccess, error } = useMutation({ mutationFn: send });
  return {
    send: mutate,
    isSending: isPending,
    isDone: isSuccess,
    problem: error === null ? null : toProblem(error),
  };
}
