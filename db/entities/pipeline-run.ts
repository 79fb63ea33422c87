import { defineEntity, p } from "@mikro-orm/core";

import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import type { FrozenPrices } from "#domain/pipelines/runs/price-bound.ts";
import type {
  SkipReason,
  StepError,
  StepStatus,
  StepValue,
  TaskResult,
} from "#domain/pipelines/runs/step-row.ts";

/** A run of a pipeline, in addition to its job. */
const PipelineRunSchema = defineEntity({
  name: "PipelineRun",
  tableName: "pipeline_runs",
  properties: {
    jobId: p.text().primary(),
    /** Definition of a run of several requests in one message. Null: that of the job's pipeline version. */
    definition: p.json<Definition>().columnType("json").nullable(),
    /** Types of `definition`. */
    checked: p.json<CheckedDefinition>().columnType("json").nullable(),
    inputs: p.json<Readonly<Record<string, unknown>>>().columnType("json"),
    /** Answers to questions of former runs, by the step's key. */
    answers: p.json<Readonly<Record<string, StepValue>>>(),
    /** Names or keys of steps that reuse nothing. */
    fresh: p.array().columnType("text[]"),
    resumeOf: p.text().nullable(),
    /** First run of the chain of resumed runs. */
    rootId: p.text(),
    prices: p.json<FrozenPrices>(),
    /** Upper limit of the run's price. */
    maxCredits: p.integer(),
    /** Number of the reserve in the ledger, which each move raises. */
    reserveNumber: p.integer().default(0),
    deadlineAt: p.datetime(),
    /** Values of the outputs, once the run has completed. */
    results: p.json<Readonly<Record<string, unknown>>>().columnType("json").nullable(),
  },
});
export class PipelineRun extends PipelineRunSchema.class {}
PipelineRunSchema.setClass(PipelineRun);

/** A step of a run, or an item of a map. A trigger keeps a final status final. */
const RunStepSchema = defineEntity({
  name: "RunStep",
  tableName: "run_steps",
  properties: {
    runId: p.text().primary(),
    key: p.text().primary(),
    step: p.text(),
    /** `item` for an item of a map. */
    kind: p.text().nullable(),
    status: p.text().$type<StepStatus>(),
    attempt: p.integer(),
    jobId: p.text().nullable(),
    requestHash: p.text().nullable(),
    value: p.json<StepValue>().nullable(),
    /** Result of the task of a running step, until a turn settles the step. */
    result: p.json<TaskResult>().nullable(),
    error: p.json<StepError>().nullable(),
    reason: p.text().$type<SkipReason>().nullable(),
    items: p.integer().nullable(),
    picked: p.integer().nullable(),
    startedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
  },
});
export class RunStep extends RunStepSchema.class {}
RunStepSchema.setClass(RunStep);

/** A result of a run: an output of one of its steps' jobs. */
const RunOutputSchema = defineEntity({
  name: "RunOutput",
  tableName: "run_outputs",
  properties: {
    runId: p.text().primary(),
    name: p.text().primary(),
    ordinal: p.integer().primary(),
    outputId: p.text(),
  },
});
export class RunOutput extends RunOutputSchema.class {}
RunOutputSchema.setClass(RunOutput);
