import type { BatchItem } from "@gme/client";

import { isFinal } from "#contract/merge-event.ts";

/** Events of a batch have its counts, but not the results of its items. */
export const refreshMs = 3_000;

/** Milliseconds until a page of items is read again; false once all of its items have ended. */
export function refreshOf(items: readonly Pick<BatchItem, "status">[] | undefined): number | false {
  return items?.every(isFinal) === false ? refreshMs : false;
}
