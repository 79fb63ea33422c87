import { creditsFor, creditsMin, type Pricing, type PricedWork } from "#domain/billing/credits.ts";
import { AppError, type ErrorCode } from "#domain/errors.ts";
import type { GenerationParameters } from "#domain/requests/intent.ts";

/** By provider: the id of the key that an organization has set there. Never a key itself. */
export type OwnKeys = Readonly<Record<string, string>>;

/** What a generation costs that the provider bills the organization for: our work, whatever its size. */
export const ownKeyCredits = creditsMin;

/**
 * Credits for one generation. With an own key the limit of 30 credits does not apply either, as it
 * limits what we pay. Throws what `creditsFor` throws.
 */
export function priceWith(
  { pricing, providerKeyId }: { readonly pricing: Pricing; readonly providerKeyId: string | null },
  parameters: GenerationParameters,
  work: PricedWork,
): number {
  return providerKeyId === null ? creditsFor(pricing, parameters, work) : ownKeyCredits;
}

/** What providers say of the account that a key belongs to: of ours, and of an organization's own. */
const accountCodes = {
  provider_credential_invalid: "own_key_unusable",
  provider_balance_empty: "own_key_balance_empty",
  provider_rate_limited: "own_key_rate_limited",
  model_not_available: "own_key_lacks_model",
} as const satisfies Partial<Record<ErrorCode, ErrorCode>>;

export const ownKeyCodes = Object.values(accountCodes);

/** Whether it is said of an account, and so tells nothing to whoever has another one. */
export function isAccountCode(code: string | null): code is keyof typeof accountCodes {
  return code !== null && Object.hasOwn(accountCodes, code);
}

/**
 * An error of a call that went with an own key: what the provider says of the account is for the
 * organization to mend, and no sign of the provider's health. Only a provider's answer has a status.
 */
export function toOwnKeyError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details["status"] === undefined) return error;
  const { code, details } = error;
  return isAccountCode(code) ? new AppError(accountCodes[code], { details, cause: error }) : error;
}
