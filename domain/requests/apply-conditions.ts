import { fitNumber } from "./fit-value.ts";
import type { MappedRequest } from "./map-request.ts";
import type { ParameterValue } from "./model-parameters.ts";

/** Restricts the values of some parameters while others have certain values. */
export interface Condition {
  /** Values by parameter; true for any value or input, false for none. All of them must hold. */
  readonly when: Readonly<Record<string, readonly ParameterValue[] | boolean>>;
  /** Values that the model accepts then, by parameter. */
  readonly allows: Readonly<Record<string, readonly ParameterValue[]>>;
}

type Mapped = Pick<MappedRequest, "inputs"> & { readonly values: Record<string, unknown> };

/**
 * Replaces values that the model refuses in this combination by the nearest accepted ones, and passes each
 * replacement to `note`: the parameter's name, the reason, and the values.
 */
export function applyConditions(
  conditions: readonly Condition[],
  mapped: Mapped,
  note: (name: string, reason: string, values: { former: unknown; value: ParameterValue }) => void,
): void {
  const { values } = mapped;
  for (const { when, allows } of conditions) {
    if (!Object.entries(when).every(([name, wanted]) => holds(mapped, name, wanted))) continue;
    for (const [name, allowed] of Object.entries(allows)) {
      const former = values[name];
      // A switch that is not sent is off.
      if (allowed.includes((former ?? false) as ParameterValue)) continue;
      const value = nearestOf(allowed, former);
      if (value === undefined) continue;
      values[name] = value;
      note(name, `${describeWhen(when)}, the model takes one of: ${allowed.join(", ")}.`, {
        former,
        value,
      });
    }
  }
}

function holds(
  { values, inputs }: Mapped,
  name: string,
  wanted: readonly ParameterValue[] | boolean,
): boolean {
  const value = values[name];
  if (typeof wanted !== "boolean") return wanted.some((each) => each === value);
  return wanted === (value !== undefined || (inputs[name]?.length ?? 0) > 0);
}

function nearestOf(
  allowed: readonly ParameterValue[],
  former: unknown,
): ParameterValue | undefined {
  if (typeof former !== "number") return allowed[0];
  const numbers = allowed.filter((value) => typeof value === "number");
  return fitNumber({ enum: numbers }, former).value;
}

/** The condition as a sentence without its verdict: "With background transparent". */
export function describeWhen(when: Condition["when"]): string {
  const parts = Object.entries(when).map(([name, wanted]) => {
    if (typeof wanted === "boolean") return `${wanted ? "with" : "without"} ${name}`;
    return `with ${name} ${wanted.join(" or ")}`;
  });
  const text = parts.join(" and ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
