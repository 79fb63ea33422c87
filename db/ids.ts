import { uuidv7 } from "uuidv7";

const prefixes = {
  account: "acc",
  organization: "org",
  apiKey: "key",
  job: "job",
  batch: "bat",
  submission: "sub",
  output: "out",
  asset: "ast",
  session: "ses",
  auditEntry: "aud",
  invitation: "inv",
  mail: "mai",
  webhook: "whk",
  estimate: "est",
  event: "msg",
  delivery: "dlv",
  providerEvent: "pev",
  providerKey: "pky",
} as const;

/** A UUIDv7 with the prefix of its type, so that ids sort by creation and say what they name. */
export function createId(type: keyof typeof prefixes): string {
  return `${prefixes[type]}_${uuidv7()}`;
}

/** An id is made by a process, the time of its row by the database: their clocks may differ by this much. */
const clockDifferenceMs = 600_000;
/** A UUIDv7 has 48 bits for the milliseconds. */
const idMsMax = 2 ** 48 - 1;

/**
 * Bounds of the ids of rows that were created between two moments and before an id: an index by id then
 * finds an old day without walking through the newer ones. They are wider than the moments by what clocks
 * may differ, so the time of a row must be compared, too.
 */
export function idsWithin(
  type: keyof typeof prefixes,
  {
    createdAfter,
    createdBefore,
    beforeId,
  }: {
    createdAfter?: Date | undefined;
    createdBefore?: Date | undefined;
    beforeId?: string | undefined;
  },
): { $gte?: string; $lt?: string } {
  const bounds = [
    ...(beforeId === undefined ? [] : [beforeId]),
    ...(createdBefore === undefined
      ? []
      : [firstIdAt(type, createdBefore.getTime() + clockDifferenceMs)]),
  ].toSorted();
  return {
    ...(createdAfter === undefined
      ? {}
      : { $gte: firstIdAt(type, createdAfter.getTime() - clockDifferenceMs) }),
    ...(bounds[0] === undefined ? {} : { $lt: bounds[0] }),
  };
}

/** The least id that can be made at a time, in milliseconds. */
function firstIdAt(type: keyof typeof prefixes, milliseconds: number): string {
  const digits = Math.min(Math.max(milliseconds, 0), idMsMax).toString(16).padStart(12, "0");
  return `${prefixes[type]}_${digits.slice(0, 8)}-${digits.slice(8)}`;
}
