import type { InputKind } from "#studio/capability.ts";
import type { EngineRequest } from "#studio/engine.ts";
import { operations } from "#studio/engines/media/operations.ts";
import type { Issue } from "#studio/errors.ts";

import {
  type EditFacts,
  type EditStep,
  assignFurtherInputs,
  editNames,
  isEditName,
} from "./edit-step.ts";
import { toLines } from "./read-clause.ts";
import { readEdits } from "./read-edits.ts";

const stepsMax = 20;

export interface EditPlan {
  readonly steps: readonly EditStep[];
  /** Indexes of the further inputs of each step. */
  readonly further: readonly (readonly number[])[];
  /** Clauses and inputs of the request without a step, for the result. */
  readonly notApplied: readonly string[];
  readonly issues: readonly Issue[];
}

/**
 * Plans the edits of a request: those of `operations` in their order, then those of the prompt, then those of
 * parameters such as `speed` that neither of them names.
 */
export function planEdits(
  { prompt, parameters }: Pick<EngineRequest, "prompt" | "parameters">,
  kinds: readonly InputKind[],
): EditPlan {
  const typed: EditStep[] = [];
  const issues: Issue[] = [];
  const words: string[] = [];
  for (const [index, item] of (parameters.operations ?? []).entries()) {
    const path = `parameters.operations.${index}`;
    if (typeof item === "string") words.push(item);
    else if (isEditName(item.operation)) {
      const edit = { operation: item.operation, parameters: item.parameters ?? {} };
      typed.push(edit);
      issues.push(...issuesOf(edit, path));
    } else {
      const message = `${item.operation} does not change a video; expected one of ${editNames.join(", ")}`;
      issues.push({ path: `${path}.operation`, message });
    }
  }
  const read = readEdits([...words, prompt].join("\n"));
  for (const edit of read.steps) {
    issues.push(...issuesOf(edit, "prompt").map(({ message }) => ({ path: "prompt", message })));
  }
  const known = [...typed, ...read.steps];
  const steps = [...known, ...editsOf(parameters, known)];
  const { further, missing, unused } = assignFurtherInputs(steps, kinds);
  issues.push(...missing.map((message) => ({ path: "inputs", message })));
  if (steps.length > stepsMax) {
    issues.push({
      path: "prompt",
      message: `names ${steps.length} edits; ${stepsMax} are the most`,
    });
  }
  if (steps.length === 0 && issues.length === 0) {
    const message = `names no edit. The edits are ${editNames.join(", ")}; for example "cut the first 3 seconds, make it black and white and add the title 'Hello' at the end"`;
    issues.push({ path: "prompt", message });
  }
  const notApplied = [
    ...read.notApplied.map((clause) => `"${clause}"`),
    ...unused.map((index) => `input ${index + 1}`),
  ];
  return { steps, further, notApplied, issues };
}

/** A video of which the values that words derive from a video are valid. */
const usualFacts: EditFacts = { durationSeconds: 3600, width: 1280, height: 720 };

export function parametersOf({ parameters }: EditStep, facts: EditFacts) {
  return typeof parameters === "function" ? parameters(facts) : parameters;
}

function issuesOf(edit: EditStep, path: string): Issue[] {
  const found = operations[edit.operation].validate(parametersOf(edit, usualFacts), ["video"]);
  return found.map((issue) => ({
    path: `${path}.${issue.path}`,
    message: `${edit.operation}: ${issue.path.replace("parameters.", "")}: ${issue.message}`,
  }));
}

/** Edits of the request's own parameters, unless a step names the operation already. */
function editsOf(
  parameters: EngineRequest["parameters"],
  known: readonly EditStep[],
): readonly EditStep[] {
  const { trimStartSeconds, trimEndSeconds, speed, aspectRatio, width, height } = parameters;
  const { resolution, style, format } = parameters;
  const lines = /^(\d{3,4})p$/iu.exec(resolution ?? "")?.[1];
  const all: readonly (EditStep | false)[] = [
    (trimStartSeconds !== undefined || trimEndSeconds !== undefined) && {
      operation: "trim",
      parameters: {
        startSeconds: trimStartSeconds ?? 0,
        ...(trimEndSeconds === undefined ? {} : { endSeconds: trimEndSeconds }),
      },
    },
    speed !== undefined && speed !== 1 && { operation: "speed", parameters: { factor: speed } },
    aspectRatio !== undefined && { operation: "crop", parameters: { aspectRatio } },
    (width !== undefined || height !== undefined) && {
      operation: "resize",
      parameters: {
        ...(width === undefined ? {} : { width }),
        ...(height === undefined ? {} : { height }),
      },
    },
    lines !== undefined && { operation: "resize", parameters: toLines(Number(lines)) },
    ...readEdits(style ?? "").steps,
    format !== undefined && format !== "mp4" && { operation: "convert", parameters: { format } },
  ];
  const isSaid = (name: string) => known.some(({ operation }) => operation === name);
  return all.filter((edit) => edit !== false).filter(({ operation }) => !isSaid(operation));
}
