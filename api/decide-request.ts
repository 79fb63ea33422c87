import { listAssetsById, refuseAsset } from "#db/assets.ts";
import type { Caller } from "#db/caller.ts";
import type { Asset } from "#db/entities/asset.ts";
import type { JobRequest } from "#db/entities/job.ts";
import type { JobChoice } from "#db/jobs.ts";
import type { EntityManager } from "#db/orm.ts";
import { isOfInputKind } from "#domain/asset.ts";
import { type Capability, capabilityRules, missingInputs } from "#domain/capability.ts";
import { toRouteQuestion, withoutNames } from "#domain/choose-for-message.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import { unsupportedParameters } from "#domain/model-parameters.ts";
import {
  chooseModel,
  listOffers,
  nameNearestOffer,
  type RouteDecision,
  type RouteQuestion,
} from "#domain/routing.ts";

import type { CatalogSnapshot } from "./catalog-cache.ts";
import type { RequestDependencies } from "./dependencies.ts";

/**
 * Chooses for a request whose capability is known. Throws `input_missing`, `request_invalid`,
 * `parameter_not_supported` and what `chooseModel` throws.
 */
export async function chooseForRequest(
  request: JobRequest,
  capability: Capability,
  dependencies: Pick<RequestDependencies, "loadCatalog">,
): Promise<RouteDecision> {
  checkInputs(request, capability);
  const catalog = await dependencies.loadCatalog();
  const question = { ...toRouteQuestion({ request }), draw: Math.random() };
  try {
    return decide(catalog, question);
  } catch (error) {
    throw nameNearestOffer(error, () =>
      listOffers(catalog.candidates, {
        ...withoutNames(question),
        exclude: listUnsuited(catalog, question),
      }),
    );
  }
}

/** What was chosen, as it is frozen for a job. */
export function toChoice({
  candidate,
  credits,
  strategy,
  reason,
  notices,
  assumptions,
}: RouteDecision): JobChoice {
  return {
    modelId: candidate.modelId,
    providerSlug: candidate.provider,
    credits,
    routing: { strategy, reason, assumptions: [...notices, ...assumptions] },
  };
}

/** The best model that takes all parameters; when there is none, what the best of all lacks. */
function decide(catalog: CatalogSnapshot, question: RouteQuestion): RouteDecision {
  const { candidates } = catalog;
  const decision = chooseModel(candidates, question);
  const issues = issuesOf(catalog, question, decision.candidate.modelId);
  if (issues.length === 0) return decision;
  try {
    return chooseModel(candidates, { ...question, exclude: listUnsuited(catalog, question) });
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

/** The models that do not take all parameters as they are given. */
export function listUnsuited(catalog: CatalogSnapshot, question: RouteQuestion): string[] {
  return catalog.candidates
    .map((candidate) => candidate.modelId)
    .filter((modelId) => issuesOf(catalog, question, modelId).length > 0);
}

function issuesOf(
  { parameters }: CatalogSnapshot,
  question: Pick<RouteQuestion, "parameters" | "capability">,
  modelId: string,
): Issue[] {
  const { parameters: wanted, capability } = question;
  return unsupportedParameters(parameters.get(modelId) ?? {}, wanted, capability);
}

/** The assets that requests name, as far as there are such, for `checkAssets`. */
export async function listNamedAssets(
  requests: readonly JobRequest[],
  em: EntityManager,
): Promise<ReadonlyMap<string, Asset>> {
  const named = requests.flatMap(({ inputs }) =>
    inputs.flatMap((input) => ("assetId" in input ? input.assetId : [])),
  );
  return listAssetsById(em, [...new Set(named)]);
}

/**
 * An asset that is not there, not theirs or of another kind is told now, with its place. That it is
 * still there at the commit, the database sees to. Throws `asset_not_found`, `outside_organization`,
 * `asset_expired` and `request_invalid`.
 */
export function checkAssets(
  { inputs }: JobRequest,
  { organizationId }: Pick<Caller, "organizationId">,
  assets: ReadonlyMap<string, Asset>,
): void {
  for (const [index, input] of inputs.entries()) {
    if (!("assetId" in input)) continue;
    const { assetId } = input;
    const pointer = `/inputs/${index}/assetId`;
    const { contentType } = atPlace(pointer, () =>
      refuseAsset(assets.get(assetId) ?? null, { assetId, organizationId }),
    );
    if (isOfInputKind(contentType, input.kind)) continue;
    const message = `The asset is ${contentType}, not ${input.kind}.`;
    throw new AppError("request_invalid", { issues: [{ pointer, code: "wrong_kind", message }] });
  }
}

function atPlace<T>(pointer: string, check: () => T): T {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details } = error;
    throw new AppError(code, { details, issues: [{ pointer, code, message }], cause: error });
  }
}

/** A model or provider that does not exist is a mistake that no message can mend. */
export async function checkNames(
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

export function kindsOf({ inputs }: JobRequest): JobRequest["inputs"][number]["kind"][] {
  return inputs.map(({ kind }) => kind);
}
