import { AppError } from "#domain/errors.ts";
import { lengthIssue } from "#domain/requests/carry-length.ts";
import { lengthMs } from "#storage/media-length.ts";

import type { AdapterInput } from "./adapter.ts";

/**
 * Returns the length of an input. Throws `input_invalid` when the file does not state one. `what` names the
 * input in the reason.
 */
export async function knownLengthMs(input: AdapterInput, what: string): Promise<number> {
  const ms = await lengthMs(input);
  if (ms !== null) return ms;
  throw new AppError("input_invalid", {
    details: { reason: `how long the ${what} is cannot be read from it` },
  });
}

/** Error for an input that is billed by its length and longer than the seconds in the price. */
export function lengthRefused(what: string, ms: number, seconds: number): AppError {
  const issue = lengthIssue(what, { seconds: Math.ceil(ms / 1_000), paidSeconds: seconds });
  return new AppError("parameter_not_supported", {
    details: { reason: issue.message },
    issues: [issue],
  });
}
