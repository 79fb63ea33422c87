import { AppError } from "#domain/errors.ts";
import { lengthIssue } from "#domain/requests/carry-length.ts";
import { lengthMs } from "#storage/media-length.ts";

import type { AdapterInput } from "./adapter.ts";

/** Throws `input_invalid` for what does not say it. `what` is a noun for the reason. */
export async function knownLengthMs(input: AdapterInput, what: string): Promise<number> {
  const ms = await lengthMs(input);
  if (ms !== null) return ms;
  throw new AppError("input_invalid", {
    details: { reason: `how long the ${what} is cannot be read from it` },
  });
}

/** For inputs that are billed by their length: longer than the seconds that the price was made of. */
export function lengthRefused(what: string, ms: number, seconds: number): AppError {
  const issue = lengthIssue(what, { seconds: Math.ceil(ms / 1_000), paidSeconds: seconds });
  return new AppError("parameter_not_supported", {
    details: { reason: issue.message },
    issues: [issue],
  });
}
