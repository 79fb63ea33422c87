import type { Issue } from "#domain/errors.ts";

import type { Definition } from "./definition.ts";
import type { ReadExpressionText } from "./expression-reader.ts";
import { inputIssues, typeOfInput } from "./inputs.ts";
import { countInstances, locateSteps, sizeIssues } from "./locate-steps.ts";
import { outputPlaces, readPlaces } from "./read-places.ts";
import { versionKey, type SubPipelines } from "./sub-pipelines.ts";
import { typeSteps, type DefinitionTypes } from "./type-steps.ts";
import { isOptional, type ValueType } from "./value-types.ts";

/** Facts about a definition that a check finds; stored with its version. */
export interface CheckedDefinition extends DefinitionTypes {
  readonly inputs: Readonly<Record<string, ValueType>>;
  readonly outputs: Readonly<Record<string, ValueType>>;
  /** Executions of steps in a run, with each map at its `maxItems`. */
  readonly instances: number;
  /** Versions that the definition runs, put in place when it is stored. Absent without any. */
  readonly pipelines?: SubPipelines;
}

export interface CheckTools {
  readonly read: ReadExpressionText;
  /** Versions of other pipelines that the definition runs, by `versionKey`. */
  readonly pipelines: SubPipelines;
}

export type CheckResult =
  | { readonly issues: readonly Issue[] }
  | { readonly issues: readonly []; readonly checked: CheckedDefinition };

/**
 * Checks a definition whose fields are valid: names, sizes, references, cycles, types and the inputs of each
 * step. Reports all issues; pointers start at the definition.
 */
export function checkDefinition(
  definition: Definition,
  { read, pipelines }: CheckTools,
): CheckResult {
  const pipeline = (pipelineId: string, version: number) => {
    const key = versionKey(pipelineId, version);
    return Object.hasOwn(pipelines, key) ? pipelines[key] : undefined;
  };
  const { located, issues: nameIssues } = locateSteps(definition.steps);
  const instances = countInstances(located, (step) =>
    step.kind === "pipeline" ? (pipeline(step.pipeline, step.version)?.checked.instances ?? 0) : 0,
  );
  // With ambiguous names or too many steps, further issues would mislead.
  const first = [...nameIssues, ...sizeIssues(located, { instances, pipeline })];
  if (first.length > 0) return { issues: first };

  const { inputs: given = {} } = definition;
  const inputs = Object.fromEntries(
    Object.entries(given).map(([name, input]) => [name, typeOfInput(input)]),
  );
  const texts = readPlaces(definition, located, read);
  const typed = typeSteps(located, { inputs, readPlaces: texts.places, pipeline });
  const outputs: Record<string, ValueType> = {};
  for (const place of outputPlaces(definition)) {
    const type = typed.typeOutput(place);
    if (type !== undefined) outputs[place.name] = type;
  }
  const issues = [
    ...inputIssues(given),
    ...phraseIssues(definition),
    ...texts.issues,
    ...typed.issues,
  ];
  if (issues.length === 0 && Object.values(outputs).every(isOptional)) {
    const message = "Every output may be absent. Give one a value with .orValue(…).";
    issues.push({ pointer: "/outputs", code: "output_uncertain", message });
  }
  return issues.length > 0
    ? { issues }
    : {
        issues: [],
        checked: {
          ...typed.types,
          inputs,
          outputs,
          instances,
          ...(Object.keys(pipelines).length === 0 ? {} : { pipelines }),
        },
      };
}

/** Reports braces in phrases that name no input. */
function phraseIssues({ chat, inputs = {} }: Definition): Issue[] {
  return (chat?.phrases ?? []).flatMap((phrase, ordinal) =>
    [...phrase.matchAll(/\{([^{}]*)\}/g)].flatMap(([, name = ""]) => {
      if (Object.hasOwn(inputs, name)) return [];
      const message = `There is no input ${name}.`;
      return [{ pointer: `/chat/phrases/${ordinal}`, code: "reference_unknown", message }];
    }),
  );
}
