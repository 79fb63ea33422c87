import { AppError } from "#domain/errors.ts";
import { paidLengthIssue } from "#domain/requests/carry-length.ts";
import { billedSeconds, inputNouns } from "#domain/requests/input-facts.ts";
import { lengthMs } from "#storage/media-length.ts";

import type { AdapterInput, AdapterRequest } from "./adapter.ts";

/** Returns the length of an input. Throws `input_invalid` when the file does not state one. */
export async function knownLengthMs(input: AdapterInput): Promise<number> {
  const ms = await lengthMs(input);
  if (ms !== null) return ms;
  throw new AppError("input_invalid", {
    details: { reason: `how long the ${inputNouns[input.kind]} is cannot be read from it` },
  });
}

/** Refuses an input that is longer than the seconds in the price, as `checkPaidMs` does. */
export async function checkPaidLength(
  input: AdapterInput,
  request: AdapterRequest,
  paidSeconds: number,
): Promise<void> {
  checkPaidMs({ kind: input.kind, ms: await knownLengthMs(input) }, request, paidSeconds);
}

/**
 * Refuses an input that is billed by its length and longer than the seconds in the price. The model's catalog
 * row says how the provider rounds. Throws `parameter_not_supported`.
 */
export function checkPaidMs(
  { kind, ms }: { kind: AdapterInput["kind"]; ms: number },
  { priced: { measured } }: AdapterRequest,
  paidSeconds: number,
): void {
  const seconds = billedSeconds(ms / 1_000, measured?.seconds);
  const issue = paidLengthIssue(kind, { seconds, paidSeconds });
  if (issue === null) return;
  throw new AppError("parameter_not_supported", {
    details: { reason: issue.message },
    issues: [issue],
  });
}
