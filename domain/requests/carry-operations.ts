import type { Issue } from "#domain/errors.ts";
import { withNearest } from "#domain/nearest-name.ts";

import type { EditOperation, GenerationParameters } from "./intent.ts";
import type { ModelParameter } from "./model-parameters.ts";

/** True for a media operation with its parameters; false for a name such as "denoise". */
export function isEdit(operation: string | EditOperation): operation is EditOperation {
  return typeof operation !== "string";
}

/**
 * Carries the operations on an input: cuts, names and typed operations. A model without a parameter for them
 * reads the names in its prompt, but cannot perform typed operations, which is an issue.
 */
export function carryOperations(
  properties: Readonly<Record<string, ModelParameter>>,
  { operations, trimStartSeconds, trimEndSeconds }: GenerationParameters,
  target: {
    readonly values: Record<string, unknown>;
    readonly note: (field: string, told: Issue) => void;
  },
): void {
  const nameOf = (role: string) =>
    Object.keys(properties).find((name) => properties[name]?.["x-role"] === role);
  const cuts = { trimStart: trimStartSeconds, trimEnd: trimEndSeconds };
  for (const [role, value] of Object.entries(cuts)) {
    const name = nameOf(role);
    if (name !== undefined && value !== undefined) target.values[name] = value;
  }
  if (operations === undefined) return;
  const name = nameOf("operations");
  const allowed = name === undefined ? undefined : properties[name]?.items?.enum;
  const accepted: (string | EditOperation)[] = [];
  for (const [index, operation] of operations.entries()) {
    const pointer = `/parameters/operations/${index}`;
    if (isEdit(operation) && (name === undefined || allowed !== undefined)) {
      const message = "The model performs no typed operations; studio-edit does.";
      target.note("operations", { pointer, code: "not_supported", message });
    } else if (!isEdit(operation) && allowed?.includes(operation) === false) {
      const message = withNearest(
        `The model takes one of: ${allowed.join(", ")}.`,
        operation,
        allowed.map(String),
      );
      target.note("operations", { pointer, code: "value_not_supported", message });
    } else accepted.push(operation);
  }
  if (name !== undefined && accepted.length > 0) target.values[name] = accepted;
}
