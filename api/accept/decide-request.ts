import { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import type { Asset } from "#db/entities/asset.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { listAssetsById, toInputFacts } from "#db/jobs/assets.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import { isOfInputKind } from "#domain/requests/asset.ts";
import type { InputKind } from "#domain/requests/capability.ts";
import { generationInputs } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { Intent } from "#domain/requests/intent.ts";
import {
  chooseForMessage,
  type MessageDecision,
  toRouteQuestion,
} from "#domain/routing/choose-for-message.ts";
import { namedCandidates } from "#domain/routing/routing.ts";
import { refusalBy } from "#domain/routing/unfit-models.ts";

import { requireAsset, wrongKind } from "./asset-issues.ts";

/** A request, the known facts about its inputs, and the intent of its message where it was parsed. */
export interface DecidableRequest {
  readonly request: JobRequest;
  readonly inputs: readonly InputFacts[];
  readonly intent?: Intent | null;
}

/**
 * Chooses a model for a request whose capability and input facts are known, and lets the model's provider refuse the
 * request. Throws what `chooseModel` throws.
 */
export async function chooseForRequest(
  asked: DecidableRequest,
  dependencies: Pick<RequestDependencies, "loadCatalog" | "checkAtProvider">,
): Promise<MessageDecision> {
  const decision = await chooseUnchecked(asked, dependencies);
  const [refusal] = await listRefusals([{ ...asked, decision }], dependencies);
  if (refusal) throw refusal;
  return decision;
}

/** Chooses a model as `chooseForRequest` does, without its provider's check. */
export async function chooseUnchecked(
  { request, inputs, intent = null }: DecidableRequest,
  { loadCatalog }: Pick<RequestDependencies, "loadCatalog">,
): Promise<MessageDecision> {
  const { candidates } = await loadCatalog();
  try {
    return chooseForMessage(candidates, { request, inputs, intent }, Math.random());
  } catch (error) {
    throw request.message === undefined ? error : atMessage(error);
  }
}

/** Lists for each request the refusal by the provider of its model; null without one. */
export async function listRefusals(
  chosen: readonly (DecidableRequest & { readonly decision: MessageDecision })[],
  { checkAtProvider }: Pick<RequestDependencies, "checkAtProvider">,
): Promise<(AppError | null)[]> {
  const requests = chosen.map(({ request, inputs, intent = null, decision }) => ({
    candidate: decision.candidate,
    question: toRouteQuestion({ request, inputs, intent }),
  }));
  const issues = await checkAtProvider(requests);
  return requests.map(({ candidate, question }, index) => {
    const found = issues[index] ?? [];
    if (found.length === 0) return null;
    const refusal = refusalBy(candidate, found, question);
    return chosen[index]?.request.message === undefined ? refusal : atMessage(refusal);
  });
}

/** Moves issues of `/prompt` to `/message`: the prompt of a chat request is its message. */
function atMessage<Thrown>(error: Thrown): Thrown | AppError {
  if (!(error instanceof AppError)) return error;
  const { code, message, details, issues, cause } = error;
  if (issues.every(({ pointer }) => pointer !== "/prompt")) return error;
  const moved = issues.map((issue) =>
    issue.pointer === "/prompt" ? { ...issue, pointer: "/message" } : issue,
  );
  return new AppError(code, { message, details, issues: moved, cause });
}

/** Loads the assets that the requests name, for `checkAssets`; omits assets that do not exist. */
export async function listNamedAssets(
  requests: readonly JobRequest[],
  { orm }: Pick<RequestDependencies, "orm">,
): Promise<ReadonlyMap<string, Asset>> {
  const named = requests.flatMap(({ inputs }) =>
    inputs.flatMap((input) => ("assetId" in input ? input.assetId : [])),
  );
  return named.length === 0 ? new Map() : listAssetsById(orm.em.fork(), [...new Set(named)]);
}

/**
 * Collects the facts about a request's inputs. Refuses an asset that does not exist, belongs to another
 * organization, has expired or is of another kind, with a pointer to the input. The database checks again on
 * commit that the asset exists. Throws `asset_not_found`, `outside_organization`, `asset_expired` and
 * `request_invalid`.
 */
export function checkAssets(
  { inputs }: JobRequest,
  caller: Pick<Caller, "organizationId">,
  assets: ReadonlyMap<string, Asset>,
): InputFacts[] {
  for (const [index, input] of generationInputs(inputs).entries()) {
    if (!("assetId" in input)) continue;
    const { assetId } = input;
    const pointer = `/inputs/${index}/assetId`;
    const asset = requireAsset(assets, assetId, { pointer, caller });
    if (!isOfInputKind(asset.contentType, input.kind)) throw wrongKind(pointer, asset, input.kind);
  }
  return toInputFacts(inputs, assets);
}

/**
 * Throws `model_not_found` or `provider_not_found` when the request names a model or a provider that does not
 * exist: no intent parsed from the message could fix that.
 */
export async function checkNames(
  { model, provider }: JobRequest,
  { loadCatalog }: Pick<RequestDependencies, "loadCatalog">,
): Promise<void> {
  if (model === undefined && provider === undefined) return;
  const { candidates } = await loadCatalog();
  namedCandidates(candidates, { requestedModel: model, requestedProvider: provider });
}

/** Lists the unknown model or provider in a body that its schema refuses, so that one response has all issues. */
export async function listNameIssues(
  given: unknown,
  dependencies: Pick<RequestDependencies, "loadCatalog">,
): Promise<Issue[]> {
  const names = namesSchema.safeParse(given);
  if (!names.success) return [];
  try {
    const { model: requestedModel, provider: requestedProvider } = names.data;
    const { candidates } = await dependencies.loadCatalog();
    namedCandidates(candidates, { requestedModel, requestedProvider });
    return [];
  } catch (error) {
    if (error instanceof AppError) return [...error.issues];
    throw error;
  }
}

/** A name of another type is an issue of the schema itself. */
const namesSchema = z.object({
  model: z.string().optional().catch(undefined),
  provider: z.string().optional().catch(undefined),
});

export function kindsOf({ inputs }: JobRequest): InputKind[] {
  return generationInputs(inputs).map(({ kind }) => kind);
}
