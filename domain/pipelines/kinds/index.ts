import type { Step, StepKindName, StepOf, Steps } from "#domain/pipelines/step.ts";

import { approve } from "./approve.ts";
import { call } from "./call.ts";
import { generate } from "./generate.ts";
import { map } from "./map.ts";
import { pipeline } from "./pipeline.ts";
import { read } from "./read.ts";
import type { StepKind } from "./step-kind.ts";
import { switchKind } from "./switch.ts";
import { transform } from "./transform.ts";
import { value } from "./value.ts";
import { write } from "./write.ts";

/** The step kinds. A new kind is one file and one row. */
export const stepKinds: { readonly [Name in StepKindName]: StepKind<StepOf<Name>, Steps> } = {
  generate,
  transform,
  map: map<Steps>(),
  switch: switchKind<Steps>(),
  approve,
  read,
  write,
  value,
  pipeline,
  call,
};

/**
 * Returns the kind of a step, typed for any step: TypeScript cannot relate the kinds of a union to its steps.
 */
export function kindOf(step: Step): StepKind<Step, Steps> {
  return stepKinds[step.kind] as unknown as StepKind<Step, Steps>;
}
