import type { Pricing } from "#domain/credits.ts";

import type { ModelDefinition } from "./define-provider.ts";

/** What a model's row says about its price, as jobs are priced by it. */
export function toPricing({ credits, pricing, priced, priceFactors }: ModelDefinition): Pricing {
  const { typicalUsd, perSecondUsd, minimumUsd } = pricing;
  const { seconds, megapixels, characters, count } = priced;
  return {
    typicalCredits: credits.typical,
    typicalUsd,
    ...(perSecondUsd === undefined ? {} : { perSecondUsd }),
    ...(minimumUsd === undefined ? {} : { minimumUsd }),
    ...(priceFactors === undefined ? {} : { factors: priceFactors }),
    typical: {
      ...(seconds === undefined ? {} : { seconds }),
      ...(megapixels === undefined ? {} : { megapixels }),
      ...(characters === undefined ? {} : { characters }),
      ...(count === undefined ? {} : { count }),
    },
  };
}
