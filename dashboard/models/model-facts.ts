import type { Model } from "@gme/client";

import { formatCredits, formatSeconds } from "#words/format.ts";
import type { Words } from "#words/words.ts";

/** Typical price of a generation. */
export function priceOf({ credits }: Model): string {
  return formatCredits(credits.typical);
}

/** Measured seconds, or those that the catalog states. */
export function secondsOf(
  { measuredSeconds, typicalSeconds }: Pick<Model, "measuredSeconds" | "typicalSeconds">,
  { measured, stated }: Words["models"],
): string {
  return measuredSeconds === undefined
    ? stated(formatSeconds(typicalSeconds))
    : measured(formatSeconds(measuredSeconds));
}
