import type { Job } from "@gme/client";
import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { useState } from "react";

import { isFinal } from "#contract/merge-event.ts";
import { useCan } from "#contract/use-permissions.ts";
import { JobOutcome } from "#job-parts/job-outcome.tsx";
import { Section } from "#page-parts/section.tsx";
import { Button } from "#ui/button.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as runsTexts from "#words/en/runs.ts";
import { textOf, useWords } from "#words/words.ts";

import { stateOf, StepStatus } from "../graph/step-status.tsx";
import { RunPipeline } from "./run-pipeline.tsx";
import { messagePipeline } from "./use-run.ts";

import styles from "./run-page.module.css";

/** Results of the chosen step, or why it has none; a run that has ended can make the step again. */
export function StepResult({
  name,
  run,
  job,
  jobs,
}: {
  readonly name: string;
  readonly run: NonNullable<Job["run"]>;
  readonly job: Job;
  readonly jobs: readonly Job[];
}) {
  const { runs } = useWords(runsTexts);
  const canRun = useCan("generations:create");
  const [isRerunning, setIsRerunning] = useState(false);
  const state = stateOf(name, run, jobs);
  const canRerun = canRun && isFinal(job) && jobs.length > 0;
  const { error, reason } = state;
  return (
    <Section
      title={name}
      actions={
        <span className={styles.actions}>
          <StepStatus state={state} />
          {canRerun && (
            <Button onPress={() => setIsRerunning(true)}>
              <RotateCcw size={16} aria-hidden />
              {runs.rerunStep}
            </Button>
          )}
        </span>
      }
    >
      {error !== undefined && jobs.length === 0 && (
        <ProblemNotice
          problem={{
            code: error.code,
            detail: error.message ?? error.code,
            issues: [],
            retryable: false,
          }}
        />
      )}
      {reason !== undefined && <p className={styles.muted}>{textOf(runs.reasons, reason)}</p>}
      {jobs.length === 0 && error === undefined && <p className={styles.muted}>{runs.noResult}</p>}
      <div className={styles.results}>
        {jobs.map((each) => (
          <article key={each.jobId} className={styles.result} aria-label={each.source.step ?? name}>
            <JobOutcome job={each} onAnswered={() => undefined} />
            <Link to="/jobs/$jobId" params={{ jobId: each.jobId }}>
              {runs.job} {each.source.step}
            </Link>
          </article>
        ))}
      </div>
      {isRerunning && (
        <RunPipeline
          pipelineId={run.pipelineId}
          {...(run.pipelineId === messagePipeline ? {} : { version: run.version })}
          resumeFrom={job.jobId}
          fresh={[name]}
          title={runs.rerunTitle(name)}
          text={runs.rerunText}
          onClose={() => setIsRerunning(false)}
        />
      )}
    </Section>
  );
}
