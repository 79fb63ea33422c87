import type { Job } from "@gme/client";
import { useNavigate } from "@tanstack/react-router";
import { RefreshCw, Save } from "lucide-react";
import { useState } from "react";

import { isFinal } from "#contract/merge-event.ts";
import { useCan } from "#contract/use-permissions.ts";
import { CancelJob } from "#job-parts/cancel-job.tsx";
import { fieldText } from "#page-parts/field-text.ts";
import { FormDialog } from "#page-parts/form-dialog.tsx";
import { Button } from "#ui/button.tsx";
import { TextField } from "#ui/text-field.tsx";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import * as runsTexts from "#words/en/runs.ts";
import { useWords } from "#words/words.ts";

import { useCreatePipeline } from "../use-create-pipeline.ts";
import { RunPipeline } from "./run-pipeline.tsx";
import { messagePipeline } from "./use-run.ts";

type Open = "resume" | "again" | "save" | null;

/** Cancel while the run goes on; afterwards continue it, run it again, or keep its definition. */
export function RunActions({
  job,
  run,
  name,
}: {
  readonly job: Job;
  readonly run: NonNullable<Job["run"]>;
  readonly name: string;
}) {
  const { runs } = useWords(runsTexts);
  const canRun = useCan("generations:create");
  const canWrite = useCan("pipelines:write");
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const { pipelineId, version } = run;
  if (!isFinal(job)) return <CancelJob job={job} />;
  const canResume = job.status === "failed" || job.status === "canceled";
  return (
    <>
      {canRun && canResume && (
        <Button look="primary" onPress={() => setOpen("resume")}>
          <RefreshCw size={16} aria-hidden />
          {runs.resume}
        </Button>
      )}
      {canRun && pipelineId !== messagePipeline && (
        <Button onPress={() => setOpen("again")}>{runs.again}</Button>
      )}
      {canWrite && (
        <Button onPress={() => setOpen("save")}>
          <Save size={16} aria-hidden />
          {runs.saveAs}
        </Button>
      )}
      {open === "again" && (
        <RunPipeline pipelineId={pipelineId} version={version} onClose={close} />
      )}
      {open === "resume" && (
        <RunPipeline
          pipelineId={pipelineId}
          resumeFrom={job.jobId}
          title={runs.resumeTitle}
          text={runs.resumeText}
          onClose={close}
        />
      )}
      {open === "save" && <SaveRun runId={job.jobId} name={name} onClose={close} />}
    </>
  );
}

function SaveRun({
  runId,
  name,
  onClose,
}: {
  readonly runId: string;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { runs, pipelines } = useWords(pipelinesTexts, runsTexts);
  const navigate = useNavigate();
  const { send, isSending, problem } = useCreatePipeline(
    (pipelineId) => void navigate({ to: "/pipelines/$pipelineId", params: { pipelineId } }),
  );
  return (
    <FormDialog
      title={runs.saveAs}
      submit={runs.saveAs}
      isSending={isSending}
      problem={problem}
      onSubmit={(fields) => send({ name: fieldText(fields, "name"), from: { runId } })}
      onClose={onClose}
    >
      <p>{runs.saveAsText}</p>
      <TextField
        label={pipelines.name}
        name="name"
        isRequired
        maxLength={100}
        defaultValue={pipelines.copyOf(name).slice(0, 100)}
      />
    </FormDialog>
  );
}
