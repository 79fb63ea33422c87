import type { Client } from "@temporalio/client";
import { defineSearchAttributeKey } from "@temporalio/common";

import type { PlanSlug } from "#domain/billing/plans.ts";
import type { RunFacts } from "#domain/jobs/generation-run.ts";
import { workflowIdOf } from "#domain/jobs/job.ts";
import { attributesOf } from "#domain/jobs/run-attributes.ts";
import { searchAttributes } from "#domain/task-queues.ts";
import type { GenerateMediaInput, RunPipelineInput } from "#domain/workflow-inputs.ts";

import { priorityOf } from "./priority-of.ts";
import { onceFor, startOnce } from "./start-once.ts";

const accountKey = defineSearchAttributeKey(searchAttributes.account, "KEYWORD");

export interface RunOfJob {
  readonly jobId: string;
  /** Number of runs the job has had before. Each run has a separate workflow id. */
  readonly resumes: number;
  /** A run of a pipeline is a job with its own workflow. */
  readonly workflow: "generateMedia" | "runPipeline";
  readonly organization: { readonly id: string; readonly plan: PlanSlug } | null;
  /** The job is one of a batch, a run of a pipeline, or a step of one: single jobs go first. */
  readonly isBackground: boolean;
  /** Description of the job for operators. */
  readonly summary?: string | undefined;
  /** Known at the start when the price was; otherwise the run writes its attributes when the model is chosen. */
  readonly facts?: RunFacts | null;
}

/**
 * Starts the first run of a job, or a run that continues from its rows, unless it was started before.
 * Organizations share workers by `priorityOf`.
 */
export async function startRun(
  client: Client,
  { jobId, resumes, workflow, organization, isBackground, summary = "generation", facts }: RunOfJob,
): Promise<void> {
  await startOnce(async () =>
    client.workflow.start<(input: GenerateMediaInput | RunPipelineInput) => Promise<unknown>>(
      workflow,
      {
        ...onceFor(workflowIdOf(jobId, resumes)),
        args: [{ jobId, schemaVersion: 1 }],
        ...(organization === null
          ? {}
          : {
              staticSummary: `${summary} for ${organization.id}`,
              typedSearchAttributes: [
                { key: accountKey, value: organization.id },
                ...(facts == null ? [] : attributesOf(facts)),
              ],
              priority: priorityOf(organization, { isBackground }),
            }),
      },
    ),
  );
}
