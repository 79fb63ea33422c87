import type { ProviderHealth } from "@gme/client";

import { Badge, type BadgeTone } from "#ui/badge.tsx";
import * as statusTexts from "#words/en/status.ts";
import { textOf, useWords } from "#words/words.ts";

const tones: Readonly<Record<string, BadgeTone>> = {
  healthy: "good",
  degraded: "warning",
  unavailable: "danger",
};

/** Health of a provider. */
export function HealthBadge({ status }: { readonly status: ProviderHealth["status"] }) {
  const words = useWords(statusTexts);
  return <Badge tone={tones[status] ?? "neutral"}>{textOf(words.status.health, status)}</Badge>;
}
