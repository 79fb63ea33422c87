import type {
  DigitalSourceType,
  ProvenanceMark,
  UnmarkedReason,
} from "#domain/requests/provenance.ts";

import type { Edit } from "./edits.ts";

/** Statements of a mark. They are the same for each repetition of a job's step: no time, no random value. */
export interface MarkFacts {
  readonly digitalSourceType: DigitalSourceType;
  readonly creatorTool: string;
  /** Name of the model. */
  readonly aiSystem: string;
}

/** Plan of a file: the edits that add the mark, the mark that the file has, or why there is none. */
export type FormatPlan =
  | { readonly edits: readonly Edit[] }
  | { readonly found: ProvenanceMark }
  | { readonly unmarked: UnmarkedReason };
