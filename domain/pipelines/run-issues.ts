import type { Issue } from "#domain/errors.ts";

import type { Definition } from "./definition.ts";
import { locateRunSteps, pathOfKey } from "./locate-steps.ts";

interface Answer {
  readonly choice?: string | undefined;
  readonly text?: string | undefined;
}

/** Reports answers that no step asks for, or that its question does not offer. Pointers start at the body. */
export function answerIssues(
  { steps }: Definition,
  answers: Readonly<Record<string, Answer>>,
): Issue[] {
  const byPath = new Map(locateRunSteps(steps).map(({ path, step }) => [path, step]));
  return Object.entries(answers).flatMap(([key, { choice, text }]): Issue[] => {
    const pointer = `/answers/${key}`;
    const step = byPath.get(pathOfKey(key));
    if (step?.kind === "write") {
      if (text !== undefined && choice === undefined) return [];
      return [{ pointer: `${pointer}/text`, code: "required", message: "Send the text." }];
    }
    if (step?.kind !== "approve") {
      return [{ pointer, code: "reference_unknown", message: `No step ${key} asks a question.` }];
    }
    const ids = step.options?.map(({ id }) => id) ?? ["yes", "no"];
    if (choice === undefined || !ids.includes(choice)) {
      const message = `Must be one of ${ids.join(", ")}.`;
      return [{ pointer: `${pointer}/choice`, code: "not_allowed", message }];
    }
    return step.takesText !== true && text !== undefined
      ? [{ pointer: `${pointer}/text`, code: "not_used", message: "The question takes no text." }]
      : [];
  });
}
