import { createAccessTokens } from "#api/auth/access-token.ts";
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
  const tokens = createAccessTokens({ orm, vault: testVault, publicUrl });
  return { ...session, token: await tokens.issue(session) };
}
