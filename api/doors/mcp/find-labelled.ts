import type { RouteInput } from "#api/http/route.ts";
import { createChatJob } from "#api/routes/chat/create-chat-job.ts";
import { createGeneration } from "#api/routes/generations/create-generation.ts";
import { isGivenUp } from "#db/jobs/given-up-jobs.ts";
import { AppError } from "#domain/errors.ts";

import type { McpCall } from "./mcp-call.ts";
import { hashOrder, type OrderArguments } from "./order.ts";
import { presentNow, waitForResult } from "./wait-for-result.ts";

/** A call whose client gave up so often is not worth another order. */
const ordersMax = 5;
/** Time for the provider to confirm that the job of an earlier call is canceled. */
const cancelSeconds = 20;

export interface Labelled {
  readonly idempotency: RouteInput<unknown, unknown, unknown>["idempotency"];
  /** Job of an earlier call with the label; null when the order is new. */
  readonly jobId: string | null;
}

/**
 * Finds the job of an earlier call with the same `request_label`. A job that is canceled because its client
 * disconnected is passed over, so that the repetition of the call makes another job. Throws `idempotency_mismatch` when
 * the label belongs to another order.
 */
export async function findLabelled(
  label: string | undefined,
  args: OrderArguments,
  call: McpCall,
): Promise<Labelled> {
  if (label === undefined) return { idempotency: null, jobId: null };
  const requestHash = hashOrder(args);
  for (let order = 1; order <= ordersMax; order += 1) {
    const key = `mcp:${label}${order === 1 ? "" : `:${order}`}`;
    const idempotency = { key, requestHash };
    const jobId = await findJobOf(idempotency, label, call);
    if (jobId === null || !(await isPassedOver(jobId, call))) return { idempotency, jobId };
  }
  throw new AppError("idempotency_mismatch", {
    message: `The work "${label}" was given up ${ordersMax} times. Use another request_label.`,
  });
}

/** A label belongs to one order, whichever endpoint accepts it. */
async function findJobOf(
  idempotency: NonNullable<Labelled["idempotency"]>,
  label: string,
  { caller: { organizationId }, dependencies: { findReplay } }: McpCall,
): Promise<string | null> {
  try {
    for (const { operationId: endpoint } of [createChatJob, createGeneration]) {
      const receipt = { organizationId, endpoint, ...idempotency };
      const jobId = await findReplay(receipt);
      if (jobId !== null) return jobId;
    }
    return null;
  } catch (error) {
    const isOther = error instanceof AppError && error.code === "idempotency_mismatch";
    throw isOther ? otherOrder(label) : error;
  }
}

function otherOrder(label: string): AppError {
  return new AppError("idempotency_mismatch", {
    message: `The request_label "${label}" belongs to an order with other arguments. For new work, send another request_label; to repeat a call, send its arguments unchanged.`,
  });
}

async function isPassedOver(jobId: string, call: McpCall): Promise<boolean> {
  const { status } = await presentNow(jobId, call);
  if (status !== "canceling" && status !== "canceled") return false;
  if (!(await wasGivenUp(jobId, call))) return false;
  return (await waitForResult(jobId, cancelSeconds, call)).status === "canceled";
}

/** True for a job that is canceled because the client of another call disconnected. */
export async function wasGivenUp(
  jobId: string,
  { caller: { organizationId }, dependencies: { em } }: McpCall,
): Promise<boolean> {
  return isGivenUp(em.fork(), { jobId, organizationId });
}
