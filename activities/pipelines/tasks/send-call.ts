import { createHash } from "node:crypto";

import { Job } from "#db/entities/job.ts";
import { PipelineRun, RunStep } from "#db/entities/pipeline-run.ts";
import { sendCall as createDeliveries } from "#db/webhooks/send-call.ts";

import type { PerformTask } from "./index.ts";

/** Sends the webhook of a `call` step. Its deliveries attempt and retry as those of every webhook. */
export const sendCall: PerformTask = async ({ runId, key, request }, { orm }) => {
  const em = orm.em.fork();
  const { organizationId } = await em.findOneOrFail(Job, runId);
  const run = await em.findOneOrFail(PipelineRun, runId);
  const { step, requestHash } = await em.findOneOrFail(RunStep, { runId, key });
  // A run that resumes another one repeats the same call, unless the caller wants it to be executed again.
  const isFresh = run.fresh.some((name) => `${key}.`.startsWith(`${name}.`) || step === name);
  const line = isFresh ? runId : run.rootId;
  const eventId = toEventId([line, key, requestHash ?? ""]);
  const { url, body } = request as { url?: string; body: unknown };
  const call = { eventId, organizationId, runId, key, url: url ?? null, body };
  return (await createDeliveries(em, call))
    ? { status: "sent", eventId }
    : { status: "failed", error: { code: "webhook_not_found" } };
};

function toEventId(facts: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(facts)).digest("hex");
  return `msg_${hash.slice(0, 32)}`;
}
