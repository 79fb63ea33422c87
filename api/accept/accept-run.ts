import type { RequestDependencies } from "#api/dependencies.ts";
import { actorOf } from "#api/http/acting.ts";
import type { RouteInput } from "#api/http/route.ts";
import type { Caller } from "#db/caller.ts";
import { joinOrCreateJob } from "#db/jobs/join-or-create-job.ts";
import { createRun, type NewRun } from "#db/pipelines/create-run.ts";
import { ensureJobsWebhook } from "#db/webhooks/webhooks.ts";
import type { Definition } from "#domain/pipelines/definition.ts";
import { locateRunSteps } from "#domain/pipelines/locate-steps.ts";
import { isSettled } from "#domain/pipelines/runs/step-row.ts";

import { validateWebhookTarget } from "./accept-job.ts";
import { acceptOnce, type AcceptedJob } from "./accept-once.ts";
import { planRun, type RunOrder } from "./plan-run.ts";

const endpoint = "createPipelineRun";

/** Time limit of a run whose definition has none. */
const timeoutSecondsDefault = 86_400;

/**
 * Accepts a run of a pipeline and holds its price. Everything that can be known before a run is refused here: inputs,
 * responses to questions, models and the price.
 */
export async function acceptRun(
  order: RunOrder,
  input: RouteInput<unknown, unknown, unknown>,
  dependencies: RequestDependencies,
): Promise<AcceptedJob> {
  const { caller } = input;
  const { chat } = order;
  return acceptOnce(chat?.endpoint ?? endpoint, input, dependencies, async (idempotency) => {
    const { body, pipelineId } = order;
    await validateWebhookTarget(body, caller, dependencies);
    const planned = await planRun(order, caller, dependencies);
    const { former, inputs, definition } = planned;
    await ensureCallSecret(definition, caller, dependencies);
    const run: NewRun = {
      job: {
        organizationId: caller.organizationId,
        accountId: caller.accountId,
        apiKeyId: caller.apiKeyId,
        source: chat === undefined ? "pipeline" : "chat",
        door: input.door,
        ...(chat === undefined ? {} : { conversation: chat.conversation }),
        request: {
          ...(chat === undefined ? {} : { message: chat.message }),
          parseIntent: false,
          inputs: inputs.assets,
          parameters: {},
          ...(body.webhookUrl === undefined ? {} : { webhookUrl: body.webhookUrl }),
        },
        capability: null,
        contentType: null,
        metadata: body.metadata ?? {},
        pipeline: { id: pipelineId, version: planned.version },
        choice: null,
        idempotency,
        pendingResponse: chat?.repeat,
      },
      version: planned.own,
      inputs: inputs.values,
      answers: { ...former?.run.answers, ...body.answers },
      ...(body.answers === undefined
        ? {}
        : { answered: { actor: actorOf(input), choices: choicesOf(body.answers) } }),
      fresh: body.fresh ?? [],
      resumes: former === null ? null : { runId: former.job.id, rootId: former.run.rootId },
      taken: { steps: definition.steps, rows: planned.taken.filter(isSettled) },
      prices: planned.prices,
      maxCredits: planned.price.max,
      timeoutSeconds: definition.limits?.timeoutSeconds ?? timeoutSecondsDefault,
    };
    const em = dependencies.em.fork();
    return chat?.repeat === undefined
      ? createRun(em, run)
      : joinOrCreateJob(em, chat.repeat, async (tx) => createRun(tx, run));
  });
}

/** The audit log cannot be erased, so it has no text. */
function choicesOf(
  answers: NonNullable<RunOrder["body"]["answers"]>,
): Readonly<Record<string, string | null>> {
  return Object.fromEntries(
    Object.entries(answers).map(([step, { choice }]) => [step, choice ?? null]),
  );
}

/** Calls to a URL are signed with the secret of the organization's webhook without a URL. */
async function ensureCallSecret(
  { steps }: Definition,
  { organizationId, accountId }: Caller,
  { em, vault }: RequestDependencies,
): Promise<void> {
  const calls = locateRunSteps(steps).some(
    ({ step }) => step.kind === "call" && step.url !== undefined,
  );
  if (calls) await ensureJobsWebhook(em.fork(), vault, { organizationId, createdBy: accountId });
}
