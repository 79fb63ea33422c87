import { AppError } from "#domain/errors.ts";
import { generationOf, type GenerationFacts } from "#domain/requests/generation-of.ts";
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

/** A request that was read, and what it names itself. */
export interface ReadRequest extends GenerationFacts {
  readonly request: GenerationFacts["request"] & {
    readonly model?: string;
    readonly provider?: string;
    readonly routing?: RoutingPreferences;
    readonly maxCredits?: number;
  };
  /** What is known of the inputs, in their order; absent: no more than what the request says. */
  readonly inputs?: readonly InputFacts[];
}

export interface MessageDecision extends RouteDecision {
  /** What was decided without being said, in words for the caller. */
  readonly assumptions: readonly string[];
}

/** Chooses the model of a request whose message was read; `draw` decides among equals. Throws what `chooseModel` throws. */
export function chooseForMessage(
  candidates: readonly Candidate[],
  read: ReadRequest,
  draw = 0,
): MessageDecision {
  const question = { ...toRouteQuestion(read), draw };
  try {
    return followWish(candidates, question, read.intent ?? {});
  } catch (error) {
    throw nameNearestOffer(error, () => listOffers(candidates, withoutNames(question)));
  }
}

/** The same, whoever does it. */
export function withoutNames(question: RouteQuestion): RouteQuestion {
  return { ...question, requestedModel: undefined, requestedProvider: undefined };
}

/** What a request asks of routing; what its message names is a wish, and not part of it. */
export function toRouteQuestion(read: ReadRequest): RouteQuestion {
  const { capability, parameters, prompt } = generationOf(read);
  const { request, inputs = request.inputs.map(({ kind }) => ({ kind })) } = read;
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
 * A model that the message names is taken when we know it; a name that means nothing here is no
 * reason to fail, but is told. What the request itself names was checked at acceptance.
 */
function followWish(
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
