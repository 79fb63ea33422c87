import type { Capability } from "#domain/requests/capability.ts";
import type { InputFacts, MeasuredQuantities } from "#domain/requests/input-facts.ts";
import type { ModelParameters } from "#domain/requests/model-parameters.ts";
import type { PriceFactors } from "#domain/requests/price-factors.ts";

import type { InputPrices } from "./input-prices.ts";

/** Price terms of a model's catalog row. */
export interface Pricing {
  /** Credits of the typical job, as listed. */
  readonly typicalCredits: number;
  /** List price of the typical job. Zero for models of the embedded provider. */
  readonly typicalUsd: number;
  /** For models that are billed by time. */
  readonly perSecondUsd?: number;
  /** Each started megapixel beyond the typical ones; absent: as expensive as the typical ones. */
  readonly furtherMegapixelUsd?: number;
  /** Price of the inputs, in addition to the price of the result. */
  readonly inputs?: InputPrices;
  /** Minimum price of a job. */
  readonly minimumUsd?: number;
  /** Billing step, such as the price of one of the provider's credits: a started step is charged in full. */
  readonly stepUsd?: number;
  /** Quantities of the typical job; an absent quantity does not affect the price. */
  readonly typical: {
    readonly seconds?: number;
    readonly megapixels?: number;
    readonly characters?: number;
    readonly count?: number;
  };
  /** Quantities taken from the inputs when these were measured. */
  readonly measured?: MeasuredQuantities;
  readonly factors?: PriceFactors;
  /** The model's parameters: the price follows the values that will be sent. */
  readonly parameters?: ModelParameters;
}

/** Price inputs in addition to the parameters. */
export interface PricedWork {
  readonly capability?: Capability;
  /** Length of the text to speak. */
  readonly characters?: number;
  readonly inputs?: readonly InputFacts[];
  /** Number of results, in place of the ordered number. */
  readonly results?: number;
}
