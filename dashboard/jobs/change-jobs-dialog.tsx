import { useRef, useState } from "react";

import { queryClient } from "#contract/queries.ts";
import { type Result, runEach } from "#contract/run-each.ts";
import { toProblem } from "#contract/to-problem.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import * as jobsTexts from "#words/en/jobs.ts";
import { useWords } from "#words/words.ts";

import type { CancelOutcome } from "./change-jobs.ts";

import styles from "./jobs-page.module.css";

type Outcome = CancelOutcome | "deletedSome";

/** Requests at the same time. Browsers have six connections, and the page needs some. */
const atOnce = 4;
const stale = ["listMarkedJobs", "countJobs", "listJobs", "listLibrary"];

/** Asks once, changes several jobs, and says what became of each. Closing it meanwhile stops before the next job. */
export function ChangeJobsDialog({
  jobIds,
  title,
  text,
  submit,
  keep,
  act,
  onClose,
}: {
  readonly jobIds: readonly string[];
  readonly title: string;
  readonly text: string;
  readonly submit: string;
  /** Text of the button that changes nothing. */
  readonly keep: string;
  readonly act: (jobId: string) => Promise<Outcome>;
  readonly onClose: (isDone: boolean) => void;
}) {
  const { jobs, actions } = useWords(jobsTexts);
  const [phase, setPhase] = useState<"asking" | "running" | "stopping" | "done">("asking");
  const [results, setResults] = useState<readonly Result<Outcome>[]>([]);
  const isStopped = useRef(false);
  const start = async () => {
    setPhase("running");
    await runEach(jobIds, {
      atOnce,
      act,
      isStopped: () => isStopped.current,
      onResult: (result) => setResults((former) => [...former, result]),
    });
    setPhase("done");
    for (const operationId of stale) {
      void queryClient.invalidateQueries({ queryKey: [operationId] });
    }
  };
  const close = () => {
    if (phase === "asking" || phase === "done") {
      onClose(phase === "done");
      return;
    }
    isStopped.current = true;
    setPhase("stopping");
  };
  const isRunning = phase === "running" || phase === "stopping";
  return (
    <Dialog
      title={phase === "asking" ? title : submit}
      isOpen
      onClose={close}
      actions={
        <>
          {phase !== "done" && (
            <Button isPending={phase === "stopping"} onPress={close}>
              {phase === "asking" ? keep : jobs.stop}
            </Button>
          )}
          {/* The same button in each phase, so that it keeps the focus. */}
          <Button
            look={phase === "done" ? "primary" : "danger"}
            isPending={isRunning}
            onPress={phase === "done" ? close : () => void start()}
          >
            {phase === "done" ? actions.close : submit}
          </Button>
        </>
      }
    >
      <div className={styles.bulk}>
        {phase === "asking" && <p>{text}</p>}
        {isRunning && (
          <>
            <progress aria-label={submit} max={jobIds.length} value={results.length} />
            <p>{jobs.ofAll(results.length, jobIds.length)}</p>
          </>
        )}
        <output>{phase === "done" && <Summary results={results} count={jobIds.length} />}</output>
      </div>
    </Dialog>
  );
}

function Summary({
  results,
  count,
}: {
  readonly results: readonly Result<Outcome>[];
  readonly count: number;
}) {
  const { jobs } = useWords(jobsTexts);
  const outcomes = Object.groupBy(
    results.flatMap((result) => ("outcome" in result ? result.outcome : [])),
    (outcome) => outcome,
  );
  const errors = results.flatMap((result) => ("error" in result ? [result.error] : []));
  const missing = count - results.length;
  return (
    <>
      {Object.entries(outcomes).map(([outcome, { length }]) => (
        <p key={outcome}>{jobs[outcome as Outcome](length)}</p>
      ))}
      {missing > 0 && <p>{jobs.notSent(missing)}</p>}
      {errors.length > 0 && (
        <>
          <p>{jobs.failedSome(errors.length)}</p>
          <ProblemNotice problem={toProblem(errors[0])} />
        </>
      )}
    </>
  );
}
