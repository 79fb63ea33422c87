import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { presentPriced, presentUnclear } from "#api/present/estimate.ts";
import type { estimateSchema } from "#api/schemas/estimate.ts";
import { findSpendingRoom } from "#db/billing/credit-summary.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { createEstimate } from "#db/jobs/estimates.ts";
import { AppError } from "#domain/errors.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import type { InputFacts } from "#domain/requests/input-facts.ts";
import type { Intent, ParsedMessage } from "#domain/requests/intent.ts";
import {
  chooseForMessage,
  type MessageDecision,
  toRouteQuestion,
} from "#domain/routing/choose-for-message.ts";
import { estimateGeneration } from "#domain/routing/estimate-generation.ts";
import type { Candidate, RouteQuestion } from "#domain/routing/routing.ts";

import {
  checkAssets,
  checkNames,
  chooseForRequest,
  kindsOf,
  listNamedAssets,
  toChoice,
} from "./decide-request.ts";
import { hashRequest } from "./hash-request.ts";

/**
 * Estimates a job: its model and its price. Throws the errors that the job itself would get, except for
 * missing credits. Creates no job and holds no credits; only the estimate is stored, so that a later job can
 * rely on it. Parses a message exactly as the workflow would.
 */
export async function estimateJob(
  request: JobRequest,
  {
    caller,
    request: { signal },
  }: Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">,
  dependencies: RequestDependencies,
): Promise<z.input<typeof estimateSchema>> {
  const { organizationId, apiKeyId } = caller;
  const { em, now } = dependencies;
  const inputs = checkAssets(request, caller, await listNamedAssets([request], em.fork()));
  const parsed = await readMessage(request, signal, dependencies);
  const room = await findSpendingRoom(em.fork(), { organizationId, apiKeyId, now: now() });
  if (parsed?.outcome === "needs_input") {
    const { candidates } = await dependencies.loadCatalog();
    const prices = listPrices({ request, inputs }, parsed, candidates);
    return presentUnclear({ question: parsed.question, prices, room });
  }
  const intent = parsed?.intent ?? null;
  const { decision, question, candidates } =
    intent === null
      ? await decideStructured({ request, inputs }, dependencies)
      : await decideRead({ request, inputs }, intent, dependencies);
  const generation = generationOf({ request, intent });
  const { capability, contentType } = generation;
  const { routing, ...chosen } = toChoice(decision);
  const { assumptions } = decision;
  const choice = { ...chosen, routing: { ...routing, assumptions } };
  const kept = await createEstimate(em.fork(), {
    organizationId,
    requestHash: hashRequest(request),
    estimated: { capability, contentType, intent, choice },
    now: now(),
  });
  return presentPriced({
    ...kept,
    generation,
    inputs: request.inputs,
    intent,
    decision,
    estimate: estimateGeneration(candidates, question, decision),
    room,
  });
}

/** Null when the request needs no parsing. Throws `intent_unsupported`. */
async function readMessage(
  request: JobRequest,
  signal: AbortSignal,
  dependencies: RequestDependencies,
): Promise<Exclude<ParsedMessage, { outcome: "unsupported" }> | null> {
  if (!request.parseIntent) return null;
  await checkNames(request, dependencies);
  const message = { message: request.message ?? "", attachments: kindsOf(request) };
  const parsed = await dependencies.parseMessage(message, { signal });
  if (parsed.outcome === "unsupported") {
    throw new AppError("intent_unsupported", { details: { reason: parsed.reason } });
  }
  return parsed;
}

interface Decided {
  readonly decision: MessageDecision;
  /** Includes the model and provider named in the message, where routing followed them. */
  readonly question: RouteQuestion;
  readonly candidates: readonly Candidate[];
}

/** Request and the known facts about its inputs. */
interface Asked {
  readonly request: JobRequest;
  readonly inputs: readonly InputFacts[];
}

async function decideStructured(asked: Asked, dependencies: RequestDependencies): Promise<Decided> {
  const decision = await chooseForRequest(asked.request, asked.inputs, dependencies);
  const { candidates } = await dependencies.loadCatalog();
  return {
    decision: { ...decision, assumptions: toChoice(decision).routing.assumptions },
    question: toRouteQuestion(asked),
    candidates,
  };
}

async function decideRead(
  asked: Asked,
  intent: Intent,
  { loadCatalog }: RequestDependencies,
): Promise<Decided> {
  const { candidates } = await loadCatalog();
  const { request } = asked;
  const decision = chooseForMessage(candidates, { ...asked, intent }, Math.random());
  const question = toRouteQuestion({ ...asked, intent });
  if (decision.strategy !== "requested") return { decision, question, candidates };
  const { requestedModel, requestedProvider } = intent;
  const wish = { requestedModel, requestedProvider };
  const isNamed = request.model !== undefined || request.provider !== undefined;
  return { decision, question: isNamed ? question : { ...question, ...wish }, candidates };
}

/** Prices each option of a clarifying question; skips options that cannot be routed. */
function listPrices(
  asked: Asked,
  { question, intent }: Extract<ParsedMessage, { outcome: "needs_input" }>,
  candidates: readonly Candidate[],
): number[] {
  const { subject = "", parameters = {} } = intent;
  return question.options.flatMap(({ capability }) => {
    if (capability === undefined) return [];
    try {
      const read = { ...asked, intent: { ...intent, subject, parameters, capability } };
      return [chooseForMessage(candidates, read).credits];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [];
    }
  });
}
