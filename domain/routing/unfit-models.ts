import { AppError, describeIssue, type Issue } from "#domain/errors.ts";
import { missingKinds, requestIssues } from "#domain/requests/request-issues.ts";

import { byModelId } from "./rank-offers.ts";
import type { Candidate, RouteQuestion } from "./routing.ts";

/** Reports whether a model can fulfil a request exactly as given. */
export function fits(candidate: Candidate, question: RouteQuestion): boolean {
  return issuesOf(candidate, question).length === 0;
}

/**
 * Returns the error with all issues of the model that has the fewest: `input_missing`,
 * `parameter_not_supported`, or `request_invalid` for a mixture.
 */
export function whyUnfit(usable: readonly Candidate[], question: RouteQuestion): AppError {
  const [nearest] = usable
    .map((candidate) => ({ candidate, issues: issuesOf(candidate, question) }))
    .toSorted(
      (left, right) =>
        left.issues.length - right.issues.length ||
        right.candidate.quality - left.candidate.quality ||
        byModelId(left.candidate, right.candidate),
    );
  if (nearest === undefined) throw new Error("no model is usable");
  return refusalBy(nearest.candidate, nearest.issues, question);
}

/** Returns the refusal of a request that this model cannot fulfil. */
export function refusalBy(
  candidate: Candidate,
  issues: readonly Issue[],
  question: RouteQuestion,
): AppError {
  const model = candidate.modelId;
  const missing = missingKinds(candidate.pricing.parameters ?? {}, question);
  return new AppError(unfitCode(issues), {
    message: `${model} cannot do this. ${issues.map(describeIssue).join(" ")}`,
    details: {
      model,
      capability: question.capability,
      ...(missing.length === 0 ? {} : { missing }),
    },
    issues,
  });
}

/** Lists the reasons why this model cannot fulfil the request. */
function issuesOf(
  { pricing }: Candidate,
  { capability, inputs, prompt, parameters, explicit = {} }: RouteQuestion,
): Issue[] {
  if (pricing.parameters === undefined) return [];
  return requestIssues(pricing.parameters, {
    capability,
    inputs,
    parameters,
    explicit,
    priced: pricing,
    ...(prompt === undefined ? {} : { prompt }),
  });
}

/** Returns the most specific code that covers all issues. */
function unfitCode(issues: readonly Issue[]): AppError["code"] {
  if (issues.every(({ code }) => code === "input_missing")) return "input_missing";
  const areParameters = issues.every(({ pointer }) => pointer.startsWith("/parameters/"));
  return areParameters ? "parameter_not_supported" : "request_invalid";
}
