import { z } from "zod";

import type { AcceptedJob } from "#api/accept/accept-once.ts";
import { askFirst } from "#api/doors/mcp/ask-first.ts";
import { findLabelled, type Labelled, wasGivenUp } from "#api/doors/mcp/find-labelled.ts";
import type { McpCall } from "#api/doors/mcp/mcp-call.ts";
import { type OrderArguments, orderShape } from "#api/doors/mcp/order.ts";
import { presentJobResult } from "#api/doors/mcp/results/job-result.ts";
import { createTask } from "#api/doors/mcp/tasks.ts";
import { defineTool, type ToolAnswer } from "#api/doors/mcp/tool.ts";
import { waitForResult, waitSecondsSchema } from "#api/doors/mcp/wait-for-result.ts";
import type { PresentedJob } from "#api/present/job.ts";

/** Longest wait for the preview of a new result. */
const previewWaitMs = 3_000;

export const generate = defineTool({
  name: "generate",
  permission: "generations:create",
  title: "Make media",
  description:
    "Makes or changes images, video, audio, speech, transcripts and 3D. Costs credits. Send message, or " +
    "capability with prompt. Waits for the result; when it is not done yet, call get_job. Give the person the URL of the result.",
  hints: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  showsJob: true,
  input: z.strictObject({
    ...orderShape,
    wait_seconds: waitSecondsSchema.default(25),
    request_label: z
      .string()
      .regex(/^[\x20-\x7e]{1,100}$/, "Must be 1 to 100 printable ASCII characters")
      .optional()
      .describe(
        "Any short name for this piece of work. When you repeat a call whose answer you did not get, send " +
          "the SAME name: you then get the same job and pay once. New work, new name.",
      ),
  }),
  async run({ wait_seconds: waitSeconds, request_label: label, ...args }, call) {
    const until = Date.now() + waitSeconds * 1_000;
    for (;;) {
      const { idempotency, jobId: known } = await findLabelled(label, args, call);
      const accepted = known ?? (await order(args, idempotency, call));
      if (typeof accepted !== "string") return accepted;
      call.cancelOnHangUp(accepted);
      if (call.client.hasTasks) return createTask(accepted, call);
      const job = await waitForResult(accepted, (until - Date.now()) / 1_000, call);
      if (await isLostToAnother(job, label, call)) continue;
      const notes = known === null ? [] : [joined];
      const waitMs = waitSeconds > 0 ? previewWaitMs : 0;
      return presentJobResult(job, { preview: "auto", waitMs, notes }, call);
    }
  },
});

const joined = "This is the job of an earlier call with this request_label.";

/** Returns the job's id, or what the person must be asked first. */
async function order(
  args: OrderArguments,
  idempotency: Labelled["idempotency"],
  call: McpCall,
): Promise<string | ToolAnswer> {
  const settled = await askFirst(args, call);
  if ("answer" in settled) return settled.answer;
  const { route, body } = settled.order;
  return ((await call.callRoute(route, { body, idempotency })) as AcceptedJob).jobId;
}

/**
 * True when this call has joined the job of an earlier call, whose client then disconnected and thereby canceled it.
 * `findLabelled` passes the job over, and ends the repetitions.
 */
async function isLostToAnother(
  { jobId, status }: PresentedJob,
  label: string | undefined,
  call: McpCall,
): Promise<boolean> {
  const isRepeatable = status === "canceled" && label !== undefined && !call.request.signal.aborted;
  return isRepeatable && wasGivenUp(jobId, call);
}
