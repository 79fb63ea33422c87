import { ApiError, type Job } from "@gme/client";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";

import { readJobMarks } from "#contract/job-marks.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useJob } from "#contract/use-job.ts";
import { JobActions } from "#job-parts/job-actions.tsx";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { titleOf } from "#job-parts/job-title.ts";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { WithAside } from "#page-parts/with-aside.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as jobTexts from "#words/en/job.ts";
import { useWords } from "#words/words.ts";

import { JobAttempts } from "./job-attempts.tsx";
import { JobFacts } from "./job-facts.tsx";
import { JobMarks } from "./job-marks.tsx";
import { JobTimeline } from "./job-timeline.tsx";

import styles from "./job-page.module.css";

/** One job: its result or failure first, then how it came about and what it cost. */
export function JobPage() {
  const words = useWords(jobTexts);
  const { jobId } = useParams({ from: "/shell/jobs/$jobId" });
  const job = useJob(jobId);
  if (job.data !== undefined) return <LoadedJob job={job.data} />;
  return (
    <Page title={words.job.title}>
      {job.error === null ? (
        <Skeleton height="24rem" />
      ) : ApiError.is(job.error, "job_not_found", "outside_organization") ? (
        <EmptyState title={words.job.gone} text={words.job.goneText} />
      ) : (
        <ProblemNotice problem={toProblem(job.error)} onRetry={() => void job.refetch()} />
      )}
    </Page>
  );
}

function LoadedJob({ job }: { readonly job: Job }) {
  const words = useWords(jobTexts);
  const navigate = useNavigate();
  const { jobId, status, routing } = job;
  const { data: marks } = useQuery(readJobMarks(jobId));
  const show = (created: string) =>
    void navigate({ to: "/jobs/$jobId", params: { jobId: created } });
  return (
    <Page
      title={marks?.value.title ?? titleOf(job, words)}
      actions={
        <div className={styles.marks}>
          <JobMarks jobId={jobId} />
          <StatusBadge status={status} />
        </div>
      }
    >
      <WithAside aside={<JobFacts job={job} />}>
        <JobOutcome job={job} onAnswered={show} />
        <JobActions
          job={job}
          onCreated={show}
          onChange={() => void navigate({ to: "/create", search: { change: jobId } })}
        />
        {routing.reason !== undefined && (
          <section className={styles.section}>
            <h2>{words.job.why}</h2>
            <p>{words.job.sentences(routing.reason)}</p>
            {routing.assumptions.map((assumption) => (
              <p key={assumption}>{words.job.sentences(assumption)}</p>
            ))}
          </section>
        )}
        <JobAttempts attempts={routing.attempts} />
        <JobTimeline job={job} />
      </WithAside>
    </Page>
  );
}
