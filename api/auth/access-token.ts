import { randomUUID } from "node:crypto";

import { errors, exportJWK, generateKeyPair, importJWK, jwtVerify, SignJWT } from "jose";
import type { CryptoKey, JSONWebKeySet, JWK, JWTPayload } from "jose";

import type { OpenSession } from "#db/accounts/sessions.ts";
import { placeOfSigningKey, rotateSigningKeys } from "#db/accounts/signing-keys.ts";
import type { SigningKey } from "#db/entities/sign-in.ts";
import type { MikroORM } from "#db/orm.ts";
import type { Vault } from "#db/vault.ts";
import { AppError } from "#domain/errors.ts";

export const accessSeconds = 900;
const algorithm = "EdDSA";
const type = "at+jwt";
/** Maximum age of cached keys. */
const keysMs = 60_000;
/** A token with an unknown key ID triggers a reload, but not more often than this. */
const unknownKeyMs = 1_000;

export interface AccessTokens {
  /** Issues a JWT (RFC 9068) for a session, valid for 15 minutes. */
  issue(
    session: Pick<OpenSession, "sessionId" | "accountId" | "organizationId" | "role">,
  ): Promise<string>;
  /** Verifies a token and returns its session and organization. Throws `token_invalid` or `token_expired`. */
  verify(token: string): Promise<{ sessionId: string; organizationId: string }>;
  /** Public keys for verification of these tokens by others (RFC 7517). */
  keySet(): Promise<JSONWebKeySet>;
}

interface LoadedKeys {
  readonly readAtMs: number;
  readonly rows: readonly SigningKey[];
  readonly publicKeys: ReadonlyMap<string, CryptoKey>;
  readonly signing: { readonly kid: string; readonly key: CryptoKey };
}

/** Issues and verifies access tokens with keys from the database, which all processes share. */
export function createAccessTokens({
  orm,
  vault,
  publicUrl,
}: {
  orm: MikroORM;
  vault: Vault;
  publicUrl: string;
}): AccessTokens {
  let loading: Promise<LoadedKeys> | null = null;
  let loaded: LoadedKeys | null = null;

  async function load(): Promise<LoadedKeys> {
    const rows = await rotateSigningKeys(orm.em.fork(), async () => createKey(vault));
    const publicKeys = new Map<string, CryptoKey>();
    for (const { id, publicKey } of rows) publicKeys.set(id, await importKey(publicKey));
    return { readAtMs: Date.now(), rows, publicKeys, signing: await openSigningKey(rows, vault) };
  }

  async function keysYoungerThan(milliseconds: number): Promise<LoadedKeys> {
    if (loaded !== null && Date.now() - loaded.readAtMs < milliseconds) return loaded;
    loading ??= load().finally(() => {
      loading = null;
    });
    loaded = await loading;
    return loaded;
  }

  async function findPublicKey(kid: string | undefined): Promise<CryptoKey> {
    for (const age of [keysMs, unknownKeyMs]) {
      const key = (await keysYoungerThan(age)).publicKeys.get(kid ?? "");
      if (key !== undefined) return key;
    }
    throw new AppError("token_invalid");
  }

  return {
    async issue({ sessionId, accountId, organizationId, role }) {
      const { signing } = await keysYoungerThan(keysMs);
      return new SignJWT({ sid: sessionId, org: organizationId, role })
        .setProtectedHeader({ alg: algorithm, typ: type, kid: signing.kid })
        .setIssuer(publicUrl)
        .setAudience(publicUrl)
        .setSubject(accountId)
        .setIssuedAt()
        .setExpirationTime(`${accessSeconds}s`)
        .setJti(randomUUID())
        .sign(signing.key);
    },
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, async ({ kid }) => findPublicKey(kid), {
          algorithms: [algorithm],
          typ: type,
          issuer: publicUrl,
          audience: publicUrl,
          requiredClaims: ["sub", "exp", "iat", "jti"],
        });
        return subjectOf(payload);
      } catch (error) {
        if (error instanceof errors.JWTExpired)
          throw new AppError("token_expired", { cause: error });
        if (error instanceof errors.JOSEError)
          throw new AppError("token_invalid", { cause: error });
        throw error;
      }
    },
    async keySet() {
      const { rows } = await keysYoungerThan(keysMs);
      return { keys: rows.map(({ publicKey }) => publicKey as JWK) };
    },
  };
}

function subjectOf({ sid, org }: JWTPayload): { sessionId: string; organizationId: string } {
  if (typeof sid !== "string" || typeof org !== "string") throw new AppError("token_invalid");
  return { sessionId: sid, organizationId: org };
}

async function importKey(jwk: Readonly<Record<string, string>>): Promise<CryptoKey> {
  return (await importJWK({ ...jwk }, algorithm)) as CryptoKey;
}

async function createKey(
  vault: Vault,
): Promise<{ id: string; publicKey: Record<string, string>; privateKey: Buffer }> {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true });
  const id = randomUUID();
  const described = { kid: id, alg: algorithm, use: "sig" };
  const { kty = "", crv = "", x = "" } = await exportJWK(pair.publicKey);
  const publicKey = { kty, crv, x, ...described };
  const privateKey = vault.seal(
    JSON.stringify(await exportJWK(pair.privateKey)),
    placeOfSigningKey(id),
  );
  return { id, publicKey, privateKey };
}

/** Opens the newest key whose `signsFrom` has passed. */
async function openSigningKey(
  rows: readonly SigningKey[],
  vault: Vault,
): Promise<{ kid: string; key: CryptoKey }> {
  const row = rows.find(({ signsFrom }) => signsFrom.getTime() <= Date.now()) ?? rows.at(-1);
  if (row === undefined) throw new Error("no signing key exists");
  const jwk = JSON.parse(vault.open(row.privateKey, placeOfSigningKey(row.id))) as Record<
    string,
    string
  >;
  return { kid: row.id, key: await importKey(jwk) };
}
