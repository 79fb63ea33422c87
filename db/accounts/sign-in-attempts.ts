import { createHash, randomBytes } from "node:crypto";

import { SignInAttempt } from "#db/entities/identity.ts";
import type { EntityManager } from "#db/orm.ts";
import { expiredRows } from "#db/retention/expired-rows.ts";
import type { Vault } from "#db/vault.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";

/** Seconds for the person to finish at the identity provider. */
export const attemptSeconds = 600;

/** Secrets that bind the provider's callback to this attempt. */
export interface AttemptSecrets {
  /** PKCE (RFC 7636). */
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface StartedAttempt {
  /** Sent to the provider and returned in the callback. */
  readonly state: string;
  /** Stored in a cookie of the browser. */
  readonly browserSecret: string;
}

export interface TakenAttempt extends AttemptSecrets {
  readonly frontendUrl: string;
}

/** Records a sign-in before the redirect to the provider. It can be taken once, within ten minutes. */
export async function createSignInAttempt(
  em: EntityManager,
  {
    provider,
    frontendUrl,
    secrets,
    vault,
  }: {
    provider: IdentityProvider;
    frontendUrl: string;
    secrets: AttemptSecrets;
    vault: Vault;
  },
): Promise<StartedAttempt> {
  const state = randomBytes(32).toString("base64url");
  const browserSecret = randomBytes(32).toString("base64url");
  const stateHash = hashOf(state);
  await em.insert(SignInAttempt, {
    stateHash,
    browserHash: hashOf(browserSecret),
    provider,
    secrets: vault.seal(JSON.stringify(secrets), placeOfSignInAttempt(stateHash)),
    frontendUrl,
    expiresAt: new Date(Date.now() + attemptSeconds * 1_000),
  });
  return { state, browserSecret };
}

/**
 * Takes the attempt of a provider's callback. Null for an attempt that is unknown, expired, already taken, or
 * belongs to another provider or browser. Uses one statement, so of two concurrent callbacks one succeeds; a
 * request without the cookie cannot consume an attempt.
 */
export async function takeSignInAttempt(
  em: EntityManager,
  {
    provider,
    state,
    browserSecret,
    vault,
  }: { provider: IdentityProvider; state: string; browserSecret: string; vault: Vault },
): Promise<TakenAttempt | null> {
  const stateHash = hashOf(state);
  const [row] = await em.execute<{ secrets: Uint8Array; frontend_url: string }[]>(
    `delete from sign_in_attempts
     where state_hash = ? and browser_hash = ? and provider = ? and expires_at > clock_timestamp()
     returning secrets, frontend_url`,
    [stateHash, hashOf(browserSecret), provider],
  );
  if (row === undefined) return null;
  const secrets = JSON.parse(
    vault.open(row.secrets, placeOfSignInAttempt(stateHash)),
  ) as AttemptSecrets;
  return { ...secrets, frontendUrl: row.frontend_url };
}

export const expiredSignInAttempts = expiredRows(SignInAttempt, (now) => ({
  expiresAt: { $lt: now },
}));

/** Both secrets have 256 random bits, so a fast hash without salt is sufficient. */
function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

export function placeOfSignInAttempt(stateHash: Buffer): { purpose: string; owner: string } {
  return { purpose: "sign-in-attempt", owner: stateHash.toString("base64url") };
}
