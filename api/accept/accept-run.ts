import type { RequestDependencies } from "#api/dependencies.ts";
import { issuesMax } from "#api/http/issues.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { NewRunBody } from "#api/schemas/run.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import type { Caller } from "#db/caller.ts";
import type { Job } from "#db/entities/job.ts";
import { PipelineRun } from "#db/entities/pipeline-run.ts";
import { findJob } from "#db/jobs/jobs.ts";
import { createRun, type NewRun } from "#db/pipelines/create-run.ts";
import { findPipelineVersion } from "#db/pipelines/pipelines.ts";
import { isRun } from "#db/pipelines/run-views.ts";
import { ensureJobsWebhook } from "#db/webhooks/webhooks.ts";
import { AppError, type ErrorCode, type Issue } from "#domain/errors.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { CheckedDefinition } from "#domain/pipelines/check-definition.ts";
import { runCreditsMax, type Definition } from "#domain/pipelines/definition.ts";
import { locateRunSteps, locateSteps } from "#domain/pipelines/locate-steps.ts";
import { answerIssues } from "#domain/pipelines/run-issues.ts";
import {
  priceBound,
  type FrozenPrices,
  type PriceRange,
} from "#domain/pipelines/runs/price-bound.ts";
import { runSeconds } from "#domain/pipelines/runs/run-seconds.ts";
import { placePipelines } from "#domain/pipelines/sub-pipelines.ts";

import { validateWebhookTarget } from "./accept-job.ts";
import { acceptOnce, type AcceptedJob } from "./accept-once.ts";
import { createOutlooks, type Outlook } from "./pipeline-outlook.ts";
import { readRunInputs, type RunInputs } from "./read-run-inputs.ts";

const endpoint = "createPipelineRun";

/** Time limit of a run whose definition has none. */
const timeoutSecondsDefault = 86_400;

type Input = RouteInput<unknown, unknown, unknown>;

interface RunOrder {
  readonly pipelineId: string;
  readonly body: NewRunBody;
}

/** A run that can start: its definition, its values and its price. */
interface PlannedRun {
  readonly version: number;
  readonly definition: Definition;
  readonly checked: CheckedDefinition;
  readonly inputs: RunInputs;
  readonly prices: FrozenPrices;
  readonly price: PriceRange;
  readonly outlook: Outlook;
  readonly former: FormerRun | null;
}

interface FormerRun {
  readonly job: Job;
  readonly run: PipelineRun;
}

/**
 * Accepts a run of a pipeline and holds its price. Everything that can be known before a run is refused here: inputs,
 * answers, models and the price.
 */
export async function acceptRun(
  order: RunOrder,
  input: Input,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { caller } = input;
  return acceptOnce(endpoint, input, dependencies, async (idempotency) => {
    const { body, pipelineId } = order;
    await validateWebhookTarget(body, caller, dependencies);
    const planned = await planRun(order, caller, dependencies);
    const { former, inputs, definition } = planned;
    await ensureCallSecret(definition, caller, dependencies);
    const run: NewRun = {
      job: {
        organizationId: caller.organizationId,
        accountId: caller.accountId,
        apiKeyId: caller.apiKeyId,
        source: "pipeline",
        request: {
          parseIntent: false,
          inputs: inputs.assets,
          parameters: {},
          ...(body.webhookUrl === undefined ? {} : { webhookUrl: body.webhookUrl }),
        },
        capability: null,
        contentType: null,
        metadata: body.metadata ?? {},
        pipeline: { id: pipelineId, version: planned.version },
        choice: null,
        idempotency,
      },
      inputs: inputs.values,
      answers: { ...former?.run.answers, ...body.answers },
      fresh: body.fresh ?? [],
      resumes: former === null ? null : { runId: former.job.id, rootId: former.run.rootId },
      prices: planned.prices,
      maxCredits: planned.price.max,
      timeoutSeconds: definition.limits?.timeoutSeconds ?? timeoutSecondsDefault,
    };
    return createRun(dependencies.em.fork(), run);
  });
}

/** Makes the decisions of `acceptRun` and starts nothing. */
export async function estimateRun(
  order: RunOrder,
  { caller }: Pick<Input, "caller">,
  dependencies: RequestDependencies,
) {
  const { price, prices, version, outlook, definition, checked } = await planRun(
    order,
    caller,
    dependencies,
  );
  const times = { seconds: outlook.seconds, items: prices.items };
  const { available } = await findCreditBalance(dependencies.em.fork(), caller.organizationId);
  return {
    outcome: "priced" as const,
    version,
    price: { minCredits: price.min, maxCredits: price.max },
    expectedSeconds: runSeconds(definition, checked.dependencies, times),
    affordable: available >= price.max,
    steps: locateRunSteps(definition.steps).flatMap(({ name }) => {
      const range = prices.steps[name];
      return range === undefined
        ? []
        : [{ step: name, minCredits: range.min, maxCredits: range.max }];
    }),
    warnings: [...outlook.warnings],
  };
}

async function planRun(
  { pipelineId, body }: RunOrder,
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<PlannedRun> {
  const { organizationId } = caller;
  const found = await findPipelineVersion(dependencies.em, {
    pipelineId,
    organizationId,
    version: body.version,
  });
  if (found.pipeline.archivedAt != null) throw new AppError("pipeline_archived");
  const { version, checked } = found.version;
  const definition = placePipelines(found.version);
  const former = await findFormer({ pipelineId, body }, caller, dependencies);
  const inputs = await readRunInputs(
    { definition, given: body.inputs, former: former?.run.inputs ?? {} },
    caller,
    dependencies,
  );
  refuse([...inputs.issues, ...answerIssues(definition, body.answers ?? {})]);
  const outlook = await (await createOutlooks(dependencies))(definition, checked);
  refuseMissing(outlook);
  const items = await countItems({ definition, checked }, inputs.values, dependencies);
  const prices = { steps: outlook.prices, items };
  const price = priceBound(definition.steps, prices);
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
  return { version, definition, checked, inputs, prices, price, outlook, former };
}

/** Calls to a URL are signed with the secret of the organization's webhook without a URL. */
async function ensureCallSecret(
  { steps }: Definition,
  { organizationId, accountId }: Caller,
  { em, vault }: RequestDependencies,
): Promise<void> {
  const calls = locateRunSteps(steps).some(
    ({ step }) => step.kind === "call" && step.url !== undefined,
  );
  if (calls) await ensureJobsWebhook(em.fork(), vault, { organizationId, createdBy: accountId });
}

/** Throws `job_not_found`, `outside_organization`, `resume_mismatch` or `job_not_final`. */
async function findFormer(
  { pipelineId, body: { resumeFrom } }: RunOrder,
  { organizationId }: Caller,
  { em }: RequestDependencies,
): Promise<FormerRun | null> {
  if (resumeFrom === undefined) return null;
  const job = await findJob(em, { jobId: resumeFrom, organizationId });
  if (!isRun(job) || job.pipelineId !== pipelineId) throw new AppError("resume_mismatch");
  if (!isFinal(job.status)) {
    throw new AppError("job_not_final", { details: { status: job.status } });
  }
  return { job, run: await em.findOneOrFail(PipelineRun, job.id) };
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

/** Counts the items of maps whose lists depend on the inputs only. */
async function countItems(
  { definition, checked }: { definition: Definition; checked: CheckedDefinition },
  inputs: Readonly<Record<string, unknown>>,
  { expressions }: RequestDependencies,
): Promise<Record<string, number>> {
  const maps = locateSteps(definition.steps).located.flatMap(({ name, step, scopes }) =>
    step.kind === "map" && scopes.length === 0 && checked.dependencies[name]?.length === 0
      ? [{ name, step }]
      : [],
  );
  if (maps.length === 0) return {};
  const found = await expressions.evaluate(
    maps.map(({ step }) => ({
      text: step.over,
      types: { inputs: checked.inputs, steps: {} },
      values: { inputs, steps: {} },
    })),
  );
  const counts = maps.flatMap(({ name, step }, index) => {
    const value = found[index];
    if (value?.outcome === "absent") return [[name, 0] as const];
    if (value?.outcome !== "value" || !Array.isArray(value.value)) return [];
    return [[name, Math.min(value.value.length, step.maxItems)] as const];
  });
  return Object.fromEntries(counts);
}
