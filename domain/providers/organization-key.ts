import { creditsByCount, creditsFor, creditsMin } from "#domain/billing/credits.ts";
import type { PricedWork, Pricing } from "#domain/billing/pricing.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";

/** Ids of an organization's provider keys, by provider. Never the keys themselves. */
export type OrganizationKeys = Readonly<Record<string, string>>;

/**
 * Price of a generation that the provider bills to the organization: the engine's work, whatever its size.
 */
export const organizationKeyCredits = creditsMin;

/**
 * Credits for one generation. With an organization-provided key the limit of 30 credits does not apply,
 * because it limits the platform's cost. Throws what `creditsFor` throws.
 */
export function priceWith(
  { pricing, providerKeyId }: { readonly pricing: Pricing; readonly providerKeyId: string | null },
  parameters: GenerationParameters,
  work: PricedWork,
): number {
  return providerKeyId === null ? creditsFor(pricing, parameters, work) : organizationKeyCredits;
}

/**
 * Prices 1, 2, … results, as `creditsByCount` does. Undefined when the price does not depend on their number, as with an
 * organization-provided key.
 */
export function pricesByCount(
  { pricing, providerKeyId }: { readonly pricing: Pricing; readonly providerKeyId: string | null },
  parameters: GenerationParameters,
  work: PricedWork,
): number[] | undefined {
  return providerKeyId === null ? creditsByCount(pricing, parameters, work) : undefined;
}

/** Account errors, by the code for a platform key; the value is the code for an organization-provided key. */
const accountCodes = {
  provider_credential_invalid: "own_key_unusable",
  provider_balance_empty: "own_key_balance_empty",
  provider_rate_limited: "own_key_rate_limited",
  model_not_available: "own_key_lacks_model",
} as const satisfies Partial<Record<ErrorCode, ErrorCode>>;

export const organizationKeyCodes = Object.values(accountCodes);

/** Reports whether an error concerns one provider account and is therefore irrelevant to users of another. */
export function isAccountCode(code: string | null): code is keyof typeof accountCodes {
  return code !== null && Object.hasOwn(accountCodes, code);
}

/**
 * Translates an error of a call with an organization-provided key. An account error is for the organization
 * to fix, and no sign of the provider's health. Only a provider's response has a status.
 */
export function toOrganizationKeyError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details["status"] === undefined) return error;
  const { code, details } = error;
  return isAccountCode(code) ? new AppError(accountCodes[code], { details, cause: error }) : error;
}
