import { useState } from "react";

import { toProblem } from "#contract/to-problem.ts";
import type { Problem } from "#ui/problem.ts";

interface ActionState {
  readonly isSending: boolean;
  readonly isDone: boolean;
  readonly problem: Problem | null;
}

/** State of a form that is sent once at a time. */
export interface Action<Fields> extends ActionState {
  readonly send: (fields: Fields) => void;
}

const idle: ActionState = { isSending: false, isDone: false, problem: null };

export function useAction<Fields>(send: (fields: Fields) => Promise<unknown>): Action<Fields> {
  const [state, setState] = useState(idle);
  const start = async (fields: Fields) => {
    setState({ ...idle, isSending: true });
    try {
      await send(fields);
      setState({ ...idle, isDone: true });
    } catch (error) {
      setState({ ...idle, problem: toProblem(error) });
    }
  };
  return { ...state, send: (fields) => void start(fields) };
}
