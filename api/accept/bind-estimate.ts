import type { RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { type EstimatedRequest, findEstimated } from "#db/jobs/estimates.ts";
import { AppError } from "#domain/errors.ts";
import type { OrganizationKeys } from "#domain/providers/organization-key.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import { toRouteQuestion, withoutNames } from "#domain/routing/choose-for-message.ts";
import type { JobChoice } from "#domain/routing/job-choice.ts";
import { isUsable } from "#domain/routing/lifecycle.ts";
import { chooseModel, listOffers, nameNearestOffer } from "#domain/routing/routing.ts";

import { hashRequest } from "./hash-request.ts";

/**
 * Applies the estimate that a request names: the estimated model and price hold, whatever the catalog and
 * routing say now. Null when the request names no estimate. Throws what `findEstimated` throws,
 * `own_key_unusable`, and `price_over_limit` when the price is above the request's own limit. Throws the
 * routing error of the estimated model when it is no longer usable; no other model replaces it.
 */
export async function bindEstimate(
  { request, inputs }: { request: JobRequest; inputs: readonly InputFacts[] },
  { organizationId, organizationKeys }: Caller,
  { orm, loadCatalog, now }: RequestDependencies,
): Promise<EstimatedRequest | null> {
  const { estimateId, maxCredits } = request;
  if (estimateId === undefined) return null;
  const requestHash = hashRequest(request);
  const estimated = await findEstimated(orm.em.fork(), {
    estimateId,
    organizationId,
    requestHash,
    now: now(),
  });
  const { intent, capability } = estimated;
  const choice = withPresentKey(estimated.choice, organizationKeys);
  // A price for the platform key binds to the platform key, even if the organization has provided a key
  // since.
  const catalog = await loadCatalog(choice.providerKeyId === null ? {} : organizationKeys);
  const question = { ...toRouteQuestion({ request, inputs, intent }), capability };
  const candidate = catalog.candidates.find(({ modelId }) => modelId === choice.modelId);
  if (candidate === undefined || !isUsable(candidate)) {
    chooseModel(catalog.candidates, {
      ...withoutNames(question),
      requestedModel: choice.modelId,
      maxCredits: undefined,
    });
  }
  if (maxCredits !== undefined && choice.credits > maxCredits) {
    const { modelId: model, credits } = choice;
    const error = new AppError("price_over_limit", {
      message: `The estimate is for ${credits} credits; maxCredits is ${maxCredits}.`,
      details: { credits, maxCredits, model },
    });
    throw nameNearestOffer(error, () => listOffers(catalog.candidates, withoutNames(question)));
  }
  return { ...estimated, choice };
}

/**
 * Replaces the estimate's organization-provided key by its successor; the price is the same. Throws
 * `own_key_unusable` when the organization has no key any more: with the platform key the job would cost more
 * than estimated.
 */
function withPresentKey(choice: JobChoice, organizationKeys: OrganizationKeys): JobChoice {
  if (choice.providerKeyId === null) return choice;
  const providerKeyId = organizationKeys[choice.providerSlug];
  if (providerKeyId !== undefined) return { ...choice, providerKeyId };
  const details = { provider: choice.providerSlug, reason: "it was removed after the estimate" };
  throw new AppError("own_key_unusable", { details });
}
