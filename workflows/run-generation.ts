import { AppError, type ErrorCode } from "#domain/errors.ts";
import type {
  GenerationOutcome,
  GenerationPlan,
  GenerationRef,
  SubmitOutcome,
} from "#domain/jobs/generation-run.ts";
import { mayFailOver } from "#domain/jobs/submission.ts";

import { failureCode } from "./failure-code.ts";
import type { GenerationSteps } from "./steps.ts";
import { slotWaitsMax, submissionsBeforeFailover, submissionsMax } from "./timeouts.ts";

/** A chosen model and the reference to its submission row. */
interface Attempt {
  readonly ref: GenerationRef;
  readonly plan: GenerationPlan;
}

/**
 * Runs one job from acceptance to its end, and captures or releases all of its credits. Safe to restart at
 * any time and to run concurrently with another run, because each step finds the work already done.
 */
export async function runGeneration(
  { jobId }: { jobId: string },
  steps: GenerationSteps,
): Promise<GenerationOutcome> {
  const step = "main";
  const toAttempt = (plan: GenerationPlan): Attempt => ({
    ref: { jobId, step, generation: plan.generation ?? 1 },
    plan,
  });
  let attempt: Attempt | null = null;
  try {
    // Shielded, because a cancellation before the position is known would leave a running request uncanceled.
    const position = await steps.shielded(async () => steps.beginJob({ jobId }));
    if (position.state === "ended") return { status: position.status };
    attempt = position.plan === null ? null : toAttempt(position.plan);
    if (position.state === "canceling") {
      const known = attempt;
      return await steps.shielded(async () => endCanceled(jobId, known, steps));
    }

    if (position.needsIntent) {
      steps.describe("parsing", null);
      const parsed = await steps.parseIntent({ jobId });
      if (parsed.outcome === "ended") return { status: parsed.status };
    }
    if (position.needsInputs) await steps.storeInputs({ jobId });
    if (attempt === null) {
      steps.describe("reserving", null);
      attempt = toAttempt(await steps.planGeneration({ jobId, step }));
    }
    for (;;) {
      const end = await generate(attempt, steps);
      // Another run or request ended or canceled the job: the rows determine this run's result.
      if (end === "stopped") return await runGeneration({ jobId }, steps);
      if (end === "made") break;
      attempt = toAttempt(end.next);
    }
    const made = attempt;
    // The generation is paid for: a cancellation no longer discards the result.
    return await steps.shielded(async () => deliver(made, steps));
  } catch (error) {
    const last = attempt;
    if (steps.isCancellation(error)) {
      await steps.shielded(async () => endCanceled(jobId, last, steps));
    } else {
      await steps.shielded(async () => steps.failJob({ jobId, code: failureCode(error) }));
    }
    throw error;
  }
}

/**
 * Outcome of an attempt: the result was made, no request may be sent any more, or another model takes over.
 */
type GenerateEnd = "made" | "stopped" | { readonly next: GenerationPlan };

async function generate({ ref, plan }: Attempt, steps: GenerationSteps): Promise<GenerateEnd> {
  let mayLookElsewhere = true;
  for (let count = 1; count <= submissionsMax; count += 1) {
    steps.describe("submitting", plan);
    const answer = await submit({ ref, plan }, steps);
    switch (answer.state) {
      case "succeeded":
        return "made";
      case "stopped":
        return "stopped";
      case "accepted":
        steps.describe("generating", plan);
        await steps.pollProvider(ref, plan);
        return "made";
      case "unknown": {
        steps.describe("reconciling", plan);
        const found = await steps.reconcileSubmission(ref, plan);
        if (found.state === "absent") break;
        steps.describe("generating", plan);
        await steps.pollProvider(ref, plan);
        return "made";
      }
      case "refused":
      case "not_sent": {
        if (answer.state === "refused" || (mayLookElsewhere && isEnough(answer.code, count))) {
          const next = await steps.failOver(ref);
          if (next !== null) return { next };
          mayLookElsewhere = false;
        }
        if (answer.state === "refused") throw answer.error;
        if (count === submissionsMax) throw new AppError(answer.code);
        steps.describe("waiting", plan);
        await steps.sleep(answer.retryAfterMs);
      }
    }
  }
  throw new AppError("provider_unreachable");
}

/**
 * Returns whether a `not_sent` outcome justifies a failover. An unavailable provider may stay so for long.
 */
function isEnough(code: ErrorCode, submissions: number): boolean {
  return code === "provider_not_available" || submissions >= submissionsBeforeFailover;
}

/** Returns a failure that another model may not have as `refused` instead of throwing it. */
async function submit(
  { ref, plan }: Attempt,
  steps: GenerationSteps,
): Promise<SendOutcome | { readonly state: "refused"; readonly error: unknown }> {
  try {
    return await sendWithSlot({ ref, plan }, steps);
  } catch (error) {
    if (steps.isCancellation(error) || !mayFailOver(failureCode(error))) throw error;
    return { state: "refused", error };
  }
}

type SendOutcome = Exclude<SubmitOutcome, { state: "waiting" }>;

/**
 * Submits the request, and waits for a slot as often as needed. Waiting occupies no worker and never causes a
 * failover.
 */
async function sendWithSlot({ ref, plan }: Attempt, steps: GenerationSteps): Promise<SendOutcome> {
  for (let waits = 0; waits < slotWaitsMax; waits += 1) {
    const answer = await steps.submitToProvider(ref, plan);
    if (answer.state !== "waiting") return answer;
    steps.describe("waiting", plan);
    await steps.waitForSlot();
    steps.describe("submitting", plan);
  }
  throw new AppError("provider_overloaded");
}

async function deliver({ ref, plan }: Attempt, steps: GenerationSteps): Promise<GenerationOutcome> {
  steps.describe("storing", plan);
  const outcome = await steps.storeOutput(ref, plan);
  return outcome ?? steps.completeJob(ref);
}

/**
 * Ends a canceled job. A result that the provider had finished is delivered and charged; otherwise the
 * credits are released. Never fails because of the provider, because the caller's credits are held until the
 * job ends.
 */
async function endCanceled(
  jobId: string,
  attempt: Attempt | null,
  steps: GenerationSteps,
): Promise<GenerationOutcome> {
  steps.describe("canceling", attempt?.plan ?? null);
  if (attempt !== null) {
    try {
      const { outcome } = await steps.cancelAtProvider(attempt.ref, attempt.plan);
      if (outcome === "succeeded") return await deliver(attempt, steps);
    } catch {
      // The platform bears the cost of a generation that cannot be canceled or a result that cannot be
      // stored.
    }
  }
  return steps.cancelJob({ jobId });
}
