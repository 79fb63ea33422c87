import type { Medium, Turn } from "#domain/conversations/context.ts";
import {
  type AdjustedField,
  type Adjustment,
  adjustments,
  nextValue,
} from "#domain/conversations/next-value.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";
import { readSlots } from "#intent/read-slots.ts";

import type { Reading } from "./reading.ts";

export interface Change {
  readonly field: AdjustedField;
  readonly value: unknown;
}

/** Adjustments of length and speed suit media with a duration. */
const timed: ReadonlySet<Medium> = new Set(["video", "audio"]);
const timedAdjustments: ReadonlySet<Adjustment> = new Set([
  "longer",
  "shorter",
  "slower",
  "faster",
]);

/** Lists the fields of an earlier request that a message changes by a value or a term, the last change of each. */
export function readChanges({ signs, message }: Reading, target: Turn): Change[] {
  const { parameters } = readSlots(separateScripts(message.message), {
    capability: target.capability,
  });
  const literal = Object.entries(parameters)
    .filter(([field]) => field !== "count" && field !== "negativePrompt" && field !== "operations")
    .map(([field, value]) => ({
      field: field as keyof GenerationParameters,
      value: value as unknown,
    }));
  const relative = signs.adjustments
    .filter(({ name }) => suits(name, target))
    .map(({ name }) => nextValue(name, target.parameters));
  const fields = new Map<AdjustedField, unknown>();
  for (const { field, value } of [...relative, ...literal]) fields.set(field, value);
  return [...fields].map(([field, value]) => ({ field, value }));
}

/** Lists the adjustments that suit the result of a request. */
export function suitableAdjustments(target: Turn): Adjustment[] {
  return adjustments.filter((name) => suits(name, target));
}

function suits(name: Adjustment, { made }: Turn): boolean {
  return made.some(({ medium }) => timed.has(medium)) || !timedAdjustments.has(name);
}

/** Says to the caller which fields a message has changed. */
export function describeChanges(changes: readonly Change[]): string {
  const said = changes.map(
    ({ field, value }) => `${field}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  return `Changed ${said.join(", ")}.`;
}

/** "stl格式": the readers of parameters expect spaces between scripts. */
function separateScripts(text: string): string {
  return text.replace(
    /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])(?=[a-z0-9])|(?<=[a-z0-9])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])/giu,
    " ",
  );
}
