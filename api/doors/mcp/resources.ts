import type { ReadResourceResult } from "@modelcontextprotocol/server";

import type { PresentedJob } from "#api/present/job.ts";
import { getJob } from "#api/routes/jobs/get-job.ts";
import { findOutput } from "#db/jobs/outputs.ts";
import { AppError } from "#domain/errors.ts";

import type { McpCall } from "./mcp-call.ts";
import { readSmallFile } from "./results/read-small-file.ts";

/** Larger files are read from their URL. */
const bytesMax = 4 * 1_048_576;

/**
 * Reads an output of a job; the URL in place of a large one. Throws like `GET /v1/jobs/{jobId}` and
 * `GET /v1/jobs/{jobId}/outputs/{outputId}/content`.
 */
export async function readOutput(
  uri: string,
  { jobId, outputId }: { readonly jobId: string; readonly outputId: string },
  call: McpCall,
): Promise<ReadResourceResult> {
  const { em, storage } = call.dependencies;
  const job = (await call.callRoute(getJob, { params: { jobId } })) as PresentedJob;
  const output = job.outputs.find((each) => each.outputId === outputId);
  if (output === undefined) throw new AppError("output_not_found", { details: { outputId } });
  const { storageKey, contentType } = await findOutput(em.fork(), { outputId });
  const bytes = await readSmallFile(storage, storageKey, bytesMax);
  if (bytes === null) {
    const text = `The file has ${output.bytes} bytes. Read it from ${output.url} (until ${output.expiresAt}).`;
    return { contents: [{ uri, mimeType: "text/plain", text }] };
  }
  return contentType.startsWith("text/")
    ? { contents: [{ uri, mimeType: contentType, text: bytes.toString() }] }
    : { contents: [{ uri, mimeType: contentType, blob: bytes.toString("base64") }] };
}
