import type { Job } from "@gme/client";

import { isFinal } from "#contract/merge-event.ts";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as jobTexts from "#words/en/job.ts";
import { useWords } from "#words/words.ts";

import { JobFile } from "./job-file.tsx";
import { JobProgress } from "./job-progress.tsx";
import { JobQuestion } from "./job-question.tsx";
import { titleOf } from "./job-title.ts";

import styles from "./job-outcome.module.css";

/** Outcome of a job: its files, its failure, its question, or its progress. */
export function JobOutcome({
  job,
  onAnswered,
}: {
  readonly job: Job;
  readonly onAnswered: (jobId: string) => void;
}) {
  const words = useWords(jobTexts);
  const title = titleOf(job, words);
  if (!isFinal(job)) return <JobProgress job={job} />;
  return (
    <div className={styles.outcome}>
      {job.error !== undefined && (
        <ProblemNotice
          problem={{
            code: job.error.code,
            detail: `${job.error.message} ${job.error.cure}`,
            details: job.error.details,
            issues: [],
            retryable: job.error.retryable,
          }}
        />
      )}
      {job.question !== undefined && (
        <JobQuestion question={job.question} onAnswered={onAnswered} />
      )}
      {job.outputs.map((output) => (
        <JobFile key={output.outputId} job={job} output={output} title={title} />
      ))}
      {job.status === "completed" && job.outputs.length === 0 && <p>{words.job.expired}</p>}
      {job.status === "canceled" && <p>{words.job.status.canceled}</p>}
      {job.engine?.limitation !== undefined && (
        <p className={styles.note}>
          {words.job.madeBy(job.engine.name)} {job.engine.limitation}
        </p>
      )}
    </div>
  );
}
