import type { PipelineWithDefinition } from "@gme/client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";

import { previewEstimate, type RunPreview } from "#contract/app-api.ts";
import { engine } from "#contract/engine.ts";
import { read } from "#contract/queries.ts";
import { toProblem } from "#contract/to-problem.ts";
import { useSettled } from "#contract/use-settled.ts";
import { useWrite } from "#contract/use-write.ts";
import { Loaded } from "#page-parts/loaded.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ProblemNotice } from "#ui/problem-notice.tsx";
import type { Problem } from "#ui/problem.ts";
import * as pipelinesTexts from "#words/en/pipelines.ts";
import * as runsTexts from "#words/en/runs.ts";
import { formatCredits, formatSeconds } from "#words/format.ts";
import { useWords, type Words } from "#words/words.ts";

import { InputField } from "./input-field.tsx";
import { missingInputs } from "./run-inputs.ts";
import { RunPrice } from "./run-price.tsx";

import styles from "./run-pipeline.module.css";

interface RunOptions {
  readonly pipelineId: string;
  /** The latest unless set. */
  readonly version?: number;
  /** Run whose results are used again. */
  readonly resumeFrom?: string;
  /** Steps that are made again. */
  readonly fresh?: readonly string[];
}

interface RunDialog extends RunOptions {
  readonly title?: string;
  readonly text?: string;
  readonly onClose: () => void;
}

/** Dialog with the inputs of a run and its price, which is the most that the run may cost. */
export function RunPipeline({ title, text, onClose, ...options }: RunDialog) {
  const words = useWords(pipelinesTexts, runsTexts);
  const { pipelineId, version, resumeFrom } = options;
  const query = version === undefined ? {} : { query: { version } };
  const pipeline = useQuery({
    ...read("getPipeline", { path: { pipelineId }, ...query }),
    // A resumed run has the inputs of the former one, and perhaps no stored pipeline.
    enabled: resumeFrom === undefined,
  });
  const heading = title ?? words.runs.runOf(pipeline.data?.name ?? words.pipelines.one);
  if (resumeFrom !== undefined) {
    return <RunForm {...options} title={heading} text={text} inputs={{}} onClose={onClose} />;
  }
  if (pipeline.data === undefined) {
    return (
      <Dialog title={heading} isOpen onClose={onClose}>
        <Loaded query={pipeline}>{() => null}</Loaded>
      </Dialog>
    );
  }
  const { inputs = {} } = pipeline.data.definition;
  return <RunForm {...options} title={heading} text={text} inputs={inputs} onClose={onClose} />;
}

type Inputs = NonNullable<PipelineWithDefinition["definition"]["inputs"]>;

function RunForm({
  title,
  text,
  inputs,
  onClose,
  ...options
}: RunOptions & {
  readonly title: string;
  readonly text: string | undefined;
  readonly inputs: Inputs;
  readonly onClose: () => void;
}) {
  const words = useWords(pipelinesTexts, runsTexts);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({});
  const { estimate, isCurrent, problem } = useRunEstimate(options, inputs, values);
  const start = useStart(options, values);
  const shown = start.problem ?? problem;
  const names = Object.keys(inputs);
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <Button
          look="primary"
          isPending={start.isSending}
          isDisabled={!isCurrent || estimate?.affordable !== true}
          onPress={() => estimate !== undefined && start.send(estimate.price.maxCredits)}
        >
          {startText(estimate, words)}
        </Button>
      }
    >
      <div className={styles.form}>
        {text !== undefined && <p>{text}</p>}
        {names.length === 0 && text === undefined && <p>{words.runs.noInputs}</p>}
        {Object.entries(inputs).map(([name, input]) => (
          <InputField
            key={name}
            name={name}
            input={input}
            value={values[name]}
            problem={shown?.issues
              .filter(({ pointer }) => pointer === `/inputs/${name}`)
              .map(words.problem.issue)
              .at(0)}
            onChange={(value) => setValues((former) => ({ ...former, [name]: value }))}
          />
        ))}
        {estimate !== undefined && <RunPrice estimate={estimate} />}
        {shown !== null && <ProblemNotice problem={shown} />}
      </div>
    </Dialog>
  );
}

function startText(estimate: RunPreview | undefined, { runs }: Pick<Words, "runs">): string {
  if (estimate === undefined) return runs.start;
  const seconds = formatSeconds(estimate.expectedSeconds);
  const { maxCredits } = estimate.price;
  return maxCredits === 0
    ? runs.startFree(seconds)
    : runs.startPriced(formatCredits(maxCredits), seconds);
}

function useRunEstimate(options: RunOptions, inputs: Inputs, values: object) {
  const { resumeFrom } = options;
  const isComplete =
    resumeFrom !== undefined ||
    missingInputs(inputs, values as Record<string, unknown>).length === 0;
  const wanted = isComplete
    ? JSON.stringify({ ...options, ...(resumeFrom === undefined ? { inputs: values } : {}) })
    : null;
  const settled = useSettled(wanted);
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...previewEstimate(settled),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const estimate = data !== undefined && "steps" in data ? data : undefined;
  const isCurrent = wanted === settled && !isPlaceholderData && !isFetching && error === null;
  const problem: Problem | null =
    error === null || wanted === null || wanted !== settled ? null : toProblem(error);
  return { estimate: wanted === null ? undefined : estimate, isCurrent, problem };
}

function useStart({ pipelineId, version, resumeFrom, fresh }: RunOptions, inputs: object) {
  const navigate = useNavigate();
  const body = {
    ...(version === undefined ? {} : { version }),
    ...(resumeFrom === undefined ? { inputs: { ...inputs } } : { resumeFrom }),
    ...(fresh === undefined ? {} : { fresh: [...fresh] }),
  };
  return useWrite(
    async (maxCredits: number, options) =>
      engine.request(
        "createPipelineRun",
        { path: { pipelineId }, body: { ...body, maxCredits } },
        options,
      ),
    {
      stale: ["listPipelineRuns", "listJobs", "getCredits"],
      onDone: (accepted) => {
        if (!("jobId" in accepted)) return;
        const params = { pipelineId, runId: accepted.jobId };
        void navigate({ to: "/pipelines/$pipelineId/runs/$runId", params });
      },
    },
  );
}
