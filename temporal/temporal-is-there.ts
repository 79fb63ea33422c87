import { isGrpcServiceError, type Client } from "@temporalio/client";

/** Without a deadline a call waits more than twenty seconds for a server that is away. */
export const callMs = 5_000;

/** Whether Temporal answers: what is reconciled against it is not even looked at while it is away. */
export async function isTemporalThere(client: Client): Promise<boolean> {
  try {
    await client.withDeadline(Date.now() + callMs, async () =>
      client.workflowService.describeNamespace({ namespace: client.options.namespace }),
    );
    return true;
  } catch (error) {
    if (isGrpcServiceError(error)) return false;
    throw error;
  }
}
