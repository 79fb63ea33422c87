import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";

import type { AttemptSecrets } from "#db/accounts/sign-in-attempts.ts";
import type { Identity, IdentityProvider } from "#domain/accounts/identity.ts";
import { AppError } from "#domain/errors.ts";

/** Timeout of one request to an identity provider. */
export const providerTimeoutSeconds = 10;

export interface SignInRequest extends AttemptSecrets {
  readonly state: string;
}

/** Client of one identity provider. */
export interface IdentityClient {
  /** Returns the URL to redirect the person to. Throws `identity_provider_unavailable`. */
  addressFor(request: SignInRequest): Promise<URL>;
  /**
   * Returns the identity proved by the parameters of the callback. Throws `sign_in_denied`,
   * `identity_unverifiable`, `identity_email_unverified` or `identity_provider_unavailable`.
   */
  identify(answer: URLSearchParams, request: SignInRequest): Promise<Identity>;
}

/** Redirect URI, as registered with the provider. */
export function callbackUrl(publicUrl: string, provider: IdentityProvider): string {
  return `${publicUrl}/v1/auth/${provider}/callback`;
}

/** Full public URL of the callback request. */
export function answeredUrl(
  publicUrl: string,
  provider: IdentityProvider,
  answer: URLSearchParams,
): URL {
  return new URL(`${callbackUrl(publicUrl, provider)}?${answer.toString()}`);
}

/** Error codes for a sign-in that the person declined (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const denials = ["access_denied", "login_required", "consent_required", "interaction_required"];
const outages = ["server_error", "temporarily_unavailable"];

/**
 * Maps the error of a failed exchange with a provider. An unknown error is a bug and is returned unchanged.
 */
export function toSignInError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  // The library wraps errors of our fetch.
  if (error instanceof ClientError && error.cause instanceof AppError) return error.cause;
  if (error instanceof AuthorizationResponseError) {
    if (denials.includes(error.error)) return new AppError("sign_in_denied", { cause: error });
    if (outages.includes(error.error)) {
      return new AppError("identity_provider_unavailable", { cause: error });
    }
  }
  return isRefusal(error) ? new AppError("identity_unverifiable", { cause: error }) : error;
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof ClientError ||
    error instanceof AuthorizationResponseError ||
    error instanceof ResponseBodyError ||
    error instanceof WWWAuthenticateChallengeError
  );
}

/**
 * Reason of a failure, for the log. Quotes error codes of the protocol only: response bodies and token claims
 * contain names and secrets.
 */
export function reasonOf({ cause }: AppError): string {
  const words = [];
  // The message of a parser quotes its input.
  const tells = (error: unknown): error is Error =>
    error instanceof Error && !(error instanceof SyntaxError);
  for (let error: unknown = cause; tells(error); error = error.cause) {
    words.push(error.message);
    if ("error" in error && typeof error.error === "string") words.push(toWord(error.error));
    words.push(wordInBody(error.cause));
  }
  return words.filter((word) => word !== "").join(": ");
}

/** GitHub reports errors in the body of a 200 response. */
function wordInBody(cause: unknown): string {
  const { body } = (cause ?? {}) as { body?: { error?: unknown } };
  return typeof body?.error === "string" ? toWord(body.error) : "";
}

function toWord(text: string): string {
  return /^[a-z_]{1,60}$/.test(text) ? text : "an unknown error";
}
