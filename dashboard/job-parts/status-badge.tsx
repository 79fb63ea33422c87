import type { Job } from "@gme/client";

import { Badge, type BadgeTone } from "#ui/badge.tsx";
import * as jobTexts from "#words/en/job.ts";
import { textOf, useWords } from "#words/words.ts";

const tones: Readonly<Record<string, BadgeTone>> = {
  queued: "neutral",
  processing: "accent",
  canceling: "warning",
  completed: "good",
  failed: "danger",
  canceled: "neutral",
  needs_input: "warning",
};

export function StatusBadge({ status }: { readonly status: Job["status"] }) {
  const { job } = useWords(jobTexts);
  return <Badge tone={tones[status] ?? "neutral"}>{textOf(job.status, status)}</Badge>;
}
