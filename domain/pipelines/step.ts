import type { ApproveStep } from "./kinds/approve.ts";
import type { CallStep } from "./kinds/call.ts";
import type { GenerateStep } from "./kinds/generate.ts";
import type { MapStep } from "./kinds/map.ts";
import type { SubPipelineStep } from "./kinds/pipeline.ts";
import type { ReadStep } from "./kinds/read.ts";
import type { SwitchStep } from "./kinds/switch.ts";
import type { TransformStep } from "./kinds/transform.ts";
import type { ValueStep } from "./kinds/value.ts";
import type { WriteStep } from "./kinds/write.ts";

/** Steps of a scope, by name. A name is unique in the whole definition. */
export interface Steps {
  readonly [name: string]: Step;
}

export type Step =
  | GenerateStep
  | TransformStep
  | MapStep<Steps>
  | SwitchStep<Steps>
  | ApproveStep
  | ReadStep
  | WriteStep
  | ValueStep
  | SubPipelineStep
  | CallStep;

export type StepKindName = Step["kind"];
export type StepOf<Name extends StepKindName> = Extract<Step, { readonly kind: Name }>;
