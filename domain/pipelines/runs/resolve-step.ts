import type { JsonPath } from "#domain/pipelines/json-path.ts";

/** A step's fields with values in the places of its expressions. */
export type ResolvedStep = Readonly<Record<string, unknown>>;

/** Puts values in the places of a step's expressions. A list of files becomes single files. */
export function resolveStep(
  step: object,
  values: readonly { readonly path: JsonPath; readonly value: unknown }[],
): ResolvedStep {
  const resolved: Record<string, unknown> = structuredClone({ ...step });
  for (const { path, value } of values) place(resolved, path, value);
  if (!Array.isArray(resolved["inputs"])) return resolved;
  return { ...resolved, inputs: resolved["inputs"].flatMap(toFiles) };
}

function place(target: Record<string, unknown>, path: JsonPath, value: unknown): void {
  let container = target;
  for (const name of path.slice(0, -1)) {
    container = container[name] as Record<string, unknown>;
  }
  const last = path.at(-1);
  if (last !== undefined) container[last] = value;
}

/** Files of one place of `inputs`, each with the kind that the step gives it. */
function toFiles(input: unknown): unknown[] {
  if (Array.isArray(input)) return input;
  if (typeof input !== "object" || input === null || !("from" in input)) return [input];
  const { from } = input;
  return Array.isArray(from) ? from.map((file: unknown) => ({ ...input, from: file })) : [input];
}
