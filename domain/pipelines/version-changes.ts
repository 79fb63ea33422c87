import type { Definition } from "./definition.ts";
import { kindOf } from "./kinds/index.ts";
import { locateSteps } from "./locate-steps.ts";
import type { Step } from "./step.ts";

export const stepChanges = ["added", "removed", "changed"] as const;

export interface StepChange {
  readonly step: string;
  readonly change: (typeof stepChanges)[number];
}

/** Lists the steps that differ between two versions; a step counts without the steps within it. */
export function changesBetween(before: Definition, after: Definition): StepChange[] {
  const old = ownParts(before);
  const current = ownParts(after);
  return [
    ...[...current].flatMap(([step, part]): StepChange[] => {
      const former = old.get(step);
      if (former === undefined) return [{ step, change: "added" }];
      return former === part ? [] : [{ step, change: "changed" }];
    }),
    ...[...old.keys()].flatMap((step): StepChange[] =>
      current.has(step) ? [] : [{ step, change: "removed" }],
    ),
  ];
}

/** Each step as JSON, without the steps within it. */
function ownParts({ steps }: Definition): Map<string, string> {
  return new Map(locateSteps(steps).located.map(({ name, step }) => [name, ownPart(step)]));
}

function ownPart(step: Step): string {
  const inner = new Set<unknown>((kindOf(step).scopes?.(step) ?? []).map(({ steps }) => steps));
  return JSON.stringify(step, (_, value: unknown) => (inner.has(value) ? null : value));
}
