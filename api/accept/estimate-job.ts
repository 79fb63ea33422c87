import type { z } from "zod";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { RouteInput } from "#api/http/route.ts";
import { presentPriced, presentUnclear } from "#api/present/estimate.ts";
import type { estimatePreviewSchema, estimateSchema } from "#api/schemas/estimate.ts";
import { findSpendingRoom } from "#db/billing/credit-summary.ts";
import type { Caller } from "#db/caller.ts";
import { listEarlierFacts, loadLatestTurns } from "#db/conversations/context.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { createEstimate } from "#db/jobs/estimates.ts";
import type { Context } from "#domain/conversations/context.ts";
import { newConversation } from "#domain/conversations/conversation-id.ts";
import { AppError } from "#domain/errors.ts";
import { type AnswerRequest, withRequests } from "#domain/requests/answerable-question.ts";
import { takesTextOnly } from "#domain/requests/capability.ts";
import { generationOf } from "#domain/requests/generation-of.ts";
import type { GenerationInput } from "#domain/requests/generation.ts";
import {
  type MessageToParse,
  type OpenIntent,
  type ParsedMessage,
  type QuestionOption,
  settleIntent,
} from "#domain/requests/intent.ts";
import {
  chooseForMessage,
  type MessageDecision,
  toRouteQuestion,
} from "#domain/routing/choose-for-message.ts";
import { estimateGeneration } from "#domain/routing/estimate-generation.ts";
import { toJobChoice } from "#domain/routing/job-choice.ts";
import { openCapabilities } from "#domain/routing/open-capabilities.ts";
import type { Candidate, RouteQuestion } from "#domain/routing/routing.ts";

import { checkInputUrls } from "./check-input-urls.ts";
import {
  checkAssets,
  checkNames,
  chooseForRequest,
  type DecidableRequest,
  kindsOf,
  listNamedAssets,
} from "./decide-request.ts";
import { hashRequest } from "./hash-request.ts";
import { contentOf, refuseBlockedContent } from "./screen-content.ts";

/**
 * Estimates a job: its model and its price. Throws the errors that the job itself would get, except for
 * missing credits. Creates no job and holds no credits; only the estimate is stored, so that a later job can
 * rely on it. Parses a message exactly as the workflow would.
 */
export async function estimateJob(
  request: JobRequest,
  input: EstimateInput,
  dependencies: RequestDependencies,
): Promise<z.input<typeof estimateSchema>> {
  const { em, now } = dependencies;
  const priced = await priceJob(request, input, dependencies);
  if (priced.estimated === null) return priced.presented;
  const { estimateId, expiresAt } = await createEstimate(em.fork(), {
    organizationId: input.caller.organizationId,
    requestHash: hashRequest(request),
    estimated: priced.estimated,
    now: now(),
  });
  return { ...priced.presented, estimateId, expiresAt: expiresAt.toISOString() };
}

/**
 * Estimates a job while a person is still typing: without a row, and with the embedded parser only, because a
 * language model costs money and time for each message.
 */
export async function previewJob(
  request: JobRequest,
  input: EstimateInput,
  dependencies: RequestDependencies,
  { conversationId }: { readonly conversationId?: string | undefined } = {},
): Promise<z.input<typeof estimatePreviewSchema>> {
  const context = await loadEarlier(conversationId, input.caller, dependencies);
  const parseMessage = async (message: MessageToParse) =>
    dependencies.parseEmbedded(context === undefined ? message : { ...message, context });
  const screening = dependencies.screening.forPreviews;
  const using = { ...dependencies, parseMessage, screening };
  const { presented } = await priceJob(request, input, using);
  return presented;
}

/** Loads the messages before one that is being written. Throws `job_not_final` while one of them has not been read. */
async function loadEarlier(
  conversationId: string | undefined,
  { organizationId }: Caller,
  { em }: RequestDependencies,
): Promise<Context | undefined> {
  if (conversationId === undefined || conversationId === newConversation) return undefined;
  const turns = await loadLatestTurns(em.fork(), { conversationId, organizationId });
  if (turns !== null) return turns;
  throw new AppError("job_not_final", {
    message: "An earlier message of the conversation has not been read yet.",
  });
}

type EstimateInput = Pick<RouteInput<unknown, unknown, unknown>, "caller" | "request">;
type Estimated = Parameters<typeof createEstimate>[1]["estimated"];

async function priceJob(
  request: JobRequest,
  { caller, request: { signal } }: EstimateInput,
  dependencies: RequestDependencies,
): Promise<
  | { presented: ReturnType<typeof presentUnclear>; estimated: null }
  | { presented: ReturnType<typeof presentPriced>; estimated: Estimated }
> {
  const { organizationId, apiKeyId } = caller;
  const { em, now } = dependencies;
  checkInputUrls(request.inputs, dependencies.settings, now());
  const inputs = checkAssets(request, caller, await listNamedAssets([request], dependencies));
  await refuseBlockedContent(contentOf(request), caller, dependencies);
  const parsed = await readMessage(request, signal, dependencies);
  const room = await findSpendingRoom(em.fork(), { organizationId, apiKeyId, now: now() });
  if (parsed?.outcome === "needs_input") {
    const { candidates } = await dependencies.loadCatalog();
    const { intent } = parsed;
    const decisions = priceOptions({ request, inputs }, parsed, candidates);
    const question = withRequests(parsed.question, intent, (option) => ({
      path: "/v1/estimates",
      body: toEstimateBody({ request, intent }, option, decisions.get(option)),
    }));
    const prices = [...decisions.values()].map(({ credits }) => credits);
    return { presented: presentUnclear({ question, prices, room }), estimated: null };
  }
  const intent = parsed === null ? null : settleIntent(parsed.intent, request);
  const earlier = parsed?.inputs ?? [];
  const facts = await listEarlierFacts(em.fork(), earlier, organizationId);
  const asked = {
    request: withReading(request, parsed, earlier),
    inputs: [...inputs, ...facts],
    intent,
  };
  const decision = await chooseForRequest(asked, dependencies);
  const { candidates } = await dependencies.loadCatalog();
  const generation = generationOf(asked);
  const { capability, contentType } = generation;
  const presented = presentPriced({
    generation,
    inputs: request.inputs,
    intent,
    decision,
    estimate: estimateGeneration(candidates, questionOf(asked, decision), decision),
    room,
  });
  return {
    presented,
    estimated: { capability, contentType, intent, choice: toJobChoice(decision) },
  };
}

/** Adds to a request what a message of a conversation says besides its intent, as the workflow does when it has read it. */
function withReading(
  request: JobRequest,
  parsed: Extract<ParsedMessage, { outcome: "parsed" }> | null,
  earlier: readonly GenerationInput[],
): JobRequest {
  const goal = parsed?.optimizeFor;
  return {
    ...request,
    inputs: [...request.inputs, ...earlier],
    ...(goal === undefined ? {} : { routing: { ...request.routing, optimizeFor: goal } }),
  };
}

/** Null when the request needs no parsing. Throws `intent_unsupported`. */
async function readMessage(
  request: JobRequest,
  signal: AbortSignal,
  dependencies: RequestDependencies,
): Promise<Exclude<ParsedMessage, { outcome: "unsupported" }> | null> {
  if (!request.parseIntent) return null;
  await checkNames(request, dependencies);
  const { candidates } = await dependencies.loadCatalog();
  const message = {
    message: request.message ?? "",
    attachments: kindsOf(request),
    capabilities: openCapabilities(request, candidates),
  };
  const parsed = await dependencies.parseMessage(message, { signal });
  if (parsed.outcome === "unsupported") {
    throw new AppError("intent_unsupported", { details: { reason: parsed.reason } });
  }
  return parsed;
}

/** Includes the model and provider named in the message, where routing followed them. */
function questionOf(
  { request, inputs, intent }: DecidableRequest,
  { strategy }: MessageDecision,
): RouteQuestion {
  const question = toRouteQuestion({ request, inputs, intent });
  const isNamed = request.model !== undefined || request.provider !== undefined;
  if (strategy !== "requested" || isNamed) return question;
  const { requestedModel, requestedProvider } = intent ?? {};
  return { ...question, requestedModel, requestedProvider };
}

type Unclear = Extract<ParsedMessage, { outcome: "needs_input" }>;

/** Prices each option of a clarifying question; an option that cannot be routed has no price. */
function priceOptions(
  { request, inputs }: DecidableRequest,
  { question, intent }: Unclear,
  candidates: readonly Candidate[],
): ReadonlyMap<QuestionOption, MessageDecision> {
  const decisions = new Map<QuestionOption, MessageDecision>();
  for (const option of question.options) {
    const { capability } = option;
    if (capability === undefined) continue;
    try {
      const read = { request, inputs, intent: { ...intent, capability } };
      decisions.set(option, chooseForMessage(candidates, read));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return decisions;
}

/** Builds the estimate of an option, with the values that the message states. */
function toEstimateBody(
  { request, intent }: { readonly request: JobRequest; readonly intent: OpenIntent },
  { capability }: QuestionOption,
  decision: MessageDecision | undefined,
): AnswerRequest["body"] & Pick<JobRequest, "inputs"> {
  const { message, inputs, routing, maxCredits, model, provider } = request;
  const common = { inputs, routing, maxCredits };
  if (capability === undefined) {
    const { parameters } = request;
    return { message, parseIntent: true, parameters, model, ...common };
  }
  const { subject, requestedModel, requestedProvider } = intent;
  const isNamed = decision?.strategy === "requested";
  return {
    capability,
    prompt: subject || (takesTextOnly(capability) ? undefined : message),
    parameters: generationOf({ request, intent }).parameters,
    model: model ?? (isNamed ? requestedModel : undefined),
    provider: provider ?? (isNamed ? requestedProvider : undefined),
    ...common,
  };
}
