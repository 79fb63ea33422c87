import type { Pipeline } from "@gme/client";

import { Badge } from "#ui/badge.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import { formatCredits, formatNumber } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

/** Bounds of a price, or the price when both are equal. */
export function priceText(
  { minCredits, maxCredits }: Pipeline["price"],
  { pipelines }: Pick<Words, "pipelines">,
): string {
  if (minCredits === maxCredits) return formatCredits(maxCredits);
  return pipelines.priceRange(formatNumber(minCredits), formatCredits(maxCredits));
}

/** Whether a pipeline can run today. */
export function Readiness({
  pipeline: { runnable, archivedAt },
}: {
  readonly pipeline: Pick<Pipeline, "runnable" | "archivedAt">;
}) {
  const { pipelines } = useWords(pipelinesTexts);
  if (archivedAt !== undefined) return <Badge>{pipelines.states.archived}</Badge>;
  return runnable ? (
    <Badge tone="good">{pipelines.ready}</Badge>
  ) : (
    <Badge tone="warning">{pipelines.missing}</Badge>
  );
}

/** What a pipeline lacks today, and the settings that would provide it. */
export function Missing({ missing }: Pick<Pipeline, "missing">) {
  const { pipelines } = useWords(pipelinesTexts);
  return missing.map(({ capability, operation, settings }) => {
    const what = capability ?? operation ?? "";
    return (
      <p key={what}>
        {pipelines.missingText(what)}{" "}
        {settings.length > 0 && pipelines.missingSettings(settings.join(", "))}
      </p>
    );
  });
}
