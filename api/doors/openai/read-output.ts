import { buffer } from "node:stream/consumers";

import type { RequestDependencies } from "#api/dependencies.ts";
import type { Output } from "#db/entities/job.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import { AppError } from "#domain/errors.ts";

/** Limit of the files of one response that are in memory at once. */
const inlineBytesMax = 67_108_864;

/** Reads outputs of a job into memory. Throws `output_too_large` beyond 64 MiB, `output_expired`. */
export async function readOutputs(
  jobId: string,
  outputIds: readonly string[],
  { em, storage }: RequestDependencies,
): Promise<{ output: Output; bytes: Buffer }[]> {
  const read: { output: Output; bytes: Buffer }[] = [];
  let total = 0;
  for (const outputId of outputIds) {
    const output = await findOutput(em.fork(), { outputId, jobId });
    total += output.bytes;
    if (total > inlineBytesMax) {
      throw new AppError("output_too_large", {
        message: "The results are too large for a response; ask for URLs.",
      });
    }
    read.push({ output, bytes: await buffer(storage.read(output.storageKey)) });
  }
  return read;
}
