import type { Job } from "@gme/client";
import { Trash2, X } from "lucide-react";
import { useState } from "react";

import { isFinal } from "#contract/merge-event.ts";
import { Button } from "#ui/button.tsx";
import * as jobsTexts from "#words/en/jobs.ts";
import { useWords } from "#words/words.ts";

import { ChangeJobsDialog } from "./change-jobs-dialog.tsx";
import { cancelJob, deleteJob } from "./change-jobs.ts";

import styles from "./jobs-page.module.css";

/** Ids as they were when the dialog was opened: jobs end and leave the list meanwhile. */
interface Change {
  readonly kind: "cancel" | "delete";
  readonly jobIds: readonly string[];
}

/** Bar with what can be done with the selected jobs: open ones are canceled, ended ones deleted. */
export default function SelectedJobs({
  jobs: selected,
  onClear,
}: {
  /** Selected jobs that are shown. */
  readonly jobs: readonly Job[];
  readonly onClear: () => void;
}) {
  const { jobs, actions } = useWords(jobsTexts);
  const [change, setChange] = useState<Change | null>(null);
  const ended = selected.filter(isFinal);
  const open = selected.filter((job) => !isFinal(job) && job.status !== "canceling");
  const choose = (kind: Change["kind"], chosen: readonly Job[]) =>
    setChange({ kind, jobIds: chosen.map(({ jobId }) => jobId) });
  const close = (isDone: boolean) => {
    setChange(null);
    if (isDone) onClear();
  };
  return (
    <>
      {selected.length > 0 && (
        <section aria-label={jobs.selection} className={styles.selection}>
          <div className={styles.selectionCount}>
            <output>{jobs.selected(selected.length)}</output>
            <Button look="quiet" onPress={onClear}>
              {jobs.clearSelection}
            </Button>
          </div>
          {open.length > 0 && (
            <Button look="danger" onPress={() => choose("cancel", open)}>
              <X size={16} aria-hidden />
              {jobs.cancelSome(open.length)}
            </Button>
          )}
          {ended.length > 0 && (
            <Button look="danger" onPress={() => choose("delete", ended)}>
              <Trash2 size={16} aria-hidden />
              {jobs.deleteSome(ended.length)}
            </Button>
          )}
        </section>
      )}
      {change?.kind === "cancel" && (
        <ChangeJobsDialog
          jobIds={change.jobIds}
          title={jobs.cancelSomeTitle(change.jobIds.length)}
          text={jobs.cancelSomeText}
          submit={jobs.cancelSome(change.jobIds.length)}
          keep={jobs.keepSome(change.jobIds.length)}
          act={cancelJob}
          onClose={close}
        />
      )}
      {change?.kind === "delete" && (
        <ChangeJobsDialog
          jobIds={change.jobIds}
          title={jobs.deleteSomeTitle(change.jobIds.length)}
          text={jobs.deleteSomeText}
          submit={jobs.deleteSome(change.jobIds.length)}
          keep={actions.cancel}
          act={deleteJob}
          onClose={close}
        />
      )}
    </>
  );
}
