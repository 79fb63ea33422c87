import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";

import type { AttemptSecrets } from "#db/accounts/sign-in-attempts.ts";
import type { Identity, IdentityProvider } from "#domain/accounts/identity.ts";
import { AppError } from "#domain/errors.ts";

/** How long one answer of an identity provider may take, in seconds. */
export const providerTimeoutSeconds = 10;

export interface SignInRequest extends AttemptSecrets {
  readonly state: string;
}

/** Signs people in at one identity provider. */
export interface IdentityClient {
  /** Where the person goes. Throws `identity_provider_unavailable`. */
  addressFor(request: SignInRequest): Promise<URL>;
  /**
   * Who came back, proved by the parameters of the callback. Throws `sign_in_denied`,
   * `identity_unverifiable`, `identity_email_unverified` or `identity_provider_unavailable`.
   */
  identify(answer: URLSearchParams, request: SignInRequest): Promise<Identity>;
}

/** Where a provider sends people back to; what is registered there. */
export function callbackUrl(publicUrl: string, provider: IdentityProvider): string {
  return `${publicUrl}/v1/auth/${provider}/callback`;
}

/** The address that a person came back to, as the outside knows it. */
export function answeredUrl(
  publicUrl: string,
  provider: IdentityProvider,
  answer: URLSearchParams,
): URL {
  return new URL(`${callbackUrl(publicUrl, provider)}?${answer.toString()}`);
}

/** Providers' words for "the person did not want to" (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const denials = ["access_denied", "login_required", "consent_required", "interaction_required"];
const outages = ["server_error", "temporarily_unavailable"];

/** What a failed exchange with a provider means. Anything that is not known is a bug and stays as it is. */
export function toSignInError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  // What our fetch throws comes wrapped.
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
 * Why it failed, for the log. Only words of the protocol: an answer's body and the claims of a token
 * name people and carry secrets.
 */
export function reasonOf({ cause }: AppError): string {
  const words = [];
  // A parser's message quotes what it could not read.
  const tells = (error: unknown): error is Error =>
    error instanceof Error && !(error instanceof SyntaxError);
  for (let error: unknown = cause; tells(error); error = error.cause) {
    words.push(error.message);
    if ("error" in error && typeof error.error === "string") words.push(toWord(error.error));
    words.push(wordInBody(error.cause));
  }
  return words.filter((word) => word !== "").join(": ");
}

/** GitHub reports errors in the body of a 200. */
function wordInBody(cause: unknown): string {
  const { body } = (cause ?? {}) as { body?: { error?: unknown } };
  return typeof body?.error === "string" ? toWord(body.error) : "";
}

function toWord(text: string): string {
  return /^[a-z_]{1,60}$/.test(text) ? text : "an unknown error";
}
