/**
 * Largest values of inputs, steps and outputs of a run, in characters of their JSON. A list may be as long as 1,000
 * files of a `map`, of about 300 characters each, because a run must not fail after it has paid for them.
 */
export const valueLimits = {
  text: 20_000,
  listItems: 1_000,
  single: 65_536,
  list: 1_048_576,
} as const;

/** Reports whether a value may be the result of an expression or of a step's field. */
export function isWithinLimits(value: unknown): boolean {
  if (typeof value === "string") return value.length <= valueLimits.text;
  return Array.isArray(value) ? isListWithinLimits(value) : lengthOf(value) <= valueLimits.single;
}

export function isListWithinLimits(values: readonly unknown[]): boolean {
  if (values.length > valueLimits.listItems) return false;
  let characters = 2;
  for (const value of values) {
    const length = lengthOf(value);
    characters += length + 1;
    if (length > valueLimits.single || characters > valueLimits.list) return false;
  }
  return true;
}

/** Reports whether named values, such as the outputs of a run, may be stored together. */
export function areWithinLimits(values: Readonly<Record<string, unknown>>): boolean {
  return lengthOf(values) <= valueLimits.list;
}

/** Reports whether the request or the result of one job or task may be stored. */
export function isStepWithinLimits(value: unknown): boolean {
  return lengthOf(value) <= valueLimits.single;
}

function lengthOf(value: unknown): number {
  return (JSON.stringify(value) as string | undefined)?.length ?? 0;
}
