import { CancellationScope, proxyActivities } from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { coreQueue, mailQueue } from "#domain/task-queues.ts";
import type { SendMailInput } from "#domain/workflow-inputs.ts";

import { failureCode } from "./failure-code.ts";

/**
 * Mail servers that defer an email expect a retry after minutes, so the intervals grow to 30 minutes. The
 * activity checks the deadline, which is the row's `expires_at`. After two days of attempts the cause is a
 * bug.
 */
const atServer = proxyActivities<Pick<Activities, "sendMail">>({
  taskQueue: mailQueue,
  startToCloseTimeout: "3m",
  heartbeatTimeout: "15s",
  retry: {
    initialInterval: "1s",
    backoffCoefficient: 2,
    maximumInterval: "30m",
    maximumAttempts: 100,
  },
});

const records = proxyActivities<Pick<Activities, "giveUpMail">>({
  taskQueue: coreQueue,
  startToCloseTimeout: "15s",
  retry: { initialInterval: "200ms", backoffCoefficient: 2, maximumInterval: "30s" },
});

/** Sends one email. The workflow id is `mail/<mailId>`. */
export async function sendMail({ mailId }: SendMailInput): Promise<{ state: string }> {
  try {
    return await atServer.sendMail({ mailId });
  } catch (error) {
    await CancellationScope.nonCancellable(async () =>
      records.giveUpMail({ mailId, code: failureCode(error) }),
    );
    throw error;
  }
}
