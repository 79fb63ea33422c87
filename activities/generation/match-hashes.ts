import { cancellationSignal } from "@temporalio/activity";

import type { ActivityDependencies } from "#activities/dependencies.ts";
import { Asset } from "#db/entities/asset.ts";
import type { Job } from "#db/entities/job.ts";
import { isQuarantined, quarantineFile, quarantineRefusal } from "#db/safety/quarantine.ts";
import { AppError } from "#domain/errors.ts";
import type { StoredInput } from "#domain/requests/generation.ts";
import { hashMatchCategory } from "#domain/safety/hash-match.ts";
import { quarantineKey } from "#storage/storage.ts";

import { askOrGoOn, recordForJob } from "./ask-moderation.ts";

type Dependencies = Pick<ActivityDependencies, "orm" | "storage" | "safety" | "logger">;
type Stage = "submission" | "output";

const categories = [hashMatchCategory];
/** Place of inputs in the table of quarantined files; the steps of a generation have other names. */
const inputStep = "input";

/**
 * Returns the hashes that the hash-match service knows; none without a service, and when content goes on unchecked. Throws `moderation_unavailable`, after which the step is retried.
 */
export async function findKnownHashes(
  dependencies: Dependencies,
  job: Job,
  { stage, hashes }: { readonly stage: Stage; readonly hashes: readonly string[] },
): Promise<readonly string[]> {
  const { matchHashes } = dependencies.safety;
  if (matchHashes === null || hashes.length === 0) return [];
  const source = hashMatchCategory;
  const known = await askOrGoOn(dependencies, job, { stage, source }, async () =>
    matchHashes(hashes, { signal: cancellationSignal() }),
  );
  return known ?? [];
}

/** Refusal of a known file. The response names no list. */
export function hashMatchRefusal(): AppError {
  return new AppError("content_blocked", { details: { categories } });
}

/**
 * Checks the inputs of a job before a provider receives them. A known file is kept under legal hold, and the upload that it
 * came from is withdrawn. A file that was quarantined after the job was accepted is refused, too. Throws `content_blocked`, and
 * `moderation_unavailable`.
 */
export async function refuseKnownInputs(dependencies: Dependencies, job: Job): Promise<void> {
  const inputs = job.storedInputs ?? [];
  const stage = "submission";
  const hashes = inputs.map(({ sha256 }) => sha256);
  const known = await findKnownHashes(dependencies, job, { stage, hashes });
  if (known.length === 0) {
    const { organizationId } = job;
    if (!(await isQuarantined(dependencies.orm.em.fork(), { organizationId, hashes }))) return;
    const found = { sources: ["quarantine"], categories: ["quarantine"] };
    await recordForJob(dependencies, job, { stage, action: "refused", ...found });
    throw quarantineRefusal();
  }
  for (const [ordinal, input] of inputs.entries()) {
    if (known.includes(input.sha256)) await quarantineInput(dependencies, job, { input, ordinal });
  }
  const found = { sources: [hashMatchCategory], categories };
  await recordForJob(dependencies, job, { stage, action: "refused", ...found });
  throw hashMatchRefusal();
}

/** A repetition after a crash finds the copy, or makes it again. */
async function quarantineInput(
  { orm, storage }: Dependencies,
  { id: jobId, organizationId }: Job,
  { input, ordinal }: { readonly input: StoredInput; readonly ordinal: number },
): Promise<void> {
  const { storageKey, bytes, contentType, sha256 } = input;
  const kept = quarantineKey(jobId, inputStep, 1, ordinal);
  if ((await storage.stat(storageKey)) !== null) {
    await storage.write(kept, storage.read(storageKey), { bytesMax: bytes });
  }
  await quarantineFile(orm.em.fork(), {
    organizationId,
    jobId,
    step: inputStep,
    ordinal,
    contentType,
    bytes,
    sha256,
    storageKey: kept,
    categories,
  });
  await orm.em
    .fork()
    .nativeUpdate(Asset, { storageKey, deletedAt: null }, { deletedAt: new Date() });
  await storage.delete(storageKey);
}
