import type { Caller } from "#db/caller.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { type EstimatedRequest, findEstimated } from "#db/estimates.ts";
import { toRouteQuestion, withoutNames } from "#domain/choose-for-message.ts";
import { AppError } from "#domain/errors.ts";
import { chooseModel, isUsable, listOffers, nameNearestOffer } from "#domain/routing.ts";

import { listUnsuited } from "./decide-request.ts";
import type { RequestDependencies } from "./dependencies.ts";
import { hashRequest } from "./hash-request.ts";

/**
 * What a request becomes by the estimate that it names: model and price as they were told, whatever
 * the catalog and routing say by now. Null when it names none. Throws what `findEstimated` throws,
 * `price_over_limit` when the price is above the request's own limit, and what routing says of a model
 * that cannot be used any more: nobody else was promised.
 */
export async function bindEstimate(
  request: JobRequest,
  { organizationId }: Caller,
  { em, loadCatalog, now }: RequestDependencies,
): Promise<EstimatedRequest | null> {
  const { estimateId, maxCredits } = request;
  if (estimateId === undefined) return null;
  const requestHash = hashRequest(request);
  const estimated = await findEstimated(em.fork(), {
    estimateId,
    organizationId,
    requestHash,
    now: now(),
  });
  const { intent, capability, choice } = estimated;
  const catalog = await loadCatalog();
  const question = { ...toRouteQuestion({ request, intent }), capability };
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
    throw nameNearestOffer(error, () =>
      listOffers(catalog.candidates, {
        ...withoutNames(question),
        exclude: intent === null ? listUnsuited(catalog, question) : [],
      }),
    );
  }
  return estimated;
}
