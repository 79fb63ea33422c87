import { activityInfo } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { loadContext } from "#db/conversations/context.ts";
import { Job } from "#db/entities/job.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { requestClarification, noteStage, saveIntent } from "#db/jobs/job-steps.ts";
import type { EntityManager } from "#db/orm.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import type { Context } from "#domain/conversations/context.ts";
import { AppError } from "#domain/errors.ts";
import type { ParseOutcome } from "#domain/jobs/generation-run.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { withRetries } from "#domain/requests/answerable-question.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { generationInputs } from "#domain/requests/generation.ts";
import { leavesChoiceToModel, openCapabilities } from "#domain/routing/open-capabilities.ts";

import { notReady } from "./not-ready.ts";
import { listOfferedRuns } from "./offered-runs.ts";

/**
 * Parses the message of a job. The parsed intent is stored on the job, so a message is parsed at most once. A
 * clarifying question ends the job without a charge. Throws `intent_unsupported`.
 */
export function createParseIntent({
  orm,
  parseMessage,
  providerSettings,
}: Pick<ActivityDependencies, "orm" | "parseMessage" | "providerSettings">) {
  async function listOpen(request: JobRequest): Promise<readonly Capability[] | undefined> {
    const candidates = leavesChoiceToModel(request)
      ? await listCandidates(orm.em.fork(), providerSettings)
      : [];
    return openCapabilities(request, candidates);
  }

  return async function parseIntent({ jobId }: { jobId: string }): Promise<ParseOutcome> {
    const em = orm.em.fork();
    await noteStage(em, { jobId, stage: "parsing" });
    const job = await em.findOneOrFail(Job, jobId);
    if (isFinal(job.status)) return { outcome: "ended", status: job.status };
    if (job.intent !== null && job.intent !== undefined) return { outcome: "parsed" };

    const message = job.request.message ?? "";
    const attachments = generationInputs(job.request.inputs).map(({ kind }) => kind);
    const capabilities = await listOpen(job.request);
    const context = await findContext(orm.em.fork(), job);
    const parsed = await heartbeating(async (signal) =>
      parseMessage(
        { message, attachments, capabilities, context },
        { signal, listRuns: async () => listOfferedRuns(orm.em.fork(), job) },
      ),
    );
    switch (parsed.outcome) {
      case "parsed":
        await saveIntent(orm.em.fork(), { jobId, ...parsed });
        return { outcome: "parsed" };
      case "needs_input": {
        const { intent, run } = parsed;
        const question = withRetries(parsed.question, {
          jobId,
          conversationId: job.conversationId,
          intent,
        });
        const status = await requestClarification(orm.em.fork(), {
          jobId,
          question,
          // The answer starts the run, and no generation of this intent.
          intent: run === undefined ? intent : null,
          run,
        });
        return { outcome: "ended", status };
      }
      case "unsupported":
        throw new AppError("intent_unsupported", { details: { reason: parsed.reason } });
    }
  };
}

/** Retry delay while an earlier message of the conversation has not been read. */
const unreadWait = { minMs: 200, maxMs: 5_000 };

/**
 * Returns the earlier messages of the job's conversation; undefined outside of one. Fails as not ready while one of them
 * has not been read.
 */
async function findContext(em: EntityManager, job: Job): Promise<Context | undefined> {
  if (job.conversationId == null) return undefined;
  const context = await loadContext(em, job);
  if (context !== null) return context;
  throw notReady(new Date(activityInfo().scheduledTimestampMs), unreadWait);
}
