import { randomNonce, randomPKCECodeVerifier } from "openid-client";
import type { Logger } from "pino";

import type { IdentityProviderSettings } from "#config.ts";
import { createSignInAttempt, takeSignInAttempt } from "#db/accounts/sign-in-attempts.ts";
import type { MikroORM } from "#db/orm.ts";
import { isDatabaseOutage } from "#db/outage.ts";
import type { Vault } from "#db/vault.ts";
import type { Identity, IdentityProvider } from "#domain/accounts/identity.ts";
import { AppError } from "#domain/errors.ts";

import { createGithubClient } from "./github.ts";
import { createGoogleClient } from "./google.ts";
import { type IdentityClient, reasonOf } from "./identity-client.ts";
import { bindAttempt, clearAttempt, readAttempt } from "./sign-in-cookie.ts";

/** Outcome of a sign-in that was started in this browser. */
export interface FederatedAnswer {
  readonly frontendUrl: string;
  /** `Set-Cookie` that clears the attempt's cookie in the browser. */
  readonly cookie: string;
  readonly result: Identity | AppError;
}

export interface Federation {
  /**
   * Begins a sign-in. Returns the URL to redirect the browser to, and the cookie that binds the attempt to
   * the browser. Throws `sign_in_method_unconfigured` or `identity_provider_unavailable`.
   */
  start(
    provider: IdentityProvider,
    frontendUrl: string,
  ): Promise<{ location: string; cookie: string }>;
  /**
   * Completes a sign-in with the query of the provider's callback. Throws `sign_in_attempt_invalid` when the
   * callback belongs to no attempt of this browser: then there is no front end to redirect to.
   */
  finish(
    provider: IdentityProvider,
    request: { readonly query: string; readonly cookies: string | undefined },
  ): Promise<FederatedAnswer>;
}

/** Signs people in by the configured identity providers. */
export function createFederation({
  orm,
  vault,
  log,
  settings,
}: {
  orm: MikroORM;
  vault: Vault;
  log: Logger;
  settings: {
    readonly publicUrl: string;
    readonly frontendUrls: readonly string[];
    readonly identityProviders: IdentityProviderSettings;
  };
}): Federation {
  const { publicUrl, identityProviders } = settings;
  const { google, github } = identityProviders;
  const clients: Record<IdentityProvider, IdentityClient | null> = {
    google: google && createGoogleClient(google, publicUrl),
    github: github && createGithubClient(github, publicUrl),
  };

  function findClient(provider: IdentityProvider): IdentityClient {
    const client = clients[provider];
    if (client !== null) return client;
    const setting = `${provider.toUpperCase()}_CLIENT_ID`;
    throw new AppError("sign_in_method_unconfigured", { details: { setting } });
  }

  return {
    async start(provider, frontendUrl) {
      const client = findClient(provider);
      const secrets = { codeVerifier: randomPKCECodeVerifier(), nonce: randomNonce() };
      const attempt = await createSignInAttempt(orm.em.fork(), {
        provider,
        frontendUrl,
        secrets,
        vault,
      });
      const { state, browserSecret } = attempt;
      try {
        const { href } = await client.addressFor({ ...secrets, state });
        return { location: href, cookie: bindAttempt(state, browserSecret, publicUrl) };
      } catch (error) {
        if (error instanceof AppError) {
          log.warn({ provider, code: error.code, reason: reasonOf(error) }, "sign-in failed");
        }
        throw error;
      }
    },
    async finish(provider, { query, cookies }) {
      const client = findClient(provider);
      const answer = new URLSearchParams(query);
      const [state, ...more] = answer.getAll("state");
      if (state === undefined || more.length > 0) throw new AppError("sign_in_attempt_invalid");
      const browserSecret = readAttempt(cookies, state, publicUrl);
      if (browserSecret === null) throw new AppError("sign_in_attempt_invalid");
      const attempt = await takeSignInAttempt(orm.em.fork(), {
        provider,
        state,
        browserSecret,
        vault,
      });
      // Checks the front end against the configured list again: the row may be older than the list.
      if (attempt === null || !mayReceiveSession(attempt.frontendUrl, settings)) {
        throw new AppError("sign_in_attempt_invalid");
      }
      const result = await client.identify(answer, { ...attempt, state }).catch(toFailure);
      const cookie = clearAttempt(state, publicUrl);
      return { frontendUrl: attempt.frontendUrl, cookie, result };
    },
  };
}

interface FrontEnds {
  readonly publicUrl: string;
  readonly frontendUrls: readonly string[];
}

/** Returns true for a URL that a sign-in may end at. */
export function mayReceiveSession(url: string, frontEnds: FrontEnds): boolean {
  return frontEnds.frontendUrls.includes(url) || isDashboard(url, frontEnds);
}

/**
 * Returns true for the dashboard, whose session is kept in a cookie. A front end that is configured at the
 * public URL receives tokens, like any other.
 */
export function isDashboard(url: string, { publicUrl, frontendUrls }: FrontEnds): boolean {
  return url === publicUrl && !frontendUrls.includes(url);
}

/** Converts an error for the front end; a bug becomes the cause of `internal`. */
export function toFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError(isDatabaseOutage(error) ? "unavailable" : "internal", { cause: error });
}
