import { findAsset } from "#db/assets.ts";
import type { Caller } from "#db/caller.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { findJob, findReplay, type JobChoice, type NewJob } from "#db/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { isOfInputKind } from "#domain/asset.ts";
import {
  type Capability,
  capabilityRules,
  missingInputs,
  resultContentType,
} from "#domain/capability.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import type { JobSource } from "#domain/job.ts";
import { unsupportedParameters } from "#domain/model-parameters.ts";
import { chooseModel, type RouteDecision, type RouteQuestion } from "#domain/routing.ts";

import type { CatalogSnapshot } from "./catalog-cache.ts";
import type { RequestDependencies } from "./dependencies.ts";
import { presentAcceptedJob, presentLinks } from "./present/job.ts";
import { presentOneJob } from "./read-jobs.ts";
import type { RouteInput } from "./route.ts";
import { waitForJob } from "./wait-for-job.ts";

export interface Acceptance {
  readonly source: JobSource;
  readonly endpoint: string;
  readonly request: JobRequest;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Accepts a job: what can be decided now (inputs, model, parameters, price) is decided now, so that
 * the caller learns of a mistake at once and not from a failed job. A message whose intent is still
 * to be parsed is decided later, by the workflow. The answer to a replayed idempotency key is that of
 * the first request, whatever the catalog and the balance say today.
 */
export async function acceptJob(
  { source, endpoint, request, metadata }: Acceptance,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<ReturnType<typeof presentAcceptedJob>> {
  const { caller } = input;
  const idempotency = input.idempotency === null ? null : { endpoint, ...input.idempotency };
  const known = idempotency === null ? null : await findKnown(dependencies, caller, idempotency);
  if (known !== null) return answer(known, true, input, dependencies);

  dependencies.refuseWhenOverloaded();
  const { capability } = request;
  const isDecided = !request.parseIntent && capability !== undefined;
  await checkAssets(request, caller, dependencies.em.fork());
  const choice = isDecided ? await choose(request, capability, dependencies) : null;
  if (!isDecided) await checkNames(request, dependencies);

  const { jobId, replayed } = await dependencies.accept({
    organizationId: caller.organizationId,
    accountId: caller.accountId,
    apiKeyId: caller.apiKeyId,
    source,
    request,
    capability: isDecided ? capability : null,
    contentType: isDecided ? resultContentType(capability, kindsOf(request)) : null,
    metadata,
    choice,
    idempotency,
  });
  dependencies.onOutbox();
  return answer(jobId, replayed, input, dependencies);
}

/**
 * An asset that is not there, not theirs or of another kind is told now, with its place. That it is
 * still there at the commit, the database sees to. Throws `asset_not_found`, `outside_organization`,
 * `asset_expired` and `request_invalid`.
 */
async function checkAssets(
  { inputs }: JobRequest,
  { organizationId }: Caller,
  em: EntityManager,
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    if (!("assetId" in input)) continue;
    const pointer = `/inputs/${index}/assetId`;
    const { contentType } = await findAsset(em, { ...input, organizationId }).catch(
      atPlace(pointer),
    );
    if (isOfInputKind(contentType, input.kind)) continue;
    const message = `The asset is ${contentType}, not ${input.kind}.`;
    throw new AppError("request_invalid", { issues: [{ pointer, code: "wrong_kind", message }] });
  }
}

function atPlace(pointer: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    throw new AppError(code, { details, issues: [{ pointer, code, message }], cause: error });
  };
}

async function findKnown(
  { em }: RequestDependencies,
  { organizationId }: Caller,
  idempotency: NonNullable<NewJob["idempotency"]>,
): Promise<string | null> {
  return findReplay(em, { organizationId, ...idempotency });
}

async function answer(
  jobId: string,
  replayed: boolean,
  { caller, request, waitSeconds, setHeader }: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<ReturnType<typeof presentAcceptedJob>> {
  request.aboutJob(jobId);
  setHeader("Location", `/v1/jobs/${jobId}`);
  if (replayed) setHeader("Idempotent-Replayed", "true");
  if (!replayed && waitSeconds === null) {
    return { jobId, status: "queued", links: presentLinks(jobId) };
  }
  const { em } = dependencies;
  if (waitSeconds !== null) {
    await waitForJob(jobId, waitSeconds, request.signal, dependencies);
    setHeader("Preference-Applied", `wait=${waitSeconds}`);
  }
  const job = await findJob(em.fork(), { jobId, organizationId: caller.organizationId });
  return presentAcceptedJob(await presentOneJob(job, dependencies));
}

async function choose(
  request: JobRequest,
  capability: Capability,
  dependencies: RequestDependencies,
): Promise<JobChoice> {
  checkInputs(request, capability);
  const catalog = await dependencies.loadCatalog();
  const { candidate, credits, strategy, reason } = decide(catalog, {
    capability,
    inputs: kindsOf(request),
    parameters: request.parameters,
    requestedModel: request.model,
    requestedProvider: request.provider,
    preferences: request.routing,
    maxCredits: request.maxCredits,
  });
  return {
    modelId: candidate.modelId,
    providerSlug: candidate.provider,
    credits,
    routing: { strategy, reason, assumptions: [] },
  };
}

/** The best model that takes all parameters; when there is none, what the best of all lacks. */
function decide(
  { candidates, parameters }: CatalogSnapshot,
  question: RouteQuestion,
): RouteDecision {
  const issuesOf = (modelId: string): Issue[] =>
    unsupportedParameters(parameters.get(modelId) ?? {}, question.parameters);
  const decision = chooseModel(candidates, question);
  const issues = issuesOf(decision.candidate.modelId);
  if (issues.length === 0) return decision;
  const exclude = candidates
    .map((candidate) => candidate.modelId)
    .filter((modelId) => issuesOf(modelId).length > 0);
  try {
    return chooseModel(candidates, { ...question, exclude });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("parameter_not_supported", {
      message: `${decision.candidate.modelId} does not take every parameter as given.`,
      details: { model: decision.candidate.modelId },
      issues,
      cause: error,
    });
  }
}

function checkInputs(request: JobRequest, capability: Capability): void {
  const rule = capabilityRules[capability];
  const kinds = kindsOf(request);
  const missing = missingInputs(capability, kinds);
  if (missing.length > 0) {
    throw new AppError("input_missing", {
      message: `${rule.title} needs an input that was not attached: ${missing.join(", ")}.`,
      details: { capability, missing },
      issues: missing.map((kind) => ({
        pointer: "/inputs",
        code: "input_missing",
        message: `Attach an input of kind ${kind}.`,
      })),
    });
  }
  const issues: Issue[] = [];
  if (rule.needsPrompt && request.prompt === undefined) {
    issues.push({ pointer: "/prompt", code: "required", message: `${rule.title} needs a prompt.` });
  }
  const usable: readonly string[] = rule.inputs.flat();
  for (const [index, kind] of kinds.entries()) {
    if (usable.includes(kind)) continue;
    issues.push({
      pointer: `/inputs/${index}`,
      code: "not_used",
      message: `${rule.title} has no use for an input of kind ${kind}.`,
    });
  }
  if (issues.length > 0) throw new AppError("request_invalid", { issues });
}

/** A model or provider that does not exist is a mistake that no message can mend. */
async function checkNames(
  { model, provider }: JobRequest,
  dependencies: RequestDependencies,
): Promise<void> {
  if (model === undefined && provider === undefined) return;
  const { candidates } = await dependencies.loadCatalog();
  const word = model?.toLowerCase();
  const isKnown = candidates.some(
    (candidate) =>
      (provider === undefined || candidate.provider === provider) &&
      (word === undefined ||
        [candidate.modelId, candidate.modelName, candidate.provider, candidate.providerName].some(
          (name) => name.toLowerCase().includes(word),
        )),
  );
  if (!isKnown) throw new AppError("model_not_found", { details: { model, provider } });
}

function kindsOf({ inputs }: JobRequest): JobRequest["inputs"][number]["kind"][] {
  return inputs.map(({ kind }) => kind);
}
