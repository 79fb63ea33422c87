import type { Issue } from "#domain/errors.ts";

import type { GenerationParameters } from "./intent.ts";
import type { ModelParameter } from "./model-parameters.ts";

/** Copies the request for times in a transcript. A model without a parameter for it makes transcripts without times. */
export function carryTimestamps(
  properties: Readonly<Record<string, ModelParameter>>,
  { timestamps }: GenerationParameters,
  {
    values,
    note,
  }: {
    readonly values: Record<string, unknown>;
    readonly note: (field: string, told: Issue) => void;
  },
): void {
  if (timestamps !== true) return;
  const name = Object.keys(properties).find(
    (each) => properties[each]?.["x-role"] === "timestamps",
  );
  const parameter = name === undefined ? undefined : properties[name];
  if (name === undefined || parameter === undefined) {
    const message = "The model's results have no timestamps.";
    note("timestamps", { pointer: "/parameters/timestamps", code: "not_supported", message });
    return;
  }
  values[name] = parameter.type === "boolean" ? true : parameter.default;
}
