import { createAccessTokens, type AccessTokens } from "#api/auth/access-token.ts";
import { createSession, type OpenSession } from "#db/accounts/sessions.ts";
import type { MikroORM } from "#db/orm.ts";
import { testVault } from "#test/support/api.ts";

export interface TestSession extends OpenSession {
  readonly token: string;
}

/** Creates a session for an account, with an access token that every test's API accepts. */
export async function createTestSession(
  orm: MikroORM,
  accountId: string,
  publicUrl = "http://engine.test",
): Promise<TestSession> {
  const session = await createSession(orm.em.fork(), {
    accountId,
    method: "password",
    address: "127.0.0.1",
    userAgent: "test",
    isBound: false,
  });
  if (session === null) throw new Error("the account belongs to no organization");
  return { ...session, token: await tokensOf(orm, publicUrl).issue(session) };
}

/** One issuer for each database, as in an API: reading the signing keys takes longer than creating a session. */
const issuers = new WeakMap<MikroORM, Map<string, AccessTokens>>();

function tokensOf(orm: MikroORM, publicUrl: string): AccessTokens {
  const byUrl = issuers.get(orm) ?? new Map<string, AccessTokens>();
  issuers.set(orm, byUrl);
  const tokens = byUrl.get(publicUrl) ?? createAccessTokens({ orm, vault: testVault, publicUrl });
  byUrl.set(publicUrl, tokens);
  return tokens;
}
