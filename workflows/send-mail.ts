import { CancellationScope, proxyActivities } from "@temporalio/workflow";

import type { Activities } from "#activities/index.ts";
import { coreQueue, emailQueue } from "#domain/task-queues.ts";
import type { SendMailInput } from "#domain/workflow-inputs.ts";

import { failureCode } from "./failure-code.ts";
import { emailTimeouts, settlingTimeouts } from "./timeouts.ts";

const atServer = proxyActivities<Pick<Activities, "sendMail">>({
  taskQueue: emailQueue,
  summary: "send the email",
  ...emailTimeouts,
});

const records = proxyActivities<Pick<Activities, "giveUpMail">>({
  taskQueue: coreQueue,
  summary: "give up the email",
  ...settlingTimeouts,
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
