import { createHash, randomBytes } from "node:crypto";

import { SignInAttempt } from "#db/entities/identity.ts";
import type { EntityManager } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import type { IdentityProvider } from "#domain/accounts/identity.ts";

/** How long a person may take at the identity provider. */
export const attemptSeconds = 600;

/** What the provider must prove to have been sent with us. */
export interface AttemptSecrets {
  /** PKCE (RFC 7636). */
  readonly codeVerifier: string;
  readonly nonce: string;
}

export interface StartedAttempt {
  /** Goes to the provider and comes back. */
  readonly state: string;
  /** Stays in the browser, in a cookie. */
  readonly browserSecret: string;
}

export interface TakenAttempt extends AttemptSecrets {
  readonly frontendUrl: string;
}

/** Notes a sign-in that is about to go to a provider. It can be taken once, within ten minutes. */
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
    secrets: vault.seal(JSON.stringify(secrets), placeOf(stateHash)),
    frontendUrl,
    expiresAt: new Date(Date.now() + attemptSeconds * 1_000),
  });
  return { state, browserSecret };
}

/**
 * Takes the attempt that a provider's answer belongs to, or null: unknown, expired, of another
 * provider, of another browser, or taken before. One statement, so of two answers at once one gets
 * it; and who does not have the cookie cannot use an attempt up.
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
  const secrets = JSON.parse(vault.open(row.secrets, placeOf(stateHash))) as AttemptSecrets;
  return { ...secrets, frontendUrl: row.frontend_url };
}

/** Forgets attempts that nobody came back from. */
export async function deleteExpiredSignInAttempts(em: EntityManager): Promise<number> {
  return em.nativeDelete(SignInAttempt, { expiresAt: { $lt: new Date() } });
}

/** Both secrets have 256 random bits, so a fast hash is enough and needs no salt. */
function hashOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}

function placeOf(stateHash: Buffer): { purpose: string; owner: string } {
  return { purpose: "sign-in-attempt", owner: stateHash.toString("base64url") };
}
