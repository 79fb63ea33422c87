import { ApiError, type Job } from "@gme/client";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";

import { isFinal } from "#contract/merge-event.ts";
import { toProblem } from "#contract/to-problem.ts";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { StatusBadge } from "#job-parts/status-badge.tsx";
import { Facts } from "#page-parts/facts.tsx";
import { Section } from "#page-parts/section.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Page } from "#ui/page.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import * as createTexts from "#words/en/create.ts";
import * as jobTexts from "#words/en/job.ts";
import * as runsTexts from "#words/en/runs.ts";
import { formatCredits, formatDateTime } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import type { Graph } from "../graph/graph.ts";
import { RunActions } from "./run-actions.tsx";
import { RunSteps } from "./run-steps.tsx";
import { StepResult } from "./step-result.tsx";
import { messagePipeline, useRun } from "./use-run.ts";

import styles from "./run-page.module.css";

/** A run: its result or question first, then its steps as a graph and as a list, with the chosen step's result. */
export function RunPage() {
  const { runs } = useWords(runsTexts);
  const { runId } = useParams({ strict: false });
  const { run, graph, jobs, pipeline } = useRun(runId ?? "");
  if (run.data?.run !== undefined) {
    return (
      <LoadedRun
        job={run.data}
        run={run.data.run}
        graph={graph}
        jobs={jobs}
        name={pipeline?.name}
      />
    );
  }
  return (
    <Page title={runs.title}>
      {run.data !== undefined ? (
        <EmptyState title={runs.gone} text={runs.noRun} />
      ) : run.error === null ? (
        <Skeleton height="24rem" />
      ) : ApiError.is(run.error, "job_not_found", "outside_organization") ? (
        <EmptyState title={runs.gone} text={runs.goneText} />
      ) : (
        <ProblemNotice problem={toProblem(run.error)} onRetry={() => void run.refetch()} />
      )}
    </Page>
  );
}

function LoadedRun({
  job,
  run,
  graph,
  jobs,
  name,
}: {
  readonly job: Job;
  readonly run: NonNullable<Job["run"]>;
  readonly graph: Graph;
  readonly jobs: ReturnType<typeof useRun>["jobs"];
  /** Name of the pipeline, where it is stored. */
  readonly name: string | undefined;
}) {
  const words = useWords(createTexts, jobTexts, runsTexts);
  const navigate = useNavigate();
  const { step } = useSearch({ strict: false });
  const { pipelineId } = run;
  const title = name ?? job.source.message ?? words.runs.title;
  const show = (runId: string) =>
    void navigate({ to: "/pipelines/$pipelineId/runs/$runId", params: { pipelineId, runId } });
  const choose = (chosen: string) =>
    void navigate({ to: ".", search: { step: chosen }, replace: true, resetScroll: false });
  return (
    <Page
      title={title}
      actions={
        <>
          <StatusBadge status={job.status} />
          <RunActions job={job} run={run} name={title} />
        </>
      }
    >
      <p className={styles.origin}>
        {pipelineId !== messagePipeline && (
          <Link to="/pipelines/$pipelineId" params={{ pipelineId }}>
            {words.runs.openPipeline}
          </Link>
        )}
        {run.resumeOf !== undefined && (
          <Link
            to="/pipelines/$pipelineId/runs/$runId"
            params={{ pipelineId, runId: run.resumeOf }}
          >
            {words.runs.resumeOf}
          </Link>
        )}
        <Link to="/jobs/$jobId" params={{ jobId: job.jobId }}>
          {words.create.open}
        </Link>
      </p>
      {(!isFinal(job) || job.question !== undefined || job.error !== undefined) && (
        <JobOutcome job={{ ...job, outputs: [] }} onAnswered={show} />
      )}
      <RunSteps run={run} jobs={jobs} graph={graph} chosen={step} onChoose={choose} />
      {step !== undefined && (
        <StepResult name={step} run={run} job={job} jobs={jobs.get(step) ?? []} />
      )}
      {job.status === "completed" && (
        <Section title={words.runs.results}>
          <JobOutcome job={job} onAnswered={show} />
        </Section>
      )}
      <Facts facts={factsOf(job, words)} />
    </Page>
  );
}

function factsOf(
  { billing, createdAt, finishedAt }: Job,
  { job }: Pick<Words, "job">,
): (readonly [string, string])[] {
  const { heldCredits, capturedCredits, releasedCredits } = billing;
  return [
    [job.captured, formatCredits(capturedCredits)],
    ...(heldCredits > 0 ? [[job.held, formatCredits(heldCredits)] as const] : []),
    ...(releasedCredits > 0 ? [[job.released, formatCredits(releasedCredits)] as const] : []),
    [job.created, formatDateTime(createdAt)],
    ...(finishedAt === undefined ? [] : [[job.finished, formatDateTime(finishedAt)] as const]),
  ];
}
