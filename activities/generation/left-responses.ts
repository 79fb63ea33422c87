import { setTimeout as delay } from "node:timers/promises";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Job, ProviderSubmission } from "#db/entities/job.ts";
import { succeedSubmission } from "#db/jobs/submissions.ts";
import { isFinal } from "#domain/jobs/job.ts";
import type { Watchdog } from "#runtime/watchdog.ts";

import { keepResult } from "./keep-result.ts";
import { recordLeftAcceptance } from "./record-response.ts";

const lookMs = 5_000;

/**
 * Records responses that earlier attempts left in the local spool. Runs for the lifetime of the worker, because
 * only this machine has them.
 */
export function recordLeftResponses(
  dependencies: ActivityDependencies,
  watchdog: Watchdog,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await watchdog.watch("responses", async (beat) => recordLeft(dependencies, beat));
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
  const { logger, responsesOrm, spool } = dependencies;
  for (const left of await spool.listLeft().catch(() => [])) {
    const { submissionId, kind } = left;
    const record = kind === "result" ? recordLeftResult : recordLeftAcceptance;
    beat();
    try {
      const submission = await responsesOrm.em.fork().findOne(ProviderSubmission, submissionId);
      if (submission !== null) await record(dependencies, submission);
      await spool.remove(left);
    } catch (error) {
      logger.warn({ submissionId, error }, `${kind} of an earlier attempt not recorded`);
    }
  }
}

async function recordLeftResult(
  dependencies: ActivityDependencies,
  submission: ProviderSubmission,
): Promise<void> {
  const { logger, responsesOrm, spool } = dependencies;
  const { id: submissionId, jobId } = submission;
  const result = await spool.readResult(submissionId);
  if (result === null || !isWithoutResult(submission)) return;
  const em = responsesOrm.em.fork();
  const { status } = await em.findOneOrFail(Job, jobId);
  // Files of an ended job are no longer stored. The result is only counted.
  const kept = isFinal(status) ? { files: [] } : await keepResult(dependencies, submission, result);
  await succeedSubmission(em, submissionId, kept, result.costUsd);
  logger.info({ jobId, status }, "result of an earlier attempt recorded");
}

/** True for a submission without a known result, including one that was given up. */
function isWithoutResult({ state }: ProviderSubmission): boolean {
  return state === "sent" || state === "accepted" || state === "unknown";
}
