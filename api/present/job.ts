import type { z } from "zod";

import type { jobLinksSchema, jobSchema, outputSchema } from "#api/schemas/job.ts";
import type { JobBilling } from "#db/billing/credits.ts";
import type { Job, JobError } from "#db/entities/job.ts";
import type { JobAttempt, JobOutput, JobView, ShownJob } from "#db/jobs/job-parts.ts";
import type { RunView } from "#db/pipelines/run-views.ts";
import { errorCatalog } from "#domain/errors.ts";
import { isFinal, type JobStatus } from "#domain/jobs/job.ts";
import { type AddressSettings, createFileAddress } from "#storage/file-address.ts";

import { optional } from "./optional.ts";
import { presentRun } from "./run.ts";

export type PresentedJob = z.input<typeof jobSchema>;

/** Presents everything that a caller may see of a job; handles and raw results of providers are internal. */
export function presentJob(
  { job, attempts, billing, outputs, run }: JobView & { readonly run?: RunView | undefined },
  settings: AddressSettings,
  now: Date,
): PresentedJob {
  const files = outputs.map((output) => presentOutput(output, settings, now));
  const [output] = files;
  return {
    jobId: job.id,
    status: job.status,
    ...optional("stage", isFinal(job.status) ? null : job.stage),
    progress: presentProgress(job, run?.percent ?? 0),
    createdAt: job.createdAt.toISOString(),
    ...optional("startedAt", job.startedAt?.toISOString()),
    ...optional("finishedAt", job.finishedAt?.toISOString()),
    source: {
      kind: job.source,
      ...optional("door", job.door),
      ...optional("message", job.request.message),
      ...optional("retryOf", job.request.retryOf),
      ...optional("estimateId", job.request.estimateId),
      ...optional("batchId", job.batchId),
      ...optional("index", job.batchIndex),
      ...optional("clientItemId", job.batchItemId),
      ...optional("pipelineId", job.pipelineId),
      ...optional("version", job.pipelineVersion),
      ...optional("runId", job.runId),
      ...optional("step", job.runStep),
    },
    ...optional("conversationId", job.conversationId),
    ...optional("intent", job.intent),
    request: presentRequest(job),
    ...(job.modelId != null && job.providerSlug != null
      ? { model: { id: job.modelId, provider: job.providerSlug } }
      : {}),
    ...optional("engine", job.engine),
    routing: presentRouting(job, attempts),
    billing: presentBilling(job, { billing, attempts, run }),
    ...(job.status === "completed" ? optional("output", output) : {}),
    outputs: files,
    ...optional("run", run === undefined ? undefined : presentRun(run)),
    ...optional("question", presentQuestion(job, run, { settings, now })),
    ...optional("error", presentError(job)),
    ...optional("cancelRequestedAt", job.cancelRequestedAt?.toISOString()),
    ...optional("redactedAt", job.redactedAt?.toISOString()),
    metadata: job.metadata,
    links: presentLinks(job.id),
  };
}

export function presentOutput(
  output: JobOutput,
  settings: AddressSettings,
  now: Date,
): z.input<typeof outputSchema> {
  const { url, expiresAt } = createFileAddress(
    { fileId: output.id, keptUntil: output.expiresAt },
    settings,
    now,
  );
  return {
    outputId: output.id,
    url,
    contentType: output.contentType,
    bytes: output.bytes,
    sha256: output.sha256,
    ...optional("width", output.width),
    ...optional("height", output.height),
    ...optional("durationSeconds", toNumber(output.durationSeconds)),
    ...optional("text", output.text),
    ...optional("provenance", output.provenance),
    expiresAt: expiresAt.toISOString(),
    keptUntil: output.expiresAt.toISOString(),
  };
}

/** Adds signed URLs to the files that a question shows. */
function presentQuestion(
  { question }: Pick<ShownJob, "question">,
  run: RunView | undefined,
  { settings, now }: { settings: AddressSettings; now: Date },
): PresentedJob["question"] {
  if (question?.show === undefined) return question ?? undefined;
  const stored = new Map(run?.shown.map(({ id, expiresAt }) => [id, expiresAt]));
  const show = question.show.map((value) => {
    const keptUntil = stored.get(value.outputId ?? "");
    if (value.outputId === undefined || keptUntil === undefined) return value;
    const file = { fileId: value.outputId, keptUntil };
    const { url, expiresAt } = createFileAddress(file, settings, now);
    return { ...value, url, expiresAt: expiresAt.toISOString() };
  });
  return { ...question, show };
}

export function presentLinks(jobId: string): z.input<typeof jobLinksSchema> {
  const self = `/v1/jobs/${jobId}`;
  return {
    self,
    events: `${self}/events`,
    outputs: `${self}/outputs`,
    cancel: `${self}/cancel`,
    retry: `${self}/retry`,
  };
}

export function presentProgress(
  job: Pick<Job, "status" | "stage" | "progress" | "etaSeconds">,
  /** Progress since the last change of the job's row. */
  percentNow = 0,
): PresentedJob["progress"] {
  const final = isFinal(job.status);
  return {
    percent:
      job.status === "completed" ? 100 : final ? job.progress : Math.max(job.progress, percentNow),
    stage: final ? "done" : (job.stage ?? "waiting"),
    ...(final ? {} : optional("etaSeconds", job.etaSeconds)),
  };
}

function presentRequest(job: ShownJob): PresentedJob["request"] {
  const { request } = job;
  return {
    ...optional("contentType", job.contentType),
    ...optional("capability", job.capability ?? request.capability),
    ...optional("operation", request.operation),
    ...optional("prompt", request.prompt ?? job.intent?.subject),
    inputs: [...request.inputs],
    parameters: { ...job.intent?.parameters, ...request.parameters },
    ...optional("webhookUrl", request.webhookUrl),
  };
}

function presentRouting(job: ShownJob, attempts: readonly JobAttempt[]): PresentedJob["routing"] {
  return {
    ...optional("strategy", job.routing?.strategy),
    ...optional("reason", job.routing?.reason),
    assumptions: [...(job.routing?.assumptions ?? [])],
    // A submission that was prepared but never sent is not an attempt.
    attempts: attempts.flatMap((attempt) =>
      attempt.sentAt == null
        ? []
        : [
            {
              provider: attempt.providerSlug,
              model: attempt.modelId,
              ...(attempt.providerKeyId == null ? {} : { ownKey: true as const }),
              outcome: attempt.state,
              ...optional("code", attempt.errorCode),
              startedAt: attempt.sentAt.toISOString(),
              ...optional("finishedAt", attempt.finishedAt?.toISOString()),
            },
          ],
    ),
  };
}

function presentBilling(
  job: ShownJob,
  {
    billing,
    attempts,
    run,
  }: {
    billing: JobBilling | undefined;
    attempts: readonly JobAttempt[];
    run: RunView | undefined;
  },
): PresentedJob["billing"] {
  const sums = billing ?? { heldCredits: 0, capturedCredits: 0, releasedCredits: 0 };
  return {
    ...optional("estimatedCredits", run?.maxCredits ?? job.credits),
    ...sums,
    reason: `${billingReason(job, sums)}${organizationKeyText(sums, attempts)}`,
  };
}

/** Says what a job costs, in sentences that the dashboard translates. */
export function billingReason(
  job: Pick<ShownJob, "status" | "credits"> & {
    readonly request: Pick<ShownJob["request"], "operation">;
  },
  { heldCredits, capturedCredits, releasedCredits }: JobBilling,
): string {
  if (capturedCredits > 0 && heldCredits > 0) {
    return `${creditsText(capturedCredits)} charged, ${creditsText(heldCredits)} held until the job ends.`;
  }
  if (capturedCredits > 0 && !isFinal(job.status)) {
    return `${creditsText(capturedCredits)} charged so far.`;
  }
  if (capturedCredits > 0 && job.status !== "completed") {
    return `${creditsText(capturedCredits)} charged for the steps that completed.`;
  }
  const remainder = (job.credits ?? 0) - capturedCredits;
  if (capturedCredits > 0 && remainder > 0) {
    return `${creditsText(capturedCredits)} charged and ${creditsText(remainder)} released: the provider made fewer results than ordered.`;
  }
  if (capturedCredits > 0) return `${creditsText(capturedCredits)} charged for the result.`;
  if (heldCredits > 0) return `${creditsText(heldCredits)} held until the job ends.`;
  if (releasedCredits > 0) {
    return `${creditsText(releasedCredits)} released: the job is ${job.status}. Nothing was charged.`;
  }
  if (job.request.operation !== undefined) return "Media operations cost nothing.";
  return isFinal(job.status) ? "Nothing was charged." : "Priced when the model is chosen.";
}

/** Held and captured credits belong to the last attempt. */
function organizationKeyText(
  { heldCredits, capturedCredits }: JobBilling,
  attempts: readonly JobAttempt[],
): string {
  const isPaid = heldCredits + capturedCredits > 0;
  return isPaid && attempts.at(-1)?.providerKeyId != null
    ? " The provider bills the organization-provided key."
    : "";
}

function creditsText(credits: number): string {
  return credits === 1 ? "1 credit" : `${credits} credits`;
}

/** Workflow steps also record errors that a retry may resolve; only a failed job exposes its error. */
export function presentError({
  error,
  status,
}: {
  readonly error?: JobError | null | undefined;
  readonly status: JobStatus;
}): PresentedJob["error"] {
  if (error == null || status !== "failed") return undefined;
  const { cure, retryable } = errorCatalog[error.code];
  return {
    code: error.code,
    message: messageOf(error),
    cure,
    retryable,
    ...optional("details", error.details),
  };
}

/** Clients often show only the message, so it contains the reason, which is mostly the provider's message. */
function messageOf({ code, message, details }: JobError): string {
  const reason = details?.["reason"];
  if (typeof reason !== "string" || message !== errorCatalog[code].message) return message;
  return `${message.replace(/\.$/, "")}: ${reason}`;
}

/** The driver returns a double as text when a number would lose digits. */
function toNumber(value: string | number | null | undefined): number | undefined {
  return value == null ? undefined : Number(value);
}
