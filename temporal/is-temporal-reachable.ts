import { isGrpcServiceError, type Client } from "@temporalio/client";

/** Deadline of a call. Without one, a call to an unavailable server takes more than 20 seconds. */
export const callMs = 5_000;

/** Returns whether Temporal is available. Reconciliation claims nothing while it is not. */
export async function isTemporalReachable(client: Client): Promise<boolean> {
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
