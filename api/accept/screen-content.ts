import { setImmediate as turn } from "node:timers/promises";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { Caller } from "#db/caller.ts";
import type { JobRequest } from "#db/entities/job.ts";
import type { Refusal, ScreenedContent } from "#db/safety/create-screening.ts";
import { AppError } from "#domain/errors.ts";
import { generationInputs } from "#domain/requests/generation.ts";
import { textsOfRequest } from "#domain/safety/screened-texts.ts";

type Dependencies = Pick<RequestDependencies, "screening" | "log">;

/** Longest wait for the moderation service at acceptance; a worker asks again before anything is paid. */
const moderationMs = 2_000;

/**
 * Refuses content that the blocklists or the moderation service do not allow, before anything is decided or paid. A
 * service that is unavailable or slow refuses nothing here: the worker that submits the request waits for it. Throws
 * `content_blocked`.
 */
export async function refuseBlockedContent(
  content: ScreenedContent,
  caller: Caller,
  dependencies: Dependencies,
): Promise<void> {
  const { screening } = dependencies;
  const { organizationId } = caller;
  const refusal =
    (await screening.findBlocked(content, organizationId)) ??
    (await flaggedInTime(content, caller, dependencies));
  if (refusal === null) return;
  await record([refusal], caller, dependencies);
  throw refusal.error;
}

/** Contents checked before the event loop serves other requests. */
const contentsPerTurn = 20;

/** Lists for each content the refusal that `refuseBlockedContent` would throw; null for allowed content. */
export async function listBlockedContents(
  contents: readonly ScreenedContent[],
  caller: Caller,
  dependencies: Dependencies,
): Promise<(AppError | null)[]> {
  const refusals: (Refusal | null)[] = [];
  // One question for all of them: its answers are remembered for each, and without a finding there is none.
  const together = { texts: contents.flatMap(({ texts }) => texts), hasPicture: true };
  const isAnyFlagged = (await flaggedInTime(together, caller, dependencies)) !== null;
  for (const [index, content] of contents.entries()) {
    if (index % contentsPerTurn === 0) await turn();
    refusals.push(
      (await dependencies.screening.findBlocked(content, caller.organizationId)) ??
        (isAnyFlagged ? await flaggedInTime(content, caller, dependencies) : null),
    );
  }
  const found = refusals.filter((refusal) => refusal !== null);
  if (found.length > 0) await record(found, caller, dependencies);
  return refusals.map((refusal) => refusal?.error ?? null);
}

/** The content of a request, without its files. */
export function contentOf(request: JobRequest): ScreenedContent {
  return {
    texts: textsOfRequest(request),
    hasPicture: generationInputs(request.inputs).some(({ kind }) => kind !== "audio"),
  };
}

async function flaggedInTime(
  content: ScreenedContent,
  { organizationId }: Caller,
  { screening, log }: Dependencies,
): Promise<Refusal | null> {
  if (!screening.moderates) return null;
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), moderationMs).unref();
  });
  try {
    return await Promise.race([screening.findFlagged(content, organizationId), late]);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "moderation_unavailable") throw error;
    log.warn({ error }, "moderation service unavailable; a worker asks again");
    return null;
  }
}

async function record(
  refusals: readonly Refusal[],
  { organizationId, accountId }: Caller,
  { screening }: Dependencies,
): Promise<void> {
  await screening.record({
    organizationId,
    accountId,
    jobId: null,
    stage: "acceptance",
    action: "refused",
    sources: [...new Set(refusals.flatMap(({ sources }) => sources))],
    categories: [...new Set(refusals.flatMap(({ categories }) => categories))],
  });
}
