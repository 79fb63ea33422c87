import { beforeAll, describe, expect, test } from "vitest";

import { findCreditBalance } from "#db/billing/credits.ts";
import { Account, ApiKey, Membership } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { AccountToken, Email } from "#db/entities/email.ts";
import { Session } from "#db/entities/sign-in.ts";
import { readEmails } from "#test/support/accounts/emails.ts";
import { createOrganization } from "#test/support/accounts/organization.ts";
import { createSignIn, type SignIn } from "#test/support/accounts/sign-in.ts";
import { testPasswords } from "#test/support/accounts/test-passwords.ts";
import { useApi, useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();
const api = useApi(database, { settings: { trustProxy: true } });

let signIn: SignIn;
let passwordHash: string;

const password = "correct horse battery";
const chosen = "a new horse and battery";

beforeAll(async () => {
  signIn = createSignIn(api);
  passwordHash = await testPasswords.hash(password);
});

const em = () => database.orm.em.fork();

async function createPerson(): Promise<{ email: string; accountId: string; key: string }> {
  const { accountId, key } = await createOrganization(database.orm);
  const email = signIn.nextEmail();
  await em().nativeUpdate(Account, { id: accountId }, { email, passwordHash });
  return { email, accountId, key };
}

async function resetTokenFor(email: string): Promise<string> {
  expect((await signIn.send("forgot-password", { email })).status).toBe(202);
  const mail = (await readEmails(database.orm, email)).at(-1);
  expect(mail).toMatchObject({ template: "reset_password" });
  return mail?.token ?? "";
}

describe("forgot-password", () => {
  test("responds the same, and not before a quarter of a second, whether or not the account exists", async () => {
    const { email } = await createPerson();
    const suspended = await createPerson();
    await em().nativeUpdate(Account, { id: suspended.accountId }, { status: "suspended" });
    const answers = [];
    for (const address of [email, suspended.email, signIn.nextEmail()]) {
      const startedAt = performance.now();
      const response = await signIn.send("forgot-password", { email: address });
      const isEven = performance.now() - startedAt >= 249;
      answers.push(JSON.stringify([response.status, await response.text(), isEven]));
    }

    expect(answers[0]).toBe(JSON.stringify([202, `{"status":"accepted"}`, true]));
    expect(new Set(answers).size).toBe(1);
    expect(await em().count(Email, { accountId: suspended.accountId })).toBe(0);
  });

  test("voids the links of earlier emails", async () => {
    const { email } = await createPerson();
    const older = await resetTokenFor(email);
    const newer = await resetTokenFor(email);

    const refused = await signIn.send("reset-password", { token: older, password: chosen });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ code: "mailed_token_invalid" });
    const taken = await signIn.send("reset-password", { token: newer, password: chosen });
    expect(taken.status).toBe(200);
  });

  test("stores no usable token", async () => {
    const { email, accountId } = await createPerson();
    const token = await resetTokenFor(email);

    const rows = await em().find(AccountToken, { accountId });

    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("reset-password", () => {
  test("changes the password, ends every session, notifies the person, and leaves keys alone", async () => {
    const { email, accountId, key } = await createPerson();
    const sessions = [
      await signIn.tokens({ email, password }),
      await signIn.tokens({ email, password }),
    ];

    const token = await resetTokenFor(email);
    const response = await signIn.send("reset-password", { token, password: chosen });

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: "password_changed" });
    for (const { refreshToken } of sessions) {
      const refused = await signIn.send("refresh", { refreshToken });
      expect(await refused.json()).toMatchObject({ code: "session_ended" });
    }
    expect(await em().find(Session, { accountId })).toMatchObject([
      { endReason: "password" },
      { endReason: "password" },
    ]);
    expect((await signIn.send("login", { email, password })).status).toBe(401);
    expect((await signIn.send("login", { email, password: chosen })).status).toBe(200);
    expect((await api.call("/v1/models", { key })).status).toBe(200);
    expect((await readEmails(database.orm, email)).at(-1)).toMatchObject({
      template: "password_changed",
    });
    const acts = await em().find(AuditEntry, { targetId: accountId }, { orderBy: { id: "asc" } });
    expect(acts.map(({ action }) => action)).toEqual([
      "account.password_reset_requested",
      "account.password_reset",
    ]);
  });

  test("lists the API keys that keep working in its email, and revokes them on request", async () => {
    const { email, accountId, key } = await createPerson();
    const { last4 } = await em().findOneOrFail(ApiKey, { accountId });

    const first = { token: await resetTokenFor(email), password: chosen };
    await signIn.send("reset-password", first);
    const listed = (await readEmails(database.orm, email)).at(-1);
    const second = { token: await resetTokenFor(email), password, revokeApiKeys: true };
    await signIn.send("reset-password", second);

    expect(listed).toMatchObject({ apiKeys: [{ last4 }] });
    expect((await readEmails(database.orm, email)).at(-1)).toMatchObject({ apiKeys: [] });
    expect((await em().findOneOrFail(ApiKey, { accountId })).revokedAt).not.toBeNull();
    await expect
      .poll(async () => (await api.call("/v1/models", { key })).status, { timeout: 5_000 })
      .toBe(401);
    const revoked = { action: "api_key.revoked", actorAccountId: accountId };
    expect(await em().count(AuditEntry, revoked)).toBe(1);
  });

  test("lets the person sign in from the IP address of the reset, after strangers used up the account's attempts", async () => {
    const { email } = await createPerson();
    const token = await resetTokenFor(email);
    const address = signIn.nextAddress();
    for (let round = 0; round < 10; round += 1) {
      await signIn.send("login", { email, password: "a wrong password" });
    }
    await signIn.send("reset-password", { token, password: chosen }, address);

    expect((await signIn.send("login", { email, password: chosen })).status).toBe(429);
    expect((await signIn.send("login", { email, password: chosen }, address)).status).toBe(200);
  });

  test("with one token many times concurrently succeeds once", async () => {
    const { email } = await createPerson();
    const token = await resetTokenFor(email);

    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        signIn.send("reset-password", { token, password: `${chosen} ${index}` }),
      ),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  });

  test("is refused after an hour", async () => {
    const { email, accountId } = await createPerson();
    const token = await resetTokenFor(email);
    await em().execute(
      `update account_tokens set expires_at = expires_at - interval '1 hour' where account_id = ?`,
      [accountId],
    );

    expect((await signIn.send("reset-password", { token, password: chosen })).status).toBe(400);
  });

  test("refuses weak passwords and the email address, and the token stays valid", async () => {
    const { email } = await createPerson();
    const token = await resetTokenFor(email);

    for (const [given, code] of [
      ["password123", "common_password"],
      [email, "address_as_password"],
    ]) {
      const response = await signIn.send("reset-password", { token, password: given });
      expect(response.status).toBe(422);
      expect(await response.json()).toMatchObject({ errors: [{ pointer: "/password", code }] });
    }
    expect((await signIn.send("reset-password", { token, password: chosen })).status).toBe(200);
  });

  test("verifies the email address, and removes an earlier unverified account under it", async () => {
    const email = signIn.nextEmail();
    const squatters = "the squatter's password";
    await signIn.send("register", { email, password: squatters });
    const squatter = await em().findOneOrFail(Account, { email });
    const { accessToken } = await signIn.tokens({ email, password: squatters });
    const made = await api.call("/v1/api-keys", { token: accessToken, body: { name: "k" } });
    expect(made.status).toBe(201);

    const token = await resetTokenFor(email);
    await signIn.send("reset-password", { token, password: chosen });

    const owner = await em().findOneOrFail(Account, { email });
    expect(owner.id).not.toBe(squatter.id);
    expect(owner.emailVerifiedAt).not.toBeNull();
    expect((await signIn.send("login", { email, password: chosen })).status).toBe(200);
    expect(await em().count(ApiKey, { accountId: squatter.id, revokedAt: null })).toBe(0);
    const { organizationId } = await em().findOneOrFail(Membership, { accountId: owner.id });
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 50, held: 0 });
  });
});

describe("logout", () => {
  test("with an access token ends its session and no other", async () => {
    const { email } = await createPerson();
    const ended = await signIn.tokens({ email, password });
    const kept = await signIn.tokens({ email, password });
    const logout = async () =>
      api.call("/v1/auth/logout", { method: "POST", token: ended.accessToken, body: {} });

    expect((await logout()).status).toBe(204);
    // The token has not expired, but its session has ended already.
    expect((await logout()).status).toBe(204);

    expect((await signIn.send("refresh", { refreshToken: ended.refreshToken })).status).toBe(401);
    expect((await signIn.send("refresh", { refreshToken: kept.refreshToken })).status).toBe(200);
  });

  test("without a token returns credential_missing, and refuses an invalid token", async () => {
    const nothing = await api.call("/v1/auth/logout", { body: {} });
    expect(nothing.status).toBe(401);
    expect(await nothing.json()).toMatchObject({ code: "credential_missing" });

    for (const [authorization, code] of [
      ["Basic eA==", "credential_malformed"],
      ["Bearer a.b.c", "token_invalid"],
    ] as const) {
      const headers = { Authorization: authorization };
      const response = await api.call("/v1/auth/logout", { body: {}, headers });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ code });
    }
  });
});
