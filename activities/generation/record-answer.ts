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
}

/** Records an acceptance. Returns false when the attempt of the token no longer holds the submission. */
export async function recordAcceptance(
  { answersOrm, vault }: Pick<ActivityDependencies, "answersOrm" | "vault">,
  { submission, sentMs }: { submission: ProviderSubmission; sentMs: number },
  accepted: Accepted,
): Promise<boolean> {
  const submissionId = submission.id;
  return repeat(async () => acceptSubmission(answersOrm.em.fork(), { submissionId, ...accepted }), {
    until: sentMs + recordMsMax,
    isPassing: isDatabaseOutage,
    // Passed to the next attempt in case this process dies first. Sealed, because handles may hold signed
    // URLs.
    onFailure: () =>
      passOn(vault.seal(JSON.stringify(accepted), placeOf(submission)).toString("base64")),
  });
}

/** Writes the bytes of a result to storage and its row to the database. */
export async function recordResult(
  dependencies: ActivityDependencies,
  { submission, sentMs }: { submission: ProviderSubmission; sentMs: number },
  result: AdapterResult,
): Promise<void> {
  const { answersOrm, spool } = dependencies;
  const until = sentMs + recordMsMax;
  await spool.keepWhile(submission.id, result, async () => {
    const kept = await repeat(async () => keepResult(dependencies, submission, result), {
      until,
      isPassing: isStoragePassing,
    });
    await repeat(async () => succeedSubmission(answersOrm.em.fork(), submission.id, kept), {
      until,
      isPassing: isDatabaseOutage,
    });
  });
}

/** Records a refused request or an unknown outcome with `write`, which may run more than once. */
export async function recordRefusal<T>(
  { answersOrm }: Pick<ActivityDependencies, "answersOrm">,
  { sentMs }: { sentMs: number },
  write: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return repeat(async () => write(answersOrm.em.fork()), {
    until: sentMs + recordMsMax,
    isPassing: isDatabaseOutage,
  });
}

const passedOnSchema = z.object({
  token: z.string(),
  handle: z.record(z.string(), z.unknown()),
  providerRequestId: z.string().optional(),
});

/**
 * Records an acceptance that an earlier attempt of this activity received but could not record before it
 * died. Returns whether there was one.
 */
export async function recordPassedOn(
  dependencies: Pick<ActivityDependencies, "answersOrm" | "vault">,
  submission: ProviderSubmission,
): Promise<boolean> {
  const sealed: unknown = activityInfo().heartbeatDetails;
  if (typeof sealed !== "string") return false;
  const accepted = open(dependencies, submission, sealed);
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
  sealed: string,
): Accepted | null {
  try {
    const opened = vault.open(Buffer.from(sealed, "base64"), placeOf(submission));
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
  readonly onFailure?: () => void;
}

async function repeat<T>(
  work: () => Promise<T>,
  { until, isPassing, onFailure }: Patience,
): Promise<T> {
  for (let waitMs = retryMs.min; ; waitMs = Math.min(waitMs * 2, retryMs.max)) {
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || Date.now() + waitMs > until) throw error;
      onFailure?.();
      await delay(waitMs);
    }
  }
}

/** A refused result stays refused. Any other error of storage or disk may be temporary. */
function isStoragePassing(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === "unavailable";
}
