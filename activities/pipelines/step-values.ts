import type { Job, JobError, Output } from "#db/entities/job.ts";
import { outputFactsOf } from "#db/jobs/outputs.ts";
import type { StepEnd } from "#domain/pipelines/runs/run-state.ts";
import type { StepError, StepValue } from "#domain/pipelines/runs/step-row.ts";
import { isStepWithinLimits } from "#domain/pipelines/value-limits.ts";
import { textCapabilities } from "#domain/pipelines/value-types.ts";
import { creditsOfResults } from "#domain/routing/job-choice.ts";

/** Returns how the job of a step has ended, with the result as other steps see it. */
export function endOfJob({
  job,
  outputs,
}: {
  readonly job: Job;
  readonly outputs: readonly Output[];
}): StepEnd {
  if (job.status === "canceled") return { status: "canceled" };
  if (job.status !== "completed") {
    return { status: "failed", error: toStepError(job.error) };
  }
  const value = valueOf(job, outputs);
  return isStepWithinLimits(value)
    ? { status: "completed", value }
    : { status: "failed", error: { code: "value_too_large" } };
}

function toStepError(error: JobError | null | undefined): StepError {
  if (error == null) return { code: "internal" };
  const { code, message, details } = error;
  const reason = details?.["reason"];
  return { code, message, ...(typeof reason === "string" ? { reason } : {}) };
}

function valueOf({ capability, credits, routing }: Job, outputs: readonly Output[]): StepValue {
  const price = { credits: creditsOfResults({ credits: credits ?? 0, routing }, outputs.length) };
  if (capability != null && textCapabilities.includes(capability)) {
    return { ...price, text: outputs.map(({ text }) => text ?? "").join("\n") };
  }
  const files = outputs.map((output) => ({
    outputId: output.id,
    contentType: output.contentType,
    bytes: output.bytes,
    sha256: output.sha256,
    ...outputFactsOf(output),
  }));
  return { ...price, output: files[0], outputs: files };
}

/** Ids of the outputs in a value, in their order. */
export function outputIdsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(outputIdsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("outputId" in value && typeof value.outputId === "string") return [value.outputId];
  return Object.values(value).flatMap(outputIdsIn);
}
