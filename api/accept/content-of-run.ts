import type { ScreenedContent } from "#db/safety/create-screening.ts";
import { locateSteps } from "#domain/pipelines/locate-steps.ts";
import { textsIn } from "#domain/safety/screened-texts.ts";

import type { NarrowedDefinition } from "./narrow-definition.ts";
import type { RunOrder } from "./plan-run.ts";
import type { RunInputs } from "./read-run-inputs.ts";

/** Texts of a run that are known before it: its inputs and answers, and what its steps make of them. */
export function contentOfRun(
  { body, chat }: Pick<RunOrder, "body" | "chat">,
  {
    inputs: { values, assets },
    narrowed: { definition, skipped },
  }: { readonly inputs: RunInputs; readonly narrowed: NarrowedDefinition },
): ScreenedContent {
  const given = [
    ...textsIn(chat?.message, "/message"),
    // Also those of the run that this one resumes: a policy may have become stricter.
    ...textsIn(values, "/inputs"),
    ...textsIn(body.answers, "/answers"),
  ];
  const known = new Set(given.map(({ text }) => text));
  const pointer = chat === undefined ? "/inputs" : "/message";
  const ofSteps = locateSteps(definition.steps)
    .located.filter(({ name }) => !skipped.includes(name))
    .flatMap(({ name, step }) => {
      const { prompt, instruction, parameters } = step as Readonly<Record<string, unknown>>;
      return textsIn([prompt, instruction, parameters], "").flatMap(({ text }) =>
        known.has(text) ? [] : { pointer, text, step: name },
      );
    });
  return { texts: [...given, ...ofSteps], hasPicture: assets.some(({ kind }) => kind !== "audio") };
}
