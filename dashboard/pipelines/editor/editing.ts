import type { PipelineDefinition } from "@gme/client";

import type { Issue } from "./use-check.ts";

/** Input of every part of the editor: the definition, the result of its check, and a function that changes it. */
export interface Editing {
  readonly definition: PipelineDefinition;
  readonly issues: readonly Issue[];
  /** Types of the result fields of each step; empty while the definition has problems. */
  readonly results: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly isEditable: boolean;
  /** `field` names what is being typed, so that undo takes back the whole text. */
  readonly change: (definition: PipelineDefinition, field?: string) => void;
}
