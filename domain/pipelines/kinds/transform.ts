import { z } from "zod";

import type { Issue } from "#domain/errors.ts";
import {
  commonFields,
  filePlaces,
  filesSchema,
  parametersSchema,
  placesWithin,
} from "#domain/pipelines/fields.ts";
import {
  convertFormats,
  operationInputsMax,
  operationNames,
  operations,
  type OperationName,
} from "#domain/pipelines/operations.ts";
import { fileOf, itemOf, kindOfFile, presentOf, fileTypes } from "#domain/pipelines/value-types.ts";

import type { StepKind, StepTypes } from "./step-kind.ts";

const schema = z
  .strictObject({
    kind: z.literal("transform"),
    ...commonFields,
    operation: z.enum(operationNames),
    inputs: filesSchema.min(1),
    parameters: parametersSchema.optional(),
  })
  .meta({ id: "PipelineTransformStep", description: "Edits files with ffmpeg, without credits." });

export type TransformStep = z.output<typeof schema>;

export const transform: StepKind<TransformStep> = {
  effect: "job",
  version: 1,
  schema: () => schema,
  places: ({ inputs, parameters }) => [
    ...filePlaces(inputs),
    ...placesWithin(parameters, ["parameters"]),
  ],
  resultOf(step, types) {
    const { makes } = operations[step.operation];
    const [first] = givenFiles(step, types);
    const output = fileTypes[makes === "same" ? (first?.kind ?? "video") : makes];
    return { output, outputs: `list<${output}>`, credits: "int" };
  },
  issues(step, types) {
    const given = givenFiles(step, types);
    if (given.length < step.inputs.length) return [];
    const message = inputsProblem(step.operation, given);
    if (message !== null) return [{ pointer: "/inputs", code: "input_kind", message }];
    return formatIssues(step, given[0]?.kind);
  },
};

/** Reports a format that `convert` does not write for its input. */
function formatIssues({ operation, parameters }: TransformStep, kind = ""): Issue[] {
  const format = parameters?.["format"];
  const known: readonly unknown[] = Object.values(convertFormats).flat();
  // The schema of the parameters refuses others.
  if (operation !== "convert" || !known.includes(format)) return [];
  const possible: readonly unknown[] = convertFormats[kind as keyof typeof convertFormats];
  if (possible.includes(format)) return [];
  const message = `Must be one of ${possible.join(", ")} for an input of kind ${kind}.`;
  return [{ pointer: "/parameters/format", code: "not_allowed", message }];
}

/** Explains why an operation does not accept these inputs in their order; null when it does. */
export function inputsProblem(
  operation: OperationName,
  given: readonly GivenFiles[],
): string | null {
  const takes: Takes = operations[operation].takes;
  if (given.length > operationInputsMax) {
    return `${operation} takes at most ${operationInputsMax} inputs. There are ${given.length}.`;
  }
  if (takes.some((set) => accepts(set, given))) return null;
  const sets = takes.map((set) =>
    set
      .map(({ kind, many }) => (many === true ? `one or more ${kind} files` : kind))
      .join(", then "),
  );
  const kinds = given.map(({ kind, many }) => (many ? `a list of ${kind} files` : kind)).join(", ");
  const found = kinds === "" ? "There are no inputs." : `The inputs are ${kinds}.`;
  return `${operation} takes ${sets.join(", or ")}. ${found}`;
}

type Takes = readonly (readonly { readonly kind: string; readonly many?: boolean }[])[];

interface GivenFiles {
  readonly kind: string;
  /** A list, of which the number of files is known at run time. */
  readonly many: boolean;
}

function givenFiles(
  { inputs }: TransformStep,
  types: StepTypes,
): (GivenFiles & { readonly kind: keyof typeof fileTypes })[] {
  return inputs.flatMap((given, ordinal) => {
    const type =
      types.at(["inputs", ordinal, ...(typeof given === "string" ? [] : ["from"])]) ?? "";
    const file = fileOf(type);
    if (file === undefined) return [];
    return [{ kind: kindOfFile(file), many: itemOf(presentOf(type)) !== undefined }];
  });
}

/** Matches the inputs with the operation's, in their order. */
function accepts(wanted: Takes[number], given: readonly GivenFiles[]): boolean {
  const left = [...given];
  for (const { kind, many = false } of wanted) {
    const fits = (file: GivenFiles | undefined) => file?.kind === kind && (many || !file.many);
    if (!fits(left.shift())) return false;
    if (!many) continue;
    while (fits(left[0])) left.shift();
  }
  return left.length === 0;
}
