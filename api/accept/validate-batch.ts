import { setImmediate as turn } from "node:timers/promises";

import { issuesMax, reportInput, toIssues } from "#api/http/issues.ts";
import { batchEnvelopeSchema, newBatchItemSchema, type NewBatchBody } from "#api/schemas/batch.ts";
import { hasPrompt, metadataFieldsMax, promptRequired } from "#api/schemas/job-request.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import { batchItemsMax } from "#domain/jobs/batch.ts";

/** Number of items validated before the event loop serves other requests. */
const itemsPerTurn = 10;

/** Limit of the defaults times the number of items, as if each item carried the defaults itself. */
const defaultsCharactersMax = 4_194_304;

type Item = NewBatchBody["items"][number];
type Defaults = NonNullable<NewBatchBody["defaults"]>;

/**
 * Validates the body of a batch in slices: a thousand items in one synchronous step would block the process.
 * Throws `request_invalid` with the first issues.
 */
export async function validateBatch(given: unknown): Promise<NewBatchBody> {
  const envelope = batchEnvelopeSchema.safeParse(given, reportInput);
  const issues = envelope.success
    ? []
    : toIssues(envelope.error, { schema: batchEnvelopeSchema, place: "body" });
  const { defaults = {} } = envelope.data ?? {};
  const checkTogether = createItemCheck(defaults);
  const items: Item[] = [];
  for (const [index, item] of listItems(given).entries()) {
    if (issues.length >= issuesMax) break;
    if (index % itemsPerTurn === 0) await turn();
    const result = newBatchItemSchema.safeParse(item, reportInput);
    if (result.success) {
      items.push(result.data);
      if (envelope.success) issues.push(...checkTogether(index, result.data));
    } else {
      const at = { schema: newBatchItemSchema, place: "body", above: ["items", index] } as const;
      issues.push(...toIssues(result.error, at));
      if (envelope.success && !hasPrompt({ ...defaults, ...toRecord(item) })) {
        const message = promptRequired;
        issues.push({ pointer: `/items/${index}/prompt`, code: "required", message });
      }
    }
  }
  if (JSON.stringify(defaults).length * items.length > defaultsCharactersMax) {
    const message = `Repeated for each item, they must have at most ${defaultsCharactersMax} characters as JSON.`;
    issues.push({ pointer: "/defaults", code: "too_large", message });
  }
  if (!envelope.success || issues.length > 0) throw new AppError("request_invalid", { issues });
  return { ...envelope.data, items };
}

function toRecord(item: unknown): object {
  return typeof item === "object" && item !== null ? item : {};
}

/** Raw items; none when there are too many, which the envelope reports. */
function listItems(given: unknown): readonly unknown[] {
  if (typeof given !== "object" || given === null || !("items" in given)) return [];
  const { items } = given;
  return Array.isArray(items) && items.length <= batchItemsMax ? items : [];
}

/** Checks each item together with the defaults and the items before it. */
function createItemCheck(defaults: Defaults): (index: number, item: Item) => Issue[] {
  const defaultLabels = Object.keys(defaults.metadata ?? {});
  const places = new Map<string, number>();
  return (index, { capability, clientItemId, metadata = {} }) => {
    const issues: Issue[] = [];
    const report = (field: string, code: string, message: string) => {
      issues.push({ pointer: `/items/${index}/${field}`, code, message });
    };
    if ((capability ?? defaults.capability) === undefined) {
      report("capability", "required", "Required here or in defaults.");
    }
    const inherited = defaultLabels.filter((label) => !Object.hasOwn(metadata, label));
    if (Object.keys(metadata).length + inherited.length > metadataFieldsMax) {
      const message = `Has more than ${metadataFieldsMax} fields with those of defaults.`;
      report("metadata", "too_large", message);
    }
    if (clientItemId === undefined) return issues;
    const first = places.get(clientItemId);
    if (first === undefined) places.set(clientItemId, index);
    else report("clientItemId", "repeated", `The item ${first} has it.`);
    return issues;
  };
}
