import type { Job } from "@gme/client";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ImagePlus } from "lucide-react";
import type { Dispatch } from "react";

import { engine } from "#contract/engine.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useJob } from "#contract/use-job.ts";
import { JobActions } from "#job-parts/job-actions.tsx";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { titleOf } from "#job-parts/job-title.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toasts.tsx";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { type Draft, type DraftAction, draftOfJob } from "./draft.ts";
import { newKey } from "./use-draft.ts";

import styles from "./stage.module.css";

interface StageProps {
  readonly draft: Draft;
  readonly change: Dispatch<DraftAction>;
  readonly onCreated: (jobId: string) => void;
}

/** The job that is looked at: live progress, then the result and what can be done with it. */
export function Stage({ jobId, ...props }: StageProps & { readonly jobId: string | undefined }) {
  const { create } = useWords();
  if (jobId === undefined) return <EmptyState title={create.emptyTitle} text={create.emptyText} />;
  return <StagedJob jobId={jobId} {...props} />;
}

function StagedJob({ jobId, ...props }: StageProps & { readonly jobId: string }) {
  const job = useJob(jobId);
  if (job.data !== undefined) return <JobCard job={job.data} {...props} />;
  if (job.error !== null) {
    return <ProblemNotice problem={toProblem(job.error)} onRetry={() => void job.refetch()} />;
  }
  return <Skeleton height="24rem" />;
}

function JobCard({ job, change, onCreated }: StageProps & { readonly job: Job }) {
  const words = useWords();
  const { jobId, status, model, billing } = job;
  return (
    <article className={styles.card} aria-label={titleOf(job, words)}>
      <header className={styles.header}>
        <p className={styles.title}>{titleOf(job, words)}</p>
        <StatusBadge status={status} />
      </header>
      <JobOutcome job={job} onAnswered={onCreated} />
      <footer className={styles.footer}>
        <JobActions
          job={job}
          onCreated={onCreated}
          onChange={() => change({ type: "replace", draft: draftOfJob(job, newKey()) })}
        />
        <UseAsInput job={job} change={change} />
      </footer>
      <p className={styles.facts}>
        {model !== undefined && <span>{model.id}</span>}
        {billing.capturedCredits > 0 && <span>{formatCredits(billing.capturedCredits)}</span>}
        <Link to="/jobs/$jobId" params={{ jobId }}>
          {words.create.open}
        </Link>
      </p>
    </article>
  );
}

const inputKinds: Readonly<Record<string, "image" | "video" | "audio">> = {
  image: "image",
  video: "video",
  audio: "audio",
};

/** Keeps the result as an asset and adds it to the draft. */
function UseAsInput({
  job,
  change,
}: {
  readonly job: Job;
  readonly change: Dispatch<DraftAction>;
}) {
  const words = useWords();
  const [output] = job.outputs;
  const kind = inputKinds[output?.contentType.split("/")[0] ?? ""];
  const keep = useMutation({
    mutationFn: async (outputId: string) => engine.request("createAsset", { body: { outputId } }),
    onSuccess: ({ assetId, name }) => {
      if (kind === undefined) return;
      const file = { id: newKey(), name: name ?? titleOf(job, words), kind, assetId };
      change({ type: "set-fields", fields: null, text: "" });
      change({ type: "add-file", file });
      showToast(words.create.added);
    },
  });
  if (output === undefined || kind === undefined) return null;
  return (
    <>
      <Button isPending={keep.isPending} onPress={() => keep.mutate(output.outputId)}>
        <ImagePlus size={16} aria-hidden />
        {words.create.useAs}
      </Button>
      {keep.error !== null && <ProblemNotice problem={toProblem(keep.error)} />}
    </>
  );
}
