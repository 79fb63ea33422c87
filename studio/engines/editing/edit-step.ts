import type { InputKind } from "#studio/capability.ts";
import type { OperationName } from "#studio/engines/media/operations.ts";
import type { VideoFacts } from "#studio/engines/media/probe.ts";

/** Media operations that change a video, in the order in which a refusal lists them. */
export const editNames = [
  "trim",
  "cut",
  "concat",
  "speed",
  "reverse",
  "crop",
  "resize",
  "rotate",
  "stabilize",
  "grade",
  "fade",
  "overlayText",
  "subtitles",
  "overlay",
  "mux",
  "volume",
  "loudness",
  "convert",
] as const satisfies readonly OperationName[];
export type EditName = (typeof editNames)[number];

export type EditParameters = Readonly<Record<string, unknown>>;

/** Facts that a time from the end or a share of the size refers to. */
export type EditFacts = Pick<VideoFacts, "durationSeconds" | "width" | "height">;

/** One change of the video that the steps before it have made. */
export interface EditStep {
  readonly operation: EditName;
  /** A function where the words refer to the length or the size of the video: "the last 3 seconds". */
  readonly parameters: EditParameters | ((facts: EditFacts) => EditParameters);
}

export function isEditName(name: string): name is EditName {
  return editNames.some((known) => known === name);
}

/** Kinds of further inputs that an operation takes, the preferred one first. */
const furtherKinds: Partial<Record<EditName, readonly InputKind[]>> = {
  concat: ["video"],
  overlay: ["image", "video"],
  mux: ["audio"],
};

interface AssignedInputs {
  /** Indexes of the further inputs of each step. */
  readonly further: readonly (readonly number[])[];
  readonly missing: readonly string[];
  /** Indexes of inputs that no step takes. */
  readonly unused: readonly number[];
}

/** Assigns the inputs after the first video to the steps that take them, in their order. */
export function assignFurtherInputs(
  steps: readonly EditStep[],
  kinds: readonly InputKind[],
): AssignedInputs {
  const first = kinds.indexOf("video");
  const left = new Set(kinds.keys().filter((index) => index !== first));
  const missing: string[] = [];
  const further = steps.map(({ operation }) => {
    const wanted = furtherKinds[operation];
    if (wanted === undefined) return [];
    const fitting = wanted.flatMap((kind) => [...left].filter((index) => kinds[index] === kind));
    const taken = operation === "concat" ? fitting : fitting.slice(0, 1);
    for (const index of taken) left.delete(index);
    if (taken.length === 0)
      missing.push(`${operation} needs one more input: ${wanted.join(" or ")}`);
    return taken;
  });
  return { further, missing, unused: [...left] };
}
