import type { Client } from "@temporalio/client";

/** Without a deadline, a call to an unavailable server takes more than 20 seconds. */
const callMs = 5_000;

/** Calls Temporal with a deadline of five seconds. */
export async function withCallDeadline<Result>(
  client: Client,
  call: () => Promise<Result>,
): Promise<Result> {
  return client.withDeadline(Date.now() + callMs, call);
}
