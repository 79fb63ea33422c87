import type { ActivityDependencies } from "#activities/dependencies.ts";
import { heartbeating } from "#activities/heartbeating.ts";
import { noteStage } from "#db/jobs/job-steps.ts";
import { createOutput, listOutputs } from "#db/jobs/outputs.ts";
import { succeedSubmission } from "#db/jobs/submissions.ts";
import { AppError } from "#domain/errors.ts";
import type { GenerationRef } from "#domain/jobs/generation-run.ts";
import type { ResultFile } from "#domain/requests/generation.ts";
import { fetchUntrusted } from "#runtime/net/fetch-untrusted.ts";
import { sniffMediaType } from "#storage/media-type.ts";
import { peekable } from "#storage/peekable.ts";
import { outputKey } from "#storage/storage.ts";

import { loadGeneration, type GenerationContext } from "./generation-context.ts";
import { keepResult } from "./keep-result.ts";
import { type MarkedFile, markOutput } from "./mark-output.ts";
import { checksOutputs, refuseQuarantined, screenOutput } from "./screen-output.ts";

/**
 * Copies a result to storage and registers it as an output. The storage key depends on the generation only,
 * so a retry overwrites the file. An expired URL is renewed at the provider. Throws `output_too_large`,
 * `output_invalid`, and `content_blocked` for a file that is quarantined.
 */
export function createStoreOutput(dependencies: ActivityDependencies) {
  const { storage } = dependencies;
  return async function storeOutput(ref: GenerationRef): Promise<void> {
    const context = await loadGeneration(dependencies, ref);
    const { em, job, submission } = context;
    // A run that was reset after its job had ended. The job may have been deleted.
    if (job.finishedAt) return;
    await noteStage(em, { jobId: ref.jobId, stage: "storing" });
    const files = submission.result?.files ?? [];
    if (files.length === 0)
      throw new AppError("output_invalid", { details: { reason: "no file" } });
    const known = await listOutputs(em, [job.id]);
    // Without a check, the insertion of the output finds what an earlier process with other settings has quarantined.
    if (checksOutputs(dependencies)) await refuseQuarantined(dependencies, context);
    await heartbeating(async (signal) => {
      for (const [ordinal, file] of files.entries()) {
        const isKnown = known.some(
          (output) => output.step === submission.step && output.ordinal === ordinal,
        );
        // The row is written after the file, so another run has stored this output.
        if (isKnown) continue;
        const task = { file, ordinal, signal };
        const whole = await storeFile(dependencies, context, task);
        await screenOutput(dependencies, context, { file: whole, ordinal });
        const stored = dependencies.marksOutputs
          ? await markOutput(dependencies, context, whole, signal)
          : whole;
        const isCreated = await createOutput(em, {
          jobId: job.id,
          organizationId: job.organizationId,
          step: submission.step,
          ordinal,
          width: file.width,
          height: file.height,
          durationSeconds: file.durationSeconds,
          text: file.text,
          ...stored,
        });
        if (!isCreated) await refuseQuarantined(dependencies, context);
        if (stored.storageKey !== whole.storageKey) await storage.delete(whole.storageKey);
      }
    });
  };
}

interface FileTask {
  readonly file: ResultFile;
  readonly ordinal: number;
  readonly signal: AbortSignal;
}

async function storeFile(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { file, ordinal, signal }: FileTask,
): Promise<MarkedFile> {
  const { storage, limits } = dependencies;
  const { submission } = context;
  const storageKey = outputKey(submission.jobId, submission.step, submission.generation, ordinal);
  const source =
    "storageKey" in file.source
      ? storage.read(file.source.storageKey)
      : await download(dependencies, context, { url: file.source.url, signal });
  const { head, body } = await peekable(source);
  if (head.byteLength === 0)
    throw new AppError("output_invalid", { details: { reason: "empty file" } });
  // Reading a file and writing it under the same key is safe: a file appears whole or not at all.
  const stored = await storage.write(storageKey, body, {
    bytesMax: limits.outputBytesMax,
    signal,
  });
  return { storageKey, contentType: sniffMediaType(head) ?? file.contentType, ...stored };
}

async function download(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  { url, signal }: { url: string; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { body } = await fetchUntrusted(url, {
      signal,
      requester: context.service.slug,
      trustedOrigin: new URL(context.call(signal).baseUrl).origin,
    });
    return readAgainLater(body);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "provider_result_expired") await renewResult(dependencies, context, signal);
    // The generation is paid for, so any other failure to download its bytes is retried.
    if (error.code === "input_address_refused")
      throw new AppError("output_invalid", { cause: error });
    throw new AppError("provider_result_expired", { cause: error });
  }
}

/** Makes an error while the body is read retryable: the result is paid for. */
async function* readAgainLater(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError("provider_result_expired", { cause: error });
  }
}

/** Polls the provider for a fresh URL and saves it. The next attempt of this activity uses it. */
async function renewResult(
  dependencies: ActivityDependencies,
  context: GenerationContext,
  signal: AbortSignal,
): Promise<void> {
  const { adapter, em, submission } = context;
  const { handle } = submission;
  if (adapter.poll === undefined || !handle) return;
  const response = await adapter.poll(handle, context.call(signal));
  if (response.state !== "succeeded") return;
  await succeedSubmission(
    em,
    submission.id,
    await keepResult(dependencies, submission, response.result),
  );
}
