import type { Batch } from "@gme/client";

import { Badge, type BadgeTone } from "#ui/badge.tsx";
import * as batchesTexts from "#words/en/batches.ts";
import { textOf, useWords } from "#words/words.ts";

const tones: Readonly<Record<string, BadgeTone>> = {
  processing: "accent",
  canceling: "warning",
  completed: "good",
};

export function BatchStatus({ batch: { status } }: { readonly batch: Pick<Batch, "status"> }) {
  const { batches } = useWords(batchesTexts);
  return <Badge tone={tones[status] ?? "neutral"}>{textOf(batches.status, status)}</Badge>;
}

/** Number of items that have ended. */
export function endedOf({ completed, failed, canceled }: Batch["counts"]): number {
  return completed + failed + canceled;
}
