import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { Job } from "#db/entities/job.ts";
import type { JobRequest } from "#db/entities/job.ts";
import { requestClarification, noteStage, saveIntent } from "#db/jobs/job-steps.ts";
import { listCandidates } from "#db/providers/catalog.ts";
import { AppError } from "#domain/errors.ts";
import type { ParseOutcome } from "#domain/jobs/generation-run.ts";
import { isFinal } from "#domain/jobs/job.ts";
import { withRetries } from "#domain/requests/answerable-question.ts";
import type { Capability } from "#domain/requests/capability.ts";
import { generationInputs } from "#domain/requests/generation.ts";
import { leavesChoiceToModel, openCapabilities } from "#domain/routing/open-capabilities.ts";

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
    const parsed = await heartbeating(async (signal) =>
      parseMessage({ message, attachments, capabilities }, { signal }),
    );
    switch (parsed.outcome) {
      case "parsed":
        await saveIntent(orm.em.fork(), { jobId, intent: parsed.intent });
        return { outcome: "parsed" };
      case "needs_input": {
        const { intent } = parsed;
        const question = withRetries(parsed.question, { jobId, intent });
        const status = await requestClarification(orm.em.fork(), { jobId, question, intent });
        return { outcome: "ended", status };
      }
      case "unsupported":
        throw new AppError("intent_unsupported", { details: { reason: parsed.reason } });
    }
  };
}
