import type { CheckedDefinition } from "./check-definition.ts";
import type { Definition } from "./definition.ts";
import type { SubPipelineStep } from "./kinds/pipeline.ts";
import type { Steps } from "./step.ts";

/** A definition without issues, with what the check found. */
export interface CheckedVersion {
  readonly definition: Definition;
  readonly checked: CheckedDefinition;
}

/** Versions of pipelines that a definition runs, by `versionKey`. */
export type SubPipelines = Readonly<Record<string, CheckedVersion>>;

export function versionKey(pipelineId: string, version: number): string {
  return `${pipelineId}@${version}`;
}

/** Gives each `pipeline` step the version that it runs, those within that version included. */
export function placePipelines({
  definition,
  checked: { pipelines },
}: {
  readonly definition: Definition;
  readonly checked: Pick<CheckedDefinition, "pipelines">;
}): Definition {
  return pipelines === undefined
    ? definition
    : { ...definition, steps: placeIn(definition.steps, pipelines) };
}

/** Returns the version that a step runs. */
export function placedIn({ pipeline, placed }: SubPipelineStep): CheckedVersion {
  if (placed === undefined) throw new Error(`expected a version of ${pipeline} in its place`);
  return placed;
}

function placeIn(steps: Steps, pipelines: SubPipelines): Steps {
  const placed = Object.entries(steps).map(([name, step]) => {
    if (step.kind === "map") {
      return [name, { ...step, steps: placeIn(step.steps, pipelines) }] as const;
    }
    if (step.kind === "switch") {
      const place = <Branch extends { readonly steps?: Steps | undefined }>(branch: Branch) =>
        branch.steps === undefined
          ? branch
          : { ...branch, steps: placeIn(branch.steps, pipelines) };
      const { otherwise } = step;
      const rest = otherwise === undefined ? {} : { otherwise: place(otherwise) };
      return [name, { ...step, cases: step.cases.map(place), ...rest }] as const;
    }
    if (step.kind !== "pipeline") return [name, step] as const;
    const version = pipelines[versionKey(step.pipeline, step.version)];
    if (version === undefined) throw new Error(`expected the version that step ${name} runs`);
    return [
      name,
      { ...step, placed: { ...version, definition: placePipelines(version) } },
    ] as const;
  });
  return Object.fromEntries(placed);
}
