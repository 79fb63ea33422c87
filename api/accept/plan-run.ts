import { createHash } from "node:crypto";

import type { RequestDependencies } from "#api/dependencies.ts";
import { issuesMax } from "#api/http/issues.ts";
import type { NewRunBody } from "#api/schemas/run.ts";
import type { Caller } from "#db/caller.ts";
import type { RunEstimate } from "#db/entities/estimate.ts";
import type { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { findJob } from "#db/jobs/jobs.ts";
import type { JoinableRequest } from "#db/jobs/join-or-create-job.ts";
import { listFormerSteps } from "#db/pipelines/former-steps.ts";
import { ownVersion } from "#db/pipelines/load-run.ts";
import { findPipelineVersion } from "#db/pipelines/pipelines.ts";
import { findRunEstimate } from "#db/pipelines/run-estimates.ts";
import { isRun } from "#db/pipelines/run-views.ts";
import { canonicalJson } from "#domain/canonical-json.ts";
import { AppError, type ErrorCode, type Issue } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import { runCreditsMax, type Definition } from "#domain/pipelines/definition.ts";
import { toPointer } from "#domain/pipelines/json-path.ts";
import { locateSteps } from "#domain/pipelines/locate-steps.ts";
import { messagePipeline } from "#domain/pipelines/message-pipeline.ts";
import { answerIssues } from "#domain/pipelines/run-issues.ts";
import {
  remainingBound,
  type FrozenPrices,
  type PriceRange,
} from "#domain/pipelines/runs/price-bound.ts";
import type { StepRow } from "#domain/pipelines/runs/step-row.ts";
import { type CheckedVersion, placePipelines } from "#domain/pipelines/sub-pipelines.ts";

import { operationIssues } from "./check-parameters.ts";
import { contentOfRun } from "./content-of-run.ts";
import { narrowDefinition, type NarrowedDefinition } from "./narrow-definition.ts";
import { createOutlooks, type Outlook } from "./pipeline-outlook.ts";
import { readRunInputs, type RunInputs } from "./read-run-inputs.ts";
import { refuseBlockedContent } from "./screen-content.ts";
import { takeOverSteps } from "./take-over-steps.ts";

export interface RunOrder {
  readonly pipelineId: string;
  readonly body: NewRunBody;
  /** Definition of a run of several requests in one message. */
  readonly own?: CheckedVersion;
  /** Message that starts the run, with the endpoint that received it. */
  readonly chat?: {
    readonly message: string;
    readonly conversation: string | undefined;
    readonly endpoint: string;
    readonly repeat?: JoinableRequest | undefined;
  };
}

/** A run that can start: its definition, its values and its price. */
export interface PlannedRun {
  readonly version: number;
  /** Definition that is stored with the run instead of a pipeline. */
  readonly own: CheckedVersion | undefined;
  readonly definition: Definition;
  readonly checked: CheckedDefinition;
  /** The definition with everything in its places that the inputs decide. */
  readonly narrowed: NarrowedDefinition;
  readonly inputs: RunInputs;
  readonly prices: FrozenPrices;
  readonly price: PriceRange;
  readonly outlook: Outlook;
  readonly former: FormerRun | null;
  /** Steps that the runs before it have settled, and open steps around these. Empty without `resumeFrom`. */
  readonly taken: readonly StepRow[];
}

interface FormerRun {
  readonly job: Job;
  readonly run: PipelineRun;
}

/**
 * Decides a run: its version, the values of its inputs, its models and its price. Throws everything that can be known
 * before a run.
 */
export async function planRun(
  order: RunOrder,
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<PlannedRun> {
  const { body } = order;
  const quoted = await findQuoted(order, caller, dependencies);
  const former = await findFormer(order, caller, dependencies);
  const own = order.own ?? (former === null ? undefined : (ownVersion(former.run) ?? undefined));
  const { version, checked, ...found } =
    own === undefined
      ? await findStored(order, quoted?.version, caller, dependencies)
      : { version: messagePipeline.version, ...own };
  const definition = placePipelines({ checked, ...found });
  const inputs = await readRunInputs(
    { definition, given: body.inputs, former: former?.run.inputs ?? {} },
    caller,
    dependencies,
  );
  refuse([...inputs.issues, ...answerIssues(definition, body.answers ?? {})]);
  const narrowed = await narrowDefinition({ definition, checked }, inputs.values, dependencies);
  await refuseBlockedContent(contentOfRun(order, { inputs, narrowed }), caller, dependencies);
  const look = await createOutlooks(dependencies);
  const outlook = await look(narrowed.definition, checked, { ...narrowed, inputs: inputs.values });
  refuseMissing(outlook);
  refuse(
    certainIssues(narrowed, [
      ...outlook.issues,
      ...operationIssues(narrowed.definition, checked.places),
    ]),
  );
  const prices = quoted?.prices ?? freezePrices(narrowed, outlook);
  const taken =
    former === null
      ? []
      : await takeOverSteps(
          {
            version: { definition, checked },
            former: await listFormerSteps(dependencies.em.fork(), former.job.id),
            inputs: inputs.values,
            answers: { ...former.run.answers, ...body.answers },
            fresh: body.fresh ?? [],
          },
          dependencies.expressions,
        );
  const rows = new Map(taken.map((row) => [row.key, row]));
  const price = remainingBound(narrowed.definition.steps, rows, prices);
  if (former !== null) checkReuse(price, quoted);
  const limit = Math.min(
    body.maxCredits ?? runCreditsMax,
    definition.limits?.maxCredits ?? runCreditsMax,
  );
  if (price.max > limit) {
    throw new AppError("price_over_limit", {
      message: `The run costs at most ${price.max} credits; the limit is ${limit}.`,
      details: { maxCredits: limit, credits: price.max },
    });
  }
  return {
    version,
    own,
    definition,
    checked,
    narrowed,
    inputs,
    prices,
    price,
    outlook,
    former,
    taken,
  };
}

/** Throws like `findPipelineVersion`, and `pipeline_archived`. */
async function findStored(
  { pipelineId, body }: RunOrder,
  quoted: number | undefined,
  { organizationId }: Caller,
  { em }: RequestDependencies,
): Promise<CheckedVersion & { readonly version: number }> {
  const { pipeline, version } = await findPipelineVersion(em, {
    pipelineId,
    organizationId,
    version: quoted ?? body.version,
  });
  if (pipeline.archivedAt != null) throw new AppError("pipeline_archived");
  return version;
}

/** Prices and models of now, which the run keeps. */
function freezePrices({ items, skipped }: NarrowedDefinition, outlook: Outlook): FrozenPrices {
  const { prices, models, seconds } = outlook;
  const free = Object.fromEntries(skipped.map((name) => [name, { min: 0, max: 0 }]));
  return {
    steps: { ...prices, ...free },
    items,
    models: Object.fromEntries(Object.entries(models).map(([name, { id }]) => [name, id])),
    seconds,
  };
}

/** Problems that the inputs cause in steps that certainly run, so that the run would fail. */
function certainIssues(
  { definition, skipped }: NarrowedDefinition,
  issues: readonly Issue[],
): Issue[] {
  const certain = locateSteps(definition.steps).located.filter(
    ({ name, step, scopes }) =>
      (step.kind === "generate" || step.kind === "transform") &&
      scopes.length === 0 &&
      step.when === undefined &&
      step.onError !== "continue" &&
      !skipped.includes(name),
  );
  return issues.flatMap(({ pointer, code, message }) => {
    const step = certain.find(({ path }) => `${pointer}/`.startsWith(`${toPointer(path)}/`));
    return step === undefined || pointer.includes("/fallback/")
      ? []
      : [{ pointer: "/inputs", code, message: `Step ${step.name}: ${message}` }];
  });
}

type Quoted = Pick<RunEstimate, "version" | "prices" | "maxCredits">;

/** Throws `price_over_limit` when a result that the estimate of a resume reuses is no longer stored. */
function checkReuse({ max }: PriceRange, quoted: Quoted | null): void {
  const limit = quoted?.maxCredits ?? null;
  if (limit === null || max <= limit) return;
  throw new AppError("price_over_limit", {
    message: `A result that the estimate reuses is no longer stored, so the run costs at most ${max} credits instead of ${limit}. Request a new estimate.`,
    details: { maxCredits: limit, credits: max },
  });
}

/** Finds the estimate that the order names. Null without one. */
async function findQuoted(
  order: RunOrder,
  { organizationId }: Caller,
  { em, now }: RequestDependencies,
): Promise<Quoted | null> {
  const { pipelineId, body } = order;
  const { estimateId, version } = body;
  if (estimateId === undefined) return null;
  return findRunEstimate(em.fork(), {
    estimateId,
    organizationId,
    pipelineId,
    version,
    requestHash: hashRun(order),
    now: now(),
  });
}

/** SHA-256 of the fields that decide the steps and their prices. */
export function hashRun({ body, own }: RunOrder): Buffer {
  const { inputs = {}, resumeFrom, answers = {}, fresh = [] } = body;
  return createHash("sha256")
    .update(
      canonicalJson({
        inputs,
        resumeFrom,
        answers,
        fresh,
        ...(own === undefined ? {} : { steps: own.definition.steps }),
      }),
    )
    .digest();
}

/** Throws `job_not_found`, `outside_organization`, `resume_mismatch`, `job_not_final` or `request_gone`. */
async function findFormer(
  { pipelineId, body: { resumeFrom } }: RunOrder,
  { organizationId }: Caller,
  { em }: RequestDependencies,
): Promise<FormerRun | null> {
  if (resumeFrom === undefined) return null;
  // The job is read after the values of the run, and so says whether they were still stored.
  const reading = em.fork();
  const run = await reading.findOne(PipelineRun, resumeFrom);
  const job = await findJob(reading, { jobId: resumeFrom, organizationId });
  if (run === null || !isRun(job) || job.pipelineId !== pipelineId)
    throw new AppError("resume_mismatch");
  if (!isFinal(job.status)) {
    throw new AppError("job_not_final", { details: { status: job.status } });
  }
  if (job.redactedAt) throw new AppError("request_gone");
  return { job, run };
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length === 0) return;
  throw new AppError("request_invalid", { issues: issues.slice(0, issuesMax) });
}

/** Throws the first warning: a definition is stored without a model for a step, a run cannot start without one. */
function refuseMissing({ missing, warnings }: Outlook): void {
  const [first] = warnings;
  if (missing.length === 0 || first === undefined) return;
  throw new AppError(first.code as ErrorCode, {
    message: first.message,
    details: {
      missing: missing.map(({ settings, ...work }) => ({ ...work, settings: [...settings] })),
    },
  });
}
