import type { Capability } from "#domain/requests/capability.ts";

import { namedCandidates, type Candidate } from "./routing.ts";

interface StatedNames {
  readonly capability?: Capability | undefined;
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
}

/** Reports whether `openCapabilities` of a request depends on the catalog. */
export function leavesChoiceToModel({ capability, model, provider }: StatedNames): boolean {
  return capability === undefined && (model !== undefined || provider !== undefined);
}

/**
 * Lists the capabilities that a request leaves to its message: the one it states, else those of the models
 * that it names. Undefined when it leaves all of them. Throws `model_not_found` or `provider_not_found`.
 */
export function openCapabilities(
  request: StatedNames,
  candidates: readonly Candidate[],
): readonly Capability[] | undefined {
  const { capability, model, provider } = request;
  if (capability !== undefined) return [capability];
  if (!leavesChoiceToModel(request)) return undefined;
  const named = namedCandidates(candidates, { requestedModel: model, requestedProvider: provider });
  return [...new Set(named.flatMap(({ capabilities }) => capabilities))];
}
