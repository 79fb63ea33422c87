import { setImmediate as turn } from "node:timers/promises";

import type { RequestDependencies } from "#api/dependencies.ts";
import { issuesMax } from "#api/http/issues.ts";
import { type NewBatchBody, withDefaults } from "#api/schemas/batch.ts";
import type { Caller } from "#db/caller.ts";
import { creditsOfItems, type ItemOfBatch, type NewBatch } from "#db/jobs/batches.ts";
import { AppError, type Issue } from "#domain/errors.ts";
import { resultContentType } from "#domain/requests/capability.ts";
import type { MessageDecision } from "#domain/routing/choose-for-message.ts";
import { toJobChoice } from "#domain/routing/job-choice.ts";

import { checkInputUrls } from "./check-input-urls.ts";
import { checkWebhookUrl } from "./check-webhook-url.ts";
import {
  checkAssets,
  chooseUnchecked,
  type DecidableRequest,
  kindsOf,
  listNamedAssets,
  listRefusals,
} from "./decide-request.ts";
import { contentOf, listBlockedContents } from "./screen-content.ts";
import { toGenerationRequest } from "./to-job-request.ts";

/** Number of items decided before the event loop serves other requests. */
const itemsPerTurn = 20;

interface Problem {
  /** Prefix for the pointers of the error's issues. */
  readonly pointer: string;
  readonly error: AppError;
}

/**
 * Decides every item as if it was requested alone and reports all problems at once, each with its item. The
 * error has the code that all problems share, otherwise `request_invalid`. Throws `price_over_limit` when the
 * items cost more than the budget.
 */
export async function decideBatch(
  body: NewBatchBody,
  caller: Caller,
  dependencies: RequestDependencies,
): Promise<NewBatch> {
  const { name = null, metadata = {}, budget = null, webhookUrl = null } = body;
  const { organizationId, accountId, apiKeyId } = caller;
  const orders = withDefaults(body).map((item) => ({ item, request: toGenerationRequest(item) }));
  const requests = orders.map(({ request }) => request);
  const assets = await listNamedAssets(requests, dependencies);
  const problems: Problem[] = [];
  const items: ItemOfBatch[] = [];
  const chosen: (DecidableRequest & { index: number; decision: MessageDecision })[] = [];
  await collect(problems, "", () => validateWebhookTarget(webhookUrl, dependencies));
  for (const [index, { item, request }] of orders.entries()) {
    if (index % itemsPerTurn === 0) await turn();
    const { capability, clientItemId, metadata: labels = {} } = item;
    await collect(problems, `/items/${index}`, async () => {
      validateWebhookTarget(request.webhookUrl, dependencies);
      checkInputUrls(request.inputs, dependencies.settings, dependencies.now());
      const inputs = checkAssets(request, caller, assets);
      const decision = await chooseUnchecked({ request, inputs }, dependencies);
      const choice = toJobChoice(decision);
      const contentType = resultContentType(capability, kindsOf(request));
      const itemId = clientItemId ?? null;
      items.push({ request, capability, contentType, metadata: labels, choice, itemId });
      chosen.push({ index, request, inputs, decision });
    });
  }
  const contents = requests.map(contentOf);
  const blocked = await listBlockedContents(contents, caller, dependencies);
  for (const [index, error] of blocked.entries()) {
    if (error) problems.push({ pointer: `/items/${index}`, error });
  }
  // Nothing that is refused is sent to a provider, not even for its check.
  const sendable = chosen.filter(({ index }) => !blocked[index]);
  for (const [place, error] of (await listRefusals(sendable, dependencies)).entries()) {
    if (error) problems.push({ pointer: `/items/${sendable[place]?.index}`, error });
  }
  if (problems.length > 0) throw refusalOf(problems);
  checkBudget(budget, items);
  return { organizationId, accountId, apiKeyId, name, metadata, budget, webhookUrl, items };
}

async function collect(
  problems: Problem[],
  pointer: string,
  decide: () => void | Promise<void>,
): Promise<void> {
  try {
    await decide();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problems.push({ pointer, error });
  }
}

/** Checks that the webhook URL can be reached. */
function validateWebhookTarget(
  webhookUrl: string | null | undefined,
  { settings }: RequestDependencies,
): void {
  if (webhookUrl) checkWebhookUrl(webhookUrl, { pointer: "/webhookUrl", settings });
}

function refusalOf(problems: readonly Problem[]): AppError {
  const issues = problems.flatMap(toIssues).slice(0, issuesMax);
  const [first] = problems;
  const isShared = problems.every(({ error }) => error.code === first?.error.code);
  if (first === undefined || !isShared) return new AppError("request_invalid", { issues });
  const { code, message, details } = first.error;
  return problems.length === 1
    ? new AppError(code, { message, details, issues, cause: first.error })
    : new AppError(code, { issues, cause: first.error });
}

function toIssues({ pointer, error: { code, message, issues } }: Problem): Issue[] {
  if (issues.length === 0) return [{ pointer, code, message }];
  return issues.map((issue) => ({ ...issue, pointer: pointer + issue.pointer }));
}

function checkBudget(budget: number | null, items: readonly ItemOfBatch[]): void {
  const credits = creditsOfItems(items);
  if (budget === null || credits <= budget) return;
  const message = `The items cost ${credits} credits together; the budget is ${budget}.`;
  throw new AppError("price_over_limit", {
    message,
    details: { credits, budget },
    issues: [{ pointer: "/budget", code: "price_over_limit", message }],
  });
}
