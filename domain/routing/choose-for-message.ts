import { AppError } from "#domain/errors.ts";
import { generationOf, type GenerationFacts } from "#domain/requests/generation-of.ts";
import { generationInputs } from "#domain/requests/generation.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";

import {
  chooseModel,
  listOffers,
  nameNearestOffer,
  type Candidate,
  type RouteDecision,
  type RouteQuestion,
  type RoutingPreferences,
} from "./routing.ts";

/** A request whose message was parsed, with the models that the request itself names. */
export interface ReadRequest extends GenerationFacts {
  readonly request: GenerationFacts["request"] & {
    readonly model?: string;
    readonly provider?: string;
    readonly routing?: RoutingPreferences;
    readonly maxCredits?: number;
  };
  /** Facts about the inputs, in order; absent: only the kinds in the request are known. */
  readonly inputs?: readonly InputFacts[];
}

export interface MessageDecision extends RouteDecision {
  /** Values that the engine chose, as sentences for the caller. */
  readonly assumptions: readonly string[];
}

/**
 * Chooses the model of a request whose message was parsed; `draw` decides among equals. Throws what
 * `chooseModel` throws.
 */
export function chooseForMessage(
  candidates: readonly Candidate[],
  read: ReadRequest,
  draw = 0,
): MessageDecision {
  const question = { ...toRouteQuestion(read), draw };
  try {
    return applyRequestedModel(candidates, question, read.intent ?? {});
  } catch (error) {
    throw nameNearestOffer(error, () => listOffers(candidates, withoutNames(question)));
  }
}

/** Removes the names of model and provider from a question. */
export function withoutNames(question: RouteQuestion): RouteQuestion {
  return { ...question, requestedModel: undefined, requestedProvider: undefined };
}

/**
 * Converts a request to a routing question. A model named in the message is only a preference, and not part
 * of the question.
 */
export function toRouteQuestion(read: ReadRequest): RouteQuestion {
  const { capability, parameters, prompt } = generationOf(read);
  const { request, inputs = generationInputs(request.inputs).map(({ kind }) => ({ kind })) } = read;
  return {
    capability,
    inputs,
    parameters,
    explicit: request.parameters,
    requestedModel: request.model,
    requestedProvider: request.provider,
    preferences: request.routing,
    maxCredits: request.maxCredits,
    prompt,
  };
}

/**
 * Uses a model that the message names if the catalog has it. An unknown name does not fail the request, but
 * is reported as an assumption. Names in the request itself were checked at acceptance.
 */
function applyRequestedModel(
  candidates: readonly Candidate[],
  question: RouteQuestion,
  { requestedModel, requestedProvider }: { requestedModel?: string; requestedProvider?: string },
): MessageDecision {
  const isNamed = question.requestedModel !== undefined || question.requestedProvider !== undefined;
  const name = requestedModel ?? requestedProvider;
  if (isNamed || name === undefined) {
    return withNotices(chooseModel(candidates, question));
  }
  try {
    const wished = { ...question, requestedModel, requestedProvider };
    return withNotices(chooseModel(candidates, wished));
  } catch (error) {
    const unknown =
      error instanceof AppError &&
      (error.code === "model_not_found" || error.code === "provider_not_found");
    if (!unknown) throw error;
    return withNotices(chooseModel(candidates, question), [
      `"${name}" is not in the catalog; another model was chosen.`,
    ]);
  }
}

function withNotices(decision: RouteDecision, others: readonly string[] = []): MessageDecision {
  return { ...decision, assumptions: [...others, ...decision.notices, ...decision.assumptions] };
}
