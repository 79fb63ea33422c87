import type { ActivityDependencies } from "#activities/dependencies.ts";
import type { AdapterResult } from "#activities/providers/adapter.ts";
import type { ProviderSubmission } from "#db/entities/job.ts";
import type { GenerationResult, ResultFile } from "#domain/requests/generation.ts";
import { outputKey } from "#storage/storage.ts";

/**
 * Converts a provider's result to rows. Bytes that came with the response are written to their final storage
 * key immediately, because no URL exists to fetch them again.
 */
export async function keepResult(
  { storage, limits }: ActivityDependencies,
  submission: ProviderSubmission,
  result: AdapterResult,
): Promise<GenerationResult> {
  const files: ResultFile[] = [];
  for (const [ordinal, { source, ...file }] of result.files.entries()) {
    if ("url" in source) {
      files.push({ ...file, source });
      continue;
    }
    const storageKey = outputKey(submission.jobId, submission.step, submission.generation, ordinal);
    await storage.write(storageKey, inPieces(source.bytes), { bytesMax: limits.outputBytesMax });
    files.push({ ...file, source: { storageKey } });
  }
  return {
    files,
    ...(result.engine === undefined ? {} : { engine: result.engine }),
    ...(result.seed === undefined ? {} : { seed: result.seed }),
  };
}

/** Small enough that hashing a piece does not block the event loop. */
const pieceBytes = 1024 * 1024;

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
    yield bytes.subarray(start, start + pieceBytes);
  }
}
