import type { Pricing } from "#domain/billing/pricing.ts";
import type { MeasuredQuantities } from "#domain/requests/input-facts.ts";

import type { ModelDefinition } from "./define-provider.ts";

/** Converts a model's row to the terms that price its jobs. */
export function toPricing({
  credits,
  pricing,
  priced,
  measured,
  priceFactors,
  limits,
}: ModelDefinition): Pricing {
  const { typicalUsd, perSecondUsd, furtherMegapixelUsd, inputs, minimumUsd, stepUsd } = pricing;
  const { seconds, megapixels, characters, count } = priced;
  return {
    typicalCredits: credits.typical,
    typicalUsd,
    ...(perSecondUsd === undefined ? {} : { perSecondUsd }),
    ...(furtherMegapixelUsd === undefined ? {} : { furtherMegapixelUsd }),
    ...(inputs === undefined ? {} : { inputs }),
    ...(minimumUsd === undefined ? {} : { minimumUsd }),
    ...(stepUsd === undefined ? {} : { stepUsd }),
    ...(measured === undefined ? {} : { measured: withBounds(measured, limits) }),
    ...(priceFactors === undefined ? {} : { factors: priceFactors }),
    typical: {
      ...(seconds === undefined ? {} : { seconds }),
      ...(megapixels === undefined ? {} : { megapixels }),
      ...(characters === undefined ? {} : { characters }),
      ...(count === undefined ? {} : { count }),
    },
  };
}

/** The bound of a job's seconds is also the bound of its inputs' seconds. */
function withBounds(
  { seconds, ...measured }: MeasuredQuantities,
  limits: ModelDefinition["limits"],
): MeasuredQuantities {
  if (seconds === undefined) return measured;
  const max = limits.seconds?.max;
  return { ...measured, seconds: { ...seconds, ...(max === undefined ? {} : { max }) } };
}
