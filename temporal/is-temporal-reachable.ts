import { isGrpcServiceError, type Client } from "@temporalio/client";

import { withCallDeadline } from "./with-call-deadline.ts";

/** Returns whether Temporal is available. Reconciliation claims nothing while it is not. */
export async function isTemporalReachable(client: Client): Promise<boolean> {
  try {
    await withCallDeadline(client, async () =>
      client.workflowService.describeNamespace({ namespace: client.options.namespace }),
    );
    return true;
  } catch (error) {
    if (isGrpcServiceError(error)) return false;
    throw error;
  }
}
