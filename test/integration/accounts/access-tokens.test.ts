import { createLocalJWKSet, generateKeyPair, jwtVerify, SignJWT, type JSONWebKeySet } from "jose";
import { describe, expect, test } from "vitest";

import { createAccessTokens } from "#api/auth/access-token.ts";
import { endSession } from "#db/accounts/sessions.ts";
import { createVault } from "#db/vault.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createTestSession } from "#test/support/accounts/sessions.ts";
import { testVault } from "#test/support/api.ts";
import { createTestDatabase } from "#test/support/database.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";
import { lastAcceptedMs } from "#test/support/jobs/last-accepted.ts";

const publicUrl = "http://engine.test";
const database = useDatabase();
const api = useApi(database);
const other = useApi(database);

async function createPerson(options = {}) {
  const { accountId } = await createOrganization(database.orm, options);
  return createTestSession(database.orm, accountId);
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code: string }).code;
}

describe("an access token", () => {
  test("is verifiable with the published key set, and names account, session, organization and role", async () => {
    const person = await createPerson({ role: "developer" });
    const keySet = (await (await api.call("/.well-known/jwks.json")).json()) as JSONWebKeySet;

    const { payload, protectedHeader } = await jwtVerify(person.token, createLocalJWKSet(keySet), {
      issuer: publicUrl,
      audience: publicUrl,
      algorithms: ["EdDSA"],
    });

    expect(protectedHeader).toMatchObject({ alg: "EdDSA", typ: "at+jwt", kid: expect.any(String) });
    expect(payload).toMatchObject({
      sub: person.accountId,
      sid: person.sessionId,
      org: person.organizationId,
      role: "developer",
      jti: expect.any(String),
    });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
    expect(JSON.stringify(keySet)).not.toContain('"d"');
  });

  test("is accepted by every process, and a person's tokens share one rate-limit window", async () => {
    const person = await createPerson();
    const again = await createTestSession(database.orm, person.accountId);

    const first = await api.call("/v1/plans", { token: person.token });
    const second = await other.call("/v1/plans", { token: again.token });

    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.headers.get("X-RateLimit-Remaining")).toBe("4999");
    expect(second.headers.get("X-RateLimit-Remaining")).toBe("4998");
  });

  test("of an ended session is refused within a second", async () => {
    const { token, sessionId } = await createPerson();
    expect((await api.call("/v1/plans", { token })).status).toBe(200);

    await endSession(database.orm.em.fork(), sessionId, "logout");

    const acceptedMs = await lastAcceptedMs(401, async () => api.call("/v1/plans", { token }));
    expect(acceptedMs).toBeLessThan(1_000);
    expect(await codeOf(await api.call("/v1/plans", { token }))).toBe("session_ended");
  });

  test("of a suspended person returns 403", async () => {
    const { token, accountId } = await createPerson();
    const em = database.orm.em.fork();
    await em.execute(`update accounts set status = 'suspended' where id = ?`, [accountId]);

    const response = await api.call("/v1/plans", { token });

    expect([response.status, await codeOf(response)]).toEqual([403, "account_suspended"]);
  });
});

describe("a forged token", () => {
  async function forge({
    alg = "EdDSA",
    typ = "at+jwt",
    issuer = publicUrl,
    audience = publicUrl,
    expires = "15m",
    trusted = false,
  } = {}): Promise<string> {
    const { sessionId, accountId, token } = await createPerson();
    const [header = ""] = token.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string };
    const key = trusted
      ? await trustedKey(kid)
      : alg === "HS256"
        ? new TextEncoder().encode("a guess that is long enough to sign with")
        : (await generateKeyPair("EdDSA")).privateKey;
    return new SignJWT({ sid: sessionId, jti: "1" })
      .setProtectedHeader({ alg, typ, kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(accountId)
      .setIssuedAt()
      .setExpirationTime(expires)
      .sign(key);
  }

  async function trustedKey(kid: string) {
    const [row] = await database.orm.em
      .fork()
      .execute<{ private_key: Buffer }[]>(`select private_key from signing_keys where id = ?`, [
        kid,
      ]);
    const plain = testVault.open(row?.private_key ?? Buffer.of(), {
      purpose: "signing-key",
      owner: kid,
    });
    return JSON.parse(plain) as Record<string, string>;
  }

  test.each([
    ["signed with another key", {}, "token_invalid"],
    ["signed with HMAC", { alg: "HS256" }, "token_invalid"],
    ["of another type", { typ: "JWT", trusted: true }, "token_invalid"],
    ["of another issuer", { issuer: "http://evil.test", trusted: true }, "token_invalid"],
    ["for another audience", { audience: "http://evil.test", trusted: true }, "token_invalid"],
    ["that has expired", { expires: "-1s", trusted: true }, "token_expired"],
  ] as const)("%s is refused", async (_name, options, code) => {
    const token = await forge(options);

    const response = await api.call("/v1/plans", { token });

    expect([response.status, await codeOf(response)]).toEqual([401, code]);
  });

  test("without a signature is refused", async () => {
    const { token } = await createPerson();
    const [, payload = ""] = token.split(".");
    const header = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url");

    const response = await api.call("/v1/plans", { token: `${header}.${payload}.AA` });

    expect(await codeOf(response)).toBe("token_invalid");
  });
});

describe("keys", () => {
  test("are rotated: the next key is published before it signs, and the former key still verifies", async () => {
    const { token } = await createPerson();
    const em = database.orm.em.fork();
    await em.execute(`update signing_keys set signs_from = now() - interval '31 days'`);
    const tokens = createAccessTokens({ orm: database.orm, vault: testVault, publicUrl });

    const { keys } = await tokens.keySet();

    expect(keys).toHaveLength(2);
    const later = await createPerson();
    const [header = ""] = later.token.split(".");
    const { kid } = JSON.parse(Buffer.from(header, "base64url").toString()) as { kid: string };
    expect(kid).toBe(keys[1]?.kid);
    expect(await tokens.verify(token)).toMatchObject({
      sessionId: expect.stringMatching(/^ses_/),
    });
  });

  test("made by ten processes concurrently are one key", async () => {
    const fresh = await createTestDatabase();
    try {
      const sets = await Promise.all(
        Array.from({ length: 10 }, async () =>
          createAccessTokens({ orm: fresh.orm, vault: testVault, publicUrl }).keySet(),
        ),
      );

      const kids = sets.flatMap(({ keys }) => keys.map((key) => key.kid));
      expect(kids).toHaveLength(10);
      expect(new Set(kids).size).toBe(1);
    } finally {
      await fresh.drop();
    }
  });

  test("cannot be used under another master key", async () => {
    const vault = createVault("another master key that is long enough, too");

    const tokens = createAccessTokens({ orm: database.orm, vault, publicUrl });

    await expect(tokens.keySet()).rejects.toThrow(/authenticate data/);
  });
});
