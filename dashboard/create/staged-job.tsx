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
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toasts.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import { formatCredits } from "#words/format.ts";
import { useWords } from "#words/words.ts";

import { type DraftAction, draftOfJob } from "./draft.ts";
import { newKey } from "./use-draft.ts";

import styles from "./stage.module.css";

export interface StagedJobProps {
  readonly jobId: string;
  readonly change: Dispatch<DraftAction>;
  readonly onCreated: (jobId: string) => void;
}

/** A job: live progress, then the result and what can be done with it. */
export default function StagedJob({ jobId, ...props }: StagedJobProps) {
  const job = useJob(jobId);
  if (job.data !== undefined) return <JobCard job={job.data} {...props} />;
  if (job.error !== null) {
    return <ProblemNotice problem={toProblem(job.error)} onRetry={() => void job.refetch()} />;
  }
  return <Skeleton height="24rem" />;
}

function JobCard({
  job,
  change,
  onCreated,
}: Pick<StagedJobProps, "change" | "onCreated"> & { readonly job: Job }) {
  const words = useWords(createTexts, jobTexts);
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
  const words = useWords(createTexts, jobTexts);
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
