import { AppError } from "#domain/errors.ts";
import { nearestName, suggest } from "#domain/nearest-name.ts";
import type { Capability } from "#domain/requests/capability.ts";

import { isSold, isUsable } from "./lifecycle.ts";
import { byModelId } from "./rank-offers.ts";
import type { Candidate, RouteQuestion } from "./routing.ts";

/** Errors of routing that are not about a request's inputs and parameters. Each names what would work. */

/** `model_not_found` or `provider_not_found`, with the nearest name. `pointer` is the field that has the name. */
export function unknownName(
  kind: "model" | "provider",
  name: string,
  { known, pointer }: { known: readonly string[]; pointer?: string },
): AppError {
  const near = nearestName(name, known);
  const text = suggest(`The ${kind} ${name} does not exist.`, near);
  const message = `${text} GET /v1/${kind}s lists all ${kind}s.`;
  const code = `${kind}_not_found` as const;
  return new AppError(code, {
    message,
    details: { [kind]: name, ...(near === undefined ? {} : { nearest: near }) },
    issues: pointer === undefined ? [] : [{ pointer, code, message }],
  });
}

/** Names the models that would do, those that can be used now first. */
export function whyIncapable(candidates: readonly Candidate[], question: RouteQuestion): AppError {
  const { capability, requestedModel, requestedProvider } = question;
  const requested = requestedModel ?? requestedProvider;
  const others = candidates
    .filter((candidate) => candidate.capabilities.includes(capability))
    .toSorted(byModelId);
  const usable = others.filter(isUsable);
  const names = [...new Set([...usable, ...others])].map(({ modelId }) => modelId);
  const now = usable.slice(0, 3).map(({ modelId }) => modelId);
  const advice = now.length === 0 ? "" : ` Use ${listText(now, "or")}.`;
  return new AppError("model_lacks_capability", {
    message: `${requested} does not support ${capability}.${advice}`,
    details: { requested, capability, modelsWithCapability: names.slice(0, 20) },
  });
}

/**
 * Explains why no model can be used: a single candidate gives its reason; several give the settings to
 * configure, or the time to retry.
 */
export function whyNone(
  allowed: readonly Candidate[],
  { question, candidates }: { question: RouteQuestion; candidates: readonly Candidate[] },
): AppError {
  const only = allowed.length === 1 ? allowed[0] : undefined;
  if (only !== undefined) return whyNotThis(only, candidates);
  const { capability } = question;
  const away = allowed.filter(({ unavailable }) => unavailable?.code === "provider_not_available");
  if (away.length > 0) {
    const waits = away.flatMap(({ unavailable }) => unavailable?.retryAfterSeconds ?? []);
    return new AppError("provider_not_available", {
      message: `No provider for ${capability} is available.`,
      details: {
        capability,
        models: away.map(({ modelId }) => modelId).slice(0, 20),
        ...(waits.length === 0 ? {} : { retryAfterSeconds: Math.min(...waits) }),
      },
    });
  }
  const settings = allowed.flatMap((candidate) => candidate.unavailable?.setting ?? []);
  const allMissKey =
    allowed.length > 0 &&
    allowed.every((candidate) => candidate.unavailable?.code === "provider_not_configured");
  const isNamed = question.requestedModel !== undefined || question.requestedProvider !== undefined;
  const code = isNamed && allMissKey ? "provider_not_configured" : "no_model_available";
  const names = [...new Set(settings)].toSorted();
  return new AppError(code, {
    message: noneText(capability, names, candidates),
    details: { capability, settings: names },
  });
}

/** Names the settings that would help, and what works without a key. */
function noneText(
  capability: Capability,
  settings: readonly string[],
  candidates: readonly Candidate[],
): string {
  const embedded = candidates.filter((candidate) => candidate.embedded && isUsable(candidate));
  const free = new Set(embedded.flatMap(({ capabilities }) => capabilities));
  const [slug = ""] = embedded.map(({ provider }) => provider);
  return [
    `No model for ${capability} can be used here.`,
    settings.length === 0 ? "" : `To use one, set ${listText(settings, "or")}.`,
    free.size === 0 || free.has(capability)
      ? ""
      : `Without a key, ${slug} does ${listText([...free].toSorted(), "and")}.`,
  ]
    .filter((text) => text !== "")
    .join(" ");
}

function listText(names: readonly string[], word: "or" | "and"): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}

/** Reason for which media operations cannot run now; null when they can. */
export function whyNoOperations(mediaModel: Candidate | null): AppError | null {
  if (mediaModel === null) return new AppError("no_model_available");
  return isUsable(mediaModel) ? null : whyNotThis(mediaModel, []);
}

/** Names the settings of providers without a key; any one of them makes the model usable. */
export function describeMissingKeys(
  providers: readonly { readonly name: string; readonly setting: string }[],
  modelId: string,
): string {
  const names = [...new Set(providers.map(({ name }) => name))];
  const settings = [...new Set(providers.map(({ setting }) => setting))];
  const have = names.length === 1 ? "has" : "have";
  return `${listText(names, "and")} ${have} no key on this server: set ${listText(settings, "or")} to use ${modelId}.`;
}

/** Names who has switched a model off: an operator may switch it on again, a retired one does not return. */
export function describeStatus(modelId: string, status: "retired" | "disabled"): string {
  return status === "retired"
    ? `The model ${modelId} is retired.`
    : `An operator has switched the model ${modelId} off.`;
}

function whyNotThis(only: Candidate, candidates: readonly Candidate[]): AppError {
  const { modelId, provider, status, unavailable } = only;
  if (status === "retired" || status === "disabled") {
    const replacedBy = replacementOf(only, candidates);
    const advice = replacedBy === null ? "" : ` Use ${replacedBy}.`;
    return new AppError("model_not_available", {
      message: `${describeStatus(modelId, status)}${advice}`,
      details: { model: modelId, status, replacedBy },
    });
  }
  const { code, reason, setting, retryAfterSeconds } = unavailable ?? {
    code: "model_not_available" as const,
    reason: `${modelId} cannot be used.`,
  };
  return new AppError(code, {
    message: reason,
    details: {
      model: modelId,
      provider,
      setting,
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    },
  });
}

/** Follows the successors of a model to the first that is still sold; null when there is none. */
function replacementOf(model: Candidate, candidates: readonly Candidate[]): string | null {
  const seen = new Set<string>();
  let next = model.replacedBy;
  while (next !== null && !seen.has(next)) {
    seen.add(next);
    const found = candidates.find(({ modelId }) => modelId === next);
    if (found === undefined || isSold(found.status)) return next;
    next = found.replacedBy;
  }
  return null;
}
