import type { Job } from "#db/entities/job.ts";
import type { EntityManager } from "#db/orm.ts";
import { listOfferedPipelines } from "#db/pipelines/chat-pipelines.ts";
import type { MessageFile, OfferedRuns } from "#domain/pipelines/message-run.ts";

/**
 * Lists the runs that the message of a job can start. Undefined for a request that decides more than the message, which is
 * one generation. A pipeline takes uploaded files only.
 */
export async function listOfferedRuns(
  em: EntityManager,
  { source, organizationId, request }: Pick<Job, "source" | "organizationId" | "request">,
): Promise<OfferedRuns | undefined> {
  const isOpen =
    source === "chat" &&
    request.capability === undefined &&
    request.model === undefined &&
    request.provider === undefined &&
    request.routing === undefined &&
    Object.keys(request.parameters).length === 0;
  if (!isOpen) return undefined;
  const files = request.inputs.flatMap((file): MessageFile[] =>
    "assetId" in file ? [{ kind: file.kind, assetId: file.assetId }] : [],
  );
  return files.length < request.inputs.length
    ? { pipelines: [], files: [] }
    : { pipelines: await listOfferedPipelines(em, organizationId), files };
}
