import { AppError } from "#domain/errors.ts";
import type { GenerationPlan, GenerationRef } from "#domain/generation-run.ts";

import { failureCode } from "./failure-code.ts";
import type { GenerationSteps } from "./steps.ts";

/** How often a provider may say "not now" before the job fails. */
const submitTriesMax = 30;

export interface GenerationOutcome {
  readonly status: string;
}

/**
 * One job from accepted to ended. Every credit that is held here is captured or released here.
 * Safe to run again from the start at any time: each step finds what was done already.
 */
export async function runGeneration(
  { jobId }: { jobId: string },
  steps: GenerationSteps,
): Promise<GenerationOutcome> {
  const ref: GenerationRef = { jobId, step: "main", generation: 1 };
  let plan: GenerationPlan | null = null;
  try {
    const position = await steps.beginJob({ jobId });
    if (position.state === "ended") return { status: position.status };
    plan = position.plan;
    if (position.state === "canceling") {
      return await steps.shielded(async () => endCanceled(ref, position.plan, steps));
    }

    if (position.needsIntent) {
      steps.describe("parsing", null);
      const parsed = await steps.parseIntent({ jobId });
      if (parsed.outcome === "ended") return { status: parsed.status };
    }
    if (position.needsInputs) await steps.storeInputs({ jobId });
    if (plan === null) {
      steps.describe("reserving", null);
      plan = await steps.planGeneration({ jobId, step: ref.step });
    }
    await generate(ref, plan, steps);
    const chosen = plan;
    // Paid for: from here on a cancellation no longer takes the result away.
    return await steps.shielded(async () => deliver(ref, chosen, steps));
  } catch (error) {
    const chosen = plan;
    if (steps.isCancellation(error)) {
      await steps.shielded(async () => endCanceled(ref, chosen, steps));
    } else {
      await steps.shielded(async () => steps.failJob({ jobId, code: failureCode(error) }));
    }
    throw error;
  }
}

/** Returns when the provider has made the result. */
async function generate(
  ref: GenerationRef,
  plan: GenerationPlan,
  steps: GenerationSteps,
): Promise<void> {
  for (let tries = 1; tries <= submitTriesMax; tries += 1) {
    steps.describe("submitting", plan);
    const answer = await steps.submitToProvider(ref, plan);
    switch (answer.state) {
      case "succeeded":
        return;
      case "accepted":
        steps.describe("generating", plan);
        await steps.pollProvider(ref, plan);
        return;
      case "unknown":
        await steps.reconcileSubmission(ref, plan);
        steps.describe("generating", plan);
        await steps.pollProvider(ref, plan);
        return;
      case "not_sent":
        if (tries === submitTriesMax) throw new AppError(answer.code);
        steps.describe("waiting", plan);
        await steps.sleep(answer.retryAfterMs);
    }
  }
}

async function deliver(
  ref: GenerationRef,
  plan: GenerationPlan,
  steps: GenerationSteps,
): Promise<GenerationOutcome> {
  steps.describe("storing", plan);
  await steps.storeOutput(ref);
  return steps.completeJob(ref);
}

/**
 * The provider's answer decides: what it had finished is delivered and paid, anything else is given
 * back. Never fails for the provider's sake, because the caller's credits are held until it ends.
 */
async function endCanceled(
  ref: GenerationRef,
  plan: GenerationPlan | null,
  steps: GenerationSteps,
): Promise<GenerationOutcome> {
  steps.describe("canceling", plan);
  if (plan !== null) {
    try {
      const { outcome } = await steps.cancelAtProvider(ref, plan);
      if (outcome === "succeeded") return await deliver(ref, plan, steps);
    } catch {
      // A provider that cannot be stopped, or a result that cannot be had, is our loss alone.
    }
  }
  return steps.cancelJob({ jobId: ref.jobId });
}
