import { useLanguage, useWords } from "#words/words.ts";

/** Failure in the form that a notice shows. `dashboard/contract/to-problem.ts` makes it from any error. */
export interface Problem {
  readonly code: string;
  /** Text of the server; undefined when the failure is not a response of the server. */
  readonly detail?: string | undefined;
  /** Facts that `detail` states, such as how many credits are missing. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly issues: readonly {
    readonly pointer: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly requestId?: string | undefined;
  readonly retryable: boolean;
}

/** Text of a problem in the chosen language, or else the text of the server. */
export function useProblemText({ code, detail }: Problem): string {
  const { problem } = useWords();
  if (code === "offline") return problem.offline;
  return problem.codes[code] ?? detail ?? problem.unexpected;
}

interface ProblemDetail {
  readonly text: string | undefined;
  readonly lang: "en" | undefined;
}

/** Facts that the translation of the code leaves out. When none has a translation: the text of the server, in English. */
export function useProblemDetail({ code, detail, details = {}, issues }: Problem): ProblemDetail {
  const { problem } = useWords();
  const isTranslated = useLanguage() !== "en" && problem.codes[code] !== undefined;
  if (!isTranslated || issues.length > 0 || Object.keys(details).length === 0) {
    return { text: undefined, lang: undefined };
  }
  const facts = problem.facts(details);
  return facts === undefined ? { text: detail, lang: "en" } : { text: facts, lang: undefined };
}
