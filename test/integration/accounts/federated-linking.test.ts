import { randomBytes, randomUUID } from "node:crypto";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createAccount, type CreatedAccount } from "#db/accounts/accounts.ts";
import { createSession } from "#db/accounts/sessions.ts";
import { Account, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { Email } from "#db/entities/email.ts";
import { LinkedIdentity } from "#db/entities/identity.ts";
import { createApiKey } from "#db/organizations/api-keys.ts";
import {
  countRows,
  type FederatedWorld,
  fragmentOf,
  fromNewAddress,
  signIn,
  startFederatedWorld,
} from "#test/support/accounts/federated-world.ts";
import { testPasswords } from "#test/support/accounts/test-passwords.ts";

let world: FederatedWorld;
let passwordHash: string;
let login: string;
let email: string;
const password = "correct horse battery";
const providers = ["google", "github"] as const;

beforeAll(async () => {
  world = await startFederatedWorld();
  passwordHash = await testPasswords.hash(password);
});

afterAll(async () => {
  await world.close();
});

beforeEach(() => {
  login = `person-${randomUUID()}`;
  email = `${login}@example.org`;
  knownThere({ address: email, verified: true });
});

/** Sets the email address, and its verification, that both providers report for the person. */
function knownThere({ address, verified }: { address: string; verified: boolean }): void {
  world.google.people.set(login, { email: address, emailVerified: verified });
  const emails = [{ email: address, primary: true, verified }];
  world.github.people.set(login, { id: randomBytes(4).readUInt32BE() + 1, name: null, emails });
}

/** Registers a person with the email address and a password. */
async function register({
  verified,
  place = world,
}: {
  verified: boolean;
  place?: FederatedWorld;
}): Promise<CreatedAccount> {
  const created = await createAccount(place.database.orm.em.fork(), {
    email,
    displayName: null,
    passwordHash,
    emailVerified: verified,
    method: "password",
    from: {},
    now: new Date(),
  });
  if (created === null) throw new Error("the address is taken");
  return created;
}

async function accountOf(address: string): Promise<Account | null> {
  return world.database.orm.em.fork().findOne(Account, { email: address });
}

async function logIn(): Promise<Response> {
  return world.api.call("/v1/auth/login", {
    body: { email, password },
    headers: fromNewAddress(),
  });
}

describe.each(providers)("%s", (provider) => {
  test("joins the account when both sides have verified the email address, and the password still works", async () => {
    const { accountId } = await register({ verified: true });

    const answer = await signIn(world.newBrowser(), provider, { as: login });

    const { accessToken } = fragmentOf(answer);
    const account = await world.api.call("/v1/account", { token: accessToken ?? "" });
    expect(await account.json()).toMatchObject({
      accountId,
      signInMethods: [
        { method: "password", email },
        { method: provider, email },
      ],
    });
    expect((await logIn()).status).toBe(200);
    const entries = await world.database.orm.em
      .fork()
      .find(AuditEntry, { actorAccountId: accountId, action: "identity.linked" });
    expect(entries).toMatchObject([{ targetId: accountId, after: { provider } }]);
    const mails = await world.database.orm.em.fork().find(Email, { accountId });
    expect(mails).toMatchObject([{ template: "identity_linked" }]);
  });

  test("joins the account when the email address differs in case", async () => {
    const { accountId } = await register({ verified: true });
    knownThere({ address: email.toUpperCase(), verified: true });

    await signIn(world.newBrowser(), provider, { as: login });

    const em = world.database.orm.em.fork();
    expect(await em.count(LinkedIdentity, { accountId, provider })).toBe(1);
  });

  test.each([true, false])(
    "neither joins nor creates an account for an email address that the provider has not verified (account: %s)",
    async (exists) => {
      if (exists) await register({ verified: true });
      knownThere({ address: email, verified: false });
      const before = await countRows(world);

      const answer = await signIn(world.newBrowser(), provider, { as: login });

      expect(fragmentOf(answer)).toMatchObject({ error: "identity_email_unverified" });
      expect(await countRows(world)).toEqual(before);
    },
  );

  test("takes an unverified account's email address, and ends its password, sessions, keys and links", async () => {
    const squatter = await register({ verified: false });
    const em = world.database.orm.em.fork();
    const { accountId, organizationId } = squatter;
    const session = await em.transactional(async (tx) =>
      createSession(tx, {
        accountId,
        method: "password",
        address: null,
        userAgent: null,
        isBound: false,
      }),
    );
    const key = await createApiKey(em, { organizationId, accountId, name: "waiting" });
    expect((await world.api.call("/v1/account", { key: key.value })).status).toBe(200);
    await em.execute(
      `insert into account_tokens (hash, account_id, purpose, expires_at)
       values (?, ?, 'reset_password', now() + interval '1 hour')`,
      [randomBytes(32), accountId],
    );

    const answer = await signIn(world.newBrowser(), provider, { as: login });

    const owner = await accountOf(email);
    expect(fragmentOf(answer)).toHaveProperty("accessToken");
    expect(owner?.id).not.toBe(accountId);
    expect(owner).toMatchObject({ status: "active", emailVerifiedAt: expect.any(Date) });
    expect((await logIn()).status).toBe(401);
    const refresh = await world.api.call("/v1/auth/refresh", {
      body: { refreshToken: session?.refreshToken },
    });
    expect(refresh.status).toBe(401);
    await expect
      .poll(async () => (await world.api.call("/v1/account", { key: key.value })).status)
      .toBe(401);
    const [tokens] = await em.execute<{ count: number }[]>(
      `select count(*)::int as count from account_tokens where account_id = ?`,
      [accountId],
    );
    expect(tokens?.count).toBe(0);
    expect(await em.fork().findOne(Organization, organizationId)).toMatchObject({
      status: "closed",
    });
    expect(await em.fork().findOne(Account, accountId)).toMatchObject({
      status: "closing",
      closesAt: expect.any(Date),
    });
    const displaced = { action: "account.displaced", targetId: accountId };
    expect(await em.fork().count(AuditEntry, displaced)).toBe(1);
  });

  test("does not lift a suspension, whether the account is verified or not", async () => {
    const { accountId } = await register({ verified: false });
    const em = world.database.orm.em.fork();
    await em.nativeUpdate(Account, { id: accountId }, { status: "suspended" });
    const before = await countRows(world);

    const answer = await signIn(world.newBrowser(), provider, { as: login });

    expect(fragmentOf(answer)).toMatchObject({ error: "account_suspended" });
    expect(await countRows(world)).toEqual(before);
    expect(await em.fork().findOne(Account, accountId)).toMatchObject({ status: "suspended" });
  });

  test("signs in a person whose account is being closed, so that the person can keep it", async () => {
    const { accountId } = await register({ verified: true });
    const closesAt = new Date(Date.now() + 86_400_000);
    const em = world.database.orm.em.fork();
    await em.nativeUpdate(Account, { id: accountId }, { status: "closing", closesAt });

    const answer = await signIn(world.newBrowser(), provider, { as: login });

    expect(fragmentOf(answer)).toHaveProperty("accessToken");
  });
});

test("with registration closed, only existing accounts can sign in", async () => {
  const closed = await startFederatedWorld({ registration: "closed" });
  try {
    const emails = [{ email, primary: true, verified: true }];
    closed.github.people.set(login, { id: 1, name: null, emails });
    closed.google.people.set(login, { email, emailVerified: true });
    const before = await countRows(closed);

    const stranger = await signIn(closed.newBrowser(), "google", { as: login });
    const rows = await countRows(closed);
    await register({ verified: true, place: closed });
    const member = await signIn(closed.newBrowser(), "github", { as: login });

    expect(fragmentOf(stranger)).toMatchObject({ error: "registration_closed" });
    expect(rows).toEqual(before);
    expect(fragmentOf(member)).toHaveProperty("accessToken");
  } finally {
    await closed.close();
  }
});

test("a secondary GitHub email address joins no account, even when it is verified", async () => {
  const { accountId } = await register({ verified: true });
  const own = `own-${email}`;
  world.github.people.set(login, {
    id: randomBytes(4).readUInt32BE() + 1,
    name: null,
    emails: [
      { email, primary: false, verified: true },
      { email: own, primary: true, verified: true },
    ],
  });

  await signIn(world.newBrowser(), "github", { as: login });

  const em = world.database.orm.em.fork();
  expect(await em.count(LinkedIdentity, { accountId })).toBe(0);
  expect(await accountOf(own)).not.toBeNull();
});

test("concurrent sign-ins with both providers and a registration leave one verified account", async () => {
  const browsers = [world.newBrowser(), world.newBrowser()];

  await Promise.all([
    ...browsers.map(async (browser, index) =>
      signIn(browser, providers[index] ?? "google", { as: login }),
    ),
    register({ verified: false }).catch(() => undefined),
  ]);

  const owner = await accountOf(email);
  const em = world.database.orm.em.fork();
  expect(owner?.emailVerifiedAt).toBeInstanceOf(Date);
  expect(await em.count(LinkedIdentity, { accountId: owner?.id ?? "" })).toBe(2);
});
