import type { JSONObject } from "@ai-sdk/provider";
import type { JobWithFiles, OutputFile } from "@gme/client";

/** `providerMetadata` of a job: what it cost, which model made it, and how to find it again. */
export function jobMetadata({ jobId, model, billing, routing }: JobWithFiles): JSONObject {
  return {
    jobId,
    ...(model === undefined ? {} : { model: model.id, provider: model.provider }),
    credits: billing.capturedCredits,
    assumptions: routing.assumptions,
  };
}

/** Metadata of one file. `credits` is its share of the price of the job. */
export function fileMetadata(
  output: OutputFile,
  { jobId, model, billing, outputs }: JobWithFiles,
): JSONObject {
  const { outputId, url, contentType, bytes, width, height, durationSeconds } = output;
  return {
    jobId,
    outputId,
    ...(model === undefined ? {} : { model: model.id }),
    credits: billing.capturedCredits / outputs.length,
    url,
    contentType,
    bytes,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(durationSeconds === undefined ? {} : { durationSeconds }),
  };
}

/** Time and model of a response; the model is that of the job, which `auto` leaves open. */
export function responseOf({ createdAt, model }: JobWithFiles, modelId: string) {
  return { timestamp: new Date(createdAt), modelId: model?.id ?? modelId };
}

/** Reads a file into memory with the credential of the client. */
export async function readFile(
  output: OutputFile,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const stream = output.stream(signal === undefined ? {} : { signal });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
