import { Link, useNavigate } from "@tanstack/react-router";

import { toProblem } from "#contract/to-problem.ts";
import { useJob } from "#contract/use-job.ts";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { Section } from "#page-parts/section.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as createTexts from "#words/en/create.ts";
import * as modelsTexts from "#words/en/models.ts";
import { useWords } from "#words/words.ts";

import styles from "./models.module.css";

/** The job of the latest request, live. */
export function TriedJob({ jobId }: { readonly jobId: string }) {
  const { models, create } = useWords(createTexts, modelsTexts);
  const navigate = useNavigate({ from: "/models/$modelId" });
  const job = useJob(jobId);
  if (job.data === undefined) {
    return job.error === null ? (
      <Skeleton height="16rem" />
    ) : (
      <ProblemNotice problem={toProblem(job.error)} onRetry={() => void job.refetch()} />
    );
  }
  return (
    <Section title={models.result} actions={<StatusBadge status={job.data.status} />}>
      <div className={styles.job}>
        <JobOutcome
          job={job.data}
          onAnswered={(next) => void navigate({ search: { job: next }, replace: true })}
        />
        <Link to="/jobs/$jobId" params={{ jobId }}>
          {create.open}
        </Link>
      </div>
    </Section>
  );
}
