import type { Dispatch } from "react";

import type { EstimatePreview } from "#contract/app-api.ts";

import type { Draft, DraftAction } from "./draft.ts";
import { EstimateQuestion } from "./estimate-question.tsx";
import { Intent } from "./intent.tsx";
import { RunOutline } from "./run-outline.tsx";

/** How the draft was understood: a generation, a run of several steps, or a question. */
export default function Understood({
  draft,
  estimate,
  change,
  onFile,
}: {
  readonly draft: Draft;
  readonly estimate: EstimatePreview;
  readonly change: Dispatch<DraftAction>;
  readonly onFile: (file: File) => void;
}) {
  if (estimate.outcome === "needs_input") {
    return <EstimateQuestion question={estimate.question} change={change} onFile={onFile} />;
  }
  if ("steps" in estimate) return <RunOutline estimate={estimate} />;
  return <Intent draft={draft} estimate={estimate} change={change} />;
}
