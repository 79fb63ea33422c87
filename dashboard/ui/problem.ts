import { useLanguage, useWords } from "#words/words.ts";

/** Failure in the form that a notice shows. `dashboard/contract/to-problem.ts` makes it from any error. */
export interface Problem {
  readonly code: string;
  /** Text of the server; undefined when the failure is not a response of the server. */
  readonly detail?: string | undefined;
  /** `detail` says more than the code, such as how many credits are missing. */
  readonly isSpecific?: boolean;
  readonly issues: readonly { readonly pointer: string; readonly message: string }[];
  readonly requestId?: string | undefined;
  readonly retryable: boolean;
}

/** Text of a problem in the chosen language, or else the text of the server. */
export function useProblemText({ code, detail }: Problem): string {
  const { problem } = useWords();
  if (code === "offline") return problem.offline;
  return problem.codes[code] ?? detail ?? problem.unexpected;
}

/** Text of the server, in English, when it says more than the translation of its code. */
export function useProblemDetail({ code, detail, isSpecific }: Problem): string | undefined {
  const { problem } = useWords();
  const isTranslated = useLanguage() !== "en" && problem.codes[code] !== undefined;
  return isTranslated && isSpecific === true ? detail : undefined;
}
