import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { GenerationPlan, GenerationRef, SubmitOutcome } from "#domain/jobs/generation-run.ts";
import { mayFailOver } from "#domain/jobs/submission.ts";

import { failureCode } from "./failure-code.ts";
import type { GenerationSteps } from "./steps.ts";

/** How often a provider may say "not now" before the job fails. */
const submitTriesMax = 30;
/** How often a slot of the provider is waited for, a quarter of an hour each: half a day or more. */
const turnsMax = 50;
/** How often it may before another one is looked for. */
const loyalTriesMax = 3;

export interface GenerationOutcome {
  readonly status: string;
}

/** A model that was chosen, and the row that keeps what became of it. */
interface Attempt {
  readonly ref: GenerationRef;
  readonly plan: GenerationPlan;
}

/**
 * One job from accepted to ended. Every credit that is held here is captured or released here.
 * Safe to run again from the start at any time, and beside another run: each step finds what was
 * done already.
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
    // Shielded: a cancellation that came before it is known what was sent would tell no provider of it.
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
      // Ended or canceled by somebody else: the rows tell how this run ends.
      if (end === "stopped") return await runGeneration({ jobId }, steps);
      if (end === "made") break;
      attempt = toAttempt(end.next);
    }
    const made = attempt;
    // Paid for: from here on a cancellation no longer takes the result away.
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

/** Whether the result was made, nothing may be made any more, or another model takes over. */
type GenerateEnd = "made" | "stopped" | { readonly next: GenerationPlan };

async function generate({ ref, plan }: Attempt, steps: GenerationSteps): Promise<GenerateEnd> {
  let isLoyal = true;
  for (let tries = 1; tries <= submitTriesMax; tries += 1) {
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
        if (answer.state === "refused" || (isLoyal && isEnough(answer.code, tries))) {
          const next = await steps.failOver(ref);
          if (next !== null) return { next };
          isLoyal = false;
        }
        if (answer.state === "refused") throw answer.error;
        if (tries === submitTriesMax) throw new AppError(answer.code);
        steps.describe("waiting", plan);
        await steps.sleep(answer.retryAfterMs);
      }
    }
  }
  throw new AppError("provider_unreachable");
}

/** Whether a "not now" is reason to look for somebody else; who is kept from us may be so for long. */
function isEnough(code: ErrorCode, tries: number): boolean {
  return code === "provider_not_available" || tries >= loyalTriesMax;
}

/** What went wrong for reasons that another model may not have is told, not thrown. */
async function submit(
  { ref, plan }: Attempt,
  steps: GenerationSteps,
): Promise<SendOutcome | { readonly state: "refused"; readonly error: unknown }> {
  try {
    return await sendInTurn({ ref, plan }, steps);
  } catch (error) {
    if (steps.isCancellation(error) || !mayFailOver(failureCode(error))) throw error;
    return { state: "refused", error };
  }
}

type SendOutcome = Exclude<SubmitOutcome, { state: "waiting" }>;

/** Who waits for a slot takes no worker's time, and is no reason to look for another provider. */
async function sendInTurn({ ref, plan }: Attempt, steps: GenerationSteps): Promise<SendOutcome> {
  for (let turns = 0; turns < turnsMax; turns += 1) {
    const answer = await steps.submitToProvider(ref, plan);
    if (answer.state !== "waiting") return answer;
    steps.describe("waiting", plan);
    await steps.waitForTurn();
    steps.describe("submitting", plan);
  }
  throw new AppError("provider_overloaded");
}

async function deliver({ ref, plan }: Attempt, steps: GenerationSteps): Promise<GenerationOutcome> {
  steps.describe("storing", plan);
  await steps.storeOutput(ref, plan);
  return steps.completeJob(ref);
}

/**
 * The provider's answer decides: what it had finished is delivered and paid, anything else is given
 * back. Never fails for the provider's sake, because the caller's credits are held until it ends.
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
      // A provider that cannot be stopped, or a result that cannot be had, is our loss alone.
    }
  }
  return steps.cancelJob({ jobId });
}
