import { useState } from "react";

import { changeJobMarks, type JobMarks } from "#contract/job-marks.ts";
import { useWrite } from "#contract/use-write.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as accountTexts from "#words/en/account.ts";
import * as jobsTexts from "#words/en/jobs.ts";
import { useWords } from "#words/words.ts";

const titleLengthMax = 200;
/** Ten labels of 40 characters with their commas. */
const labelsLengthMax = 420;

/** Changes title and labels of a job, unless another user has changed them since the dialog was opened. */
export function MarkDialog({
  jobId,
  marks,
  etag,
  onClose,
}: {
  readonly jobId: string;
  readonly marks: JobMarks;
  readonly etag: string;
  readonly onClose: () => void;
}) {
  const { jobs, account } = useWords(accountTexts, jobsTexts);
  const [title, setTitle] = useState(marks.title ?? "");
  const [labels, setLabels] = useState(marks.labels.join(", "));
  const [version] = useState(etag);
  const change = useWrite(changeJobMarks, {
    stale: ["listMarkedJobs", "getJobMarks"],
    onDone: onClose,
  });
  const send = () =>
    change.send({
      jobId,
      ifMatch: version,
      marks: {
        title: title.trim() === "" ? null : title.trim(),
        labels: [...new Set(labels.split(",").map((label) => label.trim()))].filter(Boolean),
      },
    });
  return (
    <FormDialog
      title={jobs.mark}
      submit={account.save}
      isSending={change.isSending}
      problem={change.problem}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField
        label={jobs.name}
        hint={jobs.nameHint}
        maxLength={titleLengthMax}
        value={title}
        onChange={setTitle}
      />
      <TextField
        label={jobs.labels}
        hint={jobs.labelsHint}
        maxLength={labelsLengthMax}
        value={labels}
        onChange={setLabels}
      />
    </FormDialog>
  );
}
