import { z } from "zod";

import type { AdapterRequest, ProviderCall } from "#activities/providers/adapter.ts";
import type { ErrorDialect } from "#activities/providers/error-dialect.ts";
import { createClient } from "#activities/providers/provider-client.ts";
import provider from "#catalog/providers/topaz-labs.ts";
import { usdFor } from "#domain/billing/credits.ts";
import { AppError } from "#domain/errors.ts";

const errorSchema = z.object({ message: z.string().nullish() });

const dialect: ErrorDialect = {
  read(body) {
    return { words: [], reason: errorSchema.safeParse(body).data?.message ?? undefined };
  },
  rules: [
    // A poll for a result that does not exist yet.
    { status: 409, code: "provider_overloaded" },
    // "No valid API subscription exists for this request."
    { status: 412, code: "provider_balance_empty" },
    {
      status: [400, 403, 422],
      words: [/moderat|nsfw|content polic/i],
      code: "content_refused",
    },
  ],
};

export const topazClient = createClient(provider, dialect);

/**
 * Throws `parameter_not_supported` when the provider's estimate exceeds the credits in the job's price,
 * before anything is paid. Both sides round fractions of a credit up. An organization-provided key has no
 * limit.
 */
export function checkCost(
  request: AdapterRequest,
  {
    call,
    credits,
    cure,
  }: { call: ProviderCall; credits: number; cure: (timesTheCost: number) => string },
): void {
  if (call.isOrganizationKey === true) return;
  const paid = creditsPaid(request);
  if (credits <= paid) return;
  const message = `This would cost ${credits} of the provider's credits, and ${paid} are paid for: ${cure(credits / paid)}.`;
  throw new AppError("parameter_not_supported", {
    details: { reason: message },
    issues: [{ pointer: "/parameters", code: "value_not_supported", message }],
  });
}

/** Cost of credits that the provider reports before anything is paid. */
export function costOf({ priced }: AdapterRequest, credits: number): { costUsd?: number } {
  return priced.stepUsd === undefined ? {} : { costUsd: credits * priced.stepUsd };
}

/** Converts a price to the provider's credits: one step of a model's price is one credit. */
function creditsPaid({
  modelId,
  capability,
  inputs,
  parameters,
  parameterSchema,
  priced,
}: AdapterRequest): number {
  const { stepUsd } = priced;
  if (stepUsd === undefined) throw new Error(`no price of ${modelId}`);
  const pricing = { ...priced, parameters: parameterSchema };
  return Math.round(usdFor(pricing, parameters, { capability, inputs }) / stepUsd);
}

/** True for the final status of an image or video job. Unknown values count as running. */
export function isDone(status: string): boolean {
  return status === "Completed" || status === "complete";
}

/** Returns true for a canceled job. Throws `provider_failed` for a failed one. */
export function isCanceled(status: string, reason: string | undefined): boolean {
  if (status === "Failed" || status === "failed") {
    throw new AppError("provider_failed", { details: { reason: reason ?? status } });
  }
  return status === "Cancelled" || status === "canceled";
}

/** Cancels a job. A job that has ended already is left as it is; the next poll shows how it ended. */
export async function stop(attempt: Promise<void>): Promise<void> {
  try {
    await attempt;
  } catch (error) {
    const isTooLate =
      error instanceof AppError && [400, 404, 409].includes(Number(error.details["status"]));
    if (!isTooLate) throw error;
  }
}
