import { setTimeout as delay } from "node:timers/promises";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { succeedSubmission } from "#db/jobs/submissions.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import { keepResult } from "./keep-result.ts";
import { recordLeftAcceptance } from "./record-answer.ts";

const lookMs = 5_000;

/**
 * Records responses that earlier attempts left in the local spool. Runs for the lifetime of the worker, because
 * only this machine has them.
 */
export function recordLeftAnswers(
  dependencies: ActivityDependencies,
  watchdog: Watchdog,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await watchdog.watch("answers", async (beat) => recordLeft(dependencies, beat));
      await delay(lookMs, undefined, { signal }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Records every leftover response once. One that fails is retried on the next round. */
export async function recordLeft(
  dependencies: ActivityDependencies,
  beat: () => void = () => undefined,
): Promise<void> {
  await recordLeftAcceptances(dependencies, beat);
  const { answersOrm, logger, spool } = dependencies;
  const left = await spool.listLeft().catch(() => []);
  for (const submissionId of left) {
    beat();
    try {
      const em = answersOrm.em.fork();
      const submission = await em.findOne(ProviderSubmission, submissionId);
      const result = await spool.read(submissionId);
      if (submission !== null && result !== null && isWithoutResult(submission)) {
        const { status } = await em.findOneOrFail(Job, submission.jobId);
        // Files of an ended job are no longer stored. The result is only counted.
        const kept = isFinal(status)
          ? { files: [] }
          : await keepResult(dependencies, submission, result);
        await succeedSubmission(em, submissionId, kept);
        logger.info({ jobId: submission.jobId, status }, "result of an earlier attempt recorded");
      }
      await spool.remove(submissionId);
    } catch (error) {
      logger.warn({ submissionId, error }, "result of an earlier attempt not recorded");
    }
  }
}

async function recordLeftAcceptances(
  dependencies: ActivityDependencies,
  beat: () => void,
): Promise<void> {
  const { answersOrm, logger, spool } = dependencies;
  for (const submissionId of await spool.listAcceptances().catch(() => [])) {
    beat();
    try {
      const submission = await answersOrm.em.fork().findOne(ProviderSubmission, submissionId);
      if (submission !== null) await recordLeftAcceptance(dependencies, submission);
      await spool.removeAcceptance(submissionId);
    } catch (error) {
      logger.warn({ submissionId, error }, "acceptance of an earlier attempt not recorded");
    }
  }
}

/** True for a submission without a known result, including one that was given up. */
function isWithoutResult({ state }: ProviderSubmission): boolean {
  return state === "sent" || state === "accepted" || state === "unknown";
}
