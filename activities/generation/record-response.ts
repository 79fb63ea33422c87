import { setTimeout as delay } from "node:timers/promises";

import { activityInfo } from "@temporalio/activity";
import { z } from "zod";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { passOn } from "#activities/heartbeating.ts";
import type { AdapterResult } from "#activities/providers/adapter.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import { acceptSubmission, succeedSubmission } from "#db/jobs/submissions.ts";
import type { EntityManager } from "#db/orm.ts";
import { isDatabaseOutage } from "#db/outage.ts";
import { AppError } from "#domain/errors.ts";
import { attemptSettledMs } from "#domain/jobs/time-limits.ts";
import type { ProviderHandle } from "#domain/requests/generation.ts";

import { keepResult } from "./keep-result.ts";

/*
 * A provider's response to a paid request exists only in this process until the rows have it. So the writes
 * here are repeated while the database or storage is unavailable, and use a small separate connection pool
 * that other work cannot exhaust.
 */

const retryMs = { min: 100, max: 5_000 };
/** Counted from the sending of the request. After that the submission may be given up. */
const recordMsMax = attemptSettledMs - 10_000;

interface Accepted {
  readonly token: string;
  readonly handle: ProviderHandle;
  readonly providerRequestId?: string | undefined;
  readonly costUsd?: number | undefined;
}

type Dependencies = Pick<ActivityDependencies, "responsesOrm" | "spool" | "vault">;

/** A write that takes longer than this may be waiting for a server that is gone. */
const slowWriteMs = 1_000;

/**
 * Records an acceptance. Returns false when the attempt of the token no longer holds the submission. When the
 * first write is slow or fails, for whatever reason, the acceptance is kept on this machine and passed to the
 * next attempt on any machine, in case this attempt ends first.
 */
export async function recordAcceptance(
  dependencies: Dependencies,
  { submission, sentMs }: { submission: ProviderSubmission; sentMs: number },
  accepted: Accepted,
): Promise<boolean> {
  const { responsesOrm, spool } = dependencies;
  const submissionId = submission.id;
  const write = async () => acceptSubmission(responsesOrm.em.fork(), { submissionId, ...accepted });
  const kept: Promise<void>[] = [];
  const keep = async () => {
    if (kept.length === 0) kept.push(keepAcceptance(dependencies, submission, accepted));
    await Promise.all(kept);
  };
  const slow = setTimeout(() => void keep(), slowWriteMs);
  try {
    const isAccepted = await repeat(write, {
      until: sentMs + recordMsMax,
      isPassing: isDatabaseOutage,
      onFailure: keep,
    });
    if (kept.length > 0) {
      await Promise.all(kept);
      await spool.remove({ submissionId, kind: "acceptance" });
    }
    return isAccepted;
  } finally {
    clearTimeout(slow);
  }
}

/** Sealed, because handles may hold signed URLs. */
async function keepAcceptance(
  { spool, vault }: Dependencies,
  submission: ProviderSubmission,
  accepted: Accepted,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(accepted), placeOf(submission));
  passOn(sealed.toString("base64"));
  await spool.keepAcceptance(submission.id, sealed).catch(() => undefined);
}

/**
 * Records an acceptance that an ended attempt left in the spool, unless another response was recorded since.
 * A job that has ended in the meantime gets its generation canceled by the schedule.
 */
export async function recordLeftAcceptance(
  { responsesOrm, spool, vault }: Dependencies,
  submission: ProviderSubmission,
): Promise<void> {
  const sealed = await spool.readAcceptance(submission.id);
  const accepted = sealed === null ? null : open({ vault }, submission, sealed);
  if (accepted === null || !["sent", "unknown"].includes(submission.state)) return;
  await acceptSubmission(responsesOrm.em.fork(), { submissionId: submission.id, ...accepted });
}

/** Writes the bytes of a result to storage and its row to the database. */
export async function recordResult(
  dependencies: ActivityDependencies,
  { submission, sentMs }: { submission: ProviderSubmission; sentMs: number },
  result: AdapterResult,
): Promise<void> {
  const { responsesOrm, spool } = dependencies;
  const until = sentMs + recordMsMax;
  await spool.keepWhile(submission.id, result, async () => {
    const kept = await repeat(async () => keepResult(dependencies, submission, result), {
      until,
      isPassing: isStoragePassing,
    });
    const { costUsd } = result;
    const write = async () =>
      succeedSubmission(responsesOrm.em.fork(), submission.id, kept, costUsd);
    await repeat(write, { until, isPassing: isDatabaseOutage });
  });
}

/** Records a refused request or an unknown outcome with `write`, which may run more than once. */
export async function recordRefusal<T>(
  { responsesOrm }: Pick<ActivityDependencies, "responsesOrm">,
  { sentMs }: { sentMs: number },
  write: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return repeat(async () => write(responsesOrm.em.fork()), {
    until: sentMs + recordMsMax,
    isPassing: isDatabaseOutage,
  });
}

const passedOnSchema = z.object({
  token: z.string(),
  handle: z.record(z.string(), z.unknown()),
  providerRequestId: z.string().optional(),
  costUsd: z.number().optional(),
});

/**
 * Records an acceptance that an earlier attempt of this activity received but could not record before it
 * died. Returns whether there was one.
 */
export async function recordPassedOn(
  dependencies: Dependencies,
  submission: ProviderSubmission,
): Promise<boolean> {
  const sealed: unknown = activityInfo().heartbeatDetails;
  if (typeof sealed !== "string") return false;
  const accepted = open(dependencies, submission, Buffer.from(sealed, "base64"));
  if (accepted === null) return false;
  return recordAcceptance(dependencies, { submission, sentMs: Date.now() }, accepted);
}

/**
 * Returns null for details sealed under another master key. The request is then treated as one whose response
 * was lost.
 */
function open(
  { vault }: Pick<ActivityDependencies, "vault">,
  submission: ProviderSubmission,
  sealed: Buffer,
): Accepted | null {
  try {
    const opened = vault.open(sealed, placeOf(submission));
    return passedOnSchema.parse(JSON.parse(opened));
  } catch {
    return null;
  }
}

function placeOf({ id }: ProviderSubmission) {
  return { purpose: "provider answer", owner: id };
}

interface Patience {
  readonly until: number;
  readonly isPassing: (error: unknown) => boolean;
  readonly onFailure?: () => Promise<void>;
}

async function repeat<T>(
  work: () => Promise<T>,
  { until, isPassing, onFailure }: Patience,
): Promise<T> {
  for (let waitMs = retryMs.min; ; waitMs = Math.min(waitMs * 2, retryMs.max)) {
    try {
      return await work();
    } catch (error) {
      await onFailure?.();
      if (!isPassing(error) || Date.now() + waitMs > until) throw error;
      await delay(waitMs);
    }
  }
}

/** A refused result stays refused. Any other error of storage or disk may be temporary. */
function isStoragePassing(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === "unavailable";
}
