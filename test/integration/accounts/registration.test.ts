import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { registrationsPerNetwork } from "#api/auth/sign-in-limits.ts";
import { findCreditBalance } from "#db/billing/credits.ts";
import { Account, ApiKey, Membership, Organization } from "#db/entities/account.ts";
import { AuditEntry } from "#db/entities/audit.ts";
import { AccountToken, Email } from "#db/entities/email.ts";
import { Session } from "#db/entities/sign-in.ts";
import { readEmails, type WaitingEmail } from "#test/support/accounts/emails.ts";
import { createSignIn, type SignIn } from "#test/support/accounts/sign-in.ts";
import { countPasswordWork } from "#test/support/accounts/test-passwords.ts";
import { startApi, type TestApi } from "#test/support/api.ts";
import { useDatabase } from "#test/support/fixtures.ts";

const database = useDatabase();

let api: TestApi;
let closed: TestApi;
let signIn: SignIn;
const slow = countPasswordWork();

const password = "correct horse battery";
/** Registrations that one test sends at once. */
const atOnce = 10;

beforeAll(async () => {
  const settings = { trustProxy: true };
  api = await startApi(database, { settings, dependencies: { passwords: slow.passwords } });
  closed = await startApi(database, { settings: { ...settings, registration: "closed" } });
  signIn = createSignIn(api);
});

afterAll(async () => {
  await Promise.all([api.close(), closed.close()]);
});

const em = () => database.orm.em.fork();

async function accountOf(email: string): Promise<Account> {
  return em().findOneOrFail(Account, { email });
}

async function emailsTo(email: string): Promise<WaitingEmail[]> {
  return readEmails(database.orm, email);
}

/** Registers a person and opens the link. Returns the email address. */
async function verifiedPerson(): Promise<string> {
  const email = signIn.nextEmail();
  await signIn.send("register", { email, password });
  const [mail] = await emailsTo(email);
  expect((await signIn.send("verify-email", { token: mail?.token, password })).status).toBe(200);
  return email;
}

async function unverifiedPerson(): Promise<string> {
  const email = signIn.nextEmail();
  await signIn.send("register", { email, password });
  return email;
}

describe("register", () => {
  test("creates a person, an organization of the free plan and an email, in one commit", async () => {
    const email = signIn.nextEmail();

    const response = await signIn.send("register", {
      email: email.toUpperCase(),
      password,
      displayName: "Ada",
    });

    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ status: "verification_pending" });
    const account = await accountOf(email);
    expect(account).toMatchObject({ displayName: "Ada", emailVerifiedAt: null, status: "active" });
    const [membership] = await em().find(Membership, { accountId: account.id });
    expect(membership).toMatchObject({ role: "owner" });
    const organizationId = membership?.organizationId ?? "";
    expect(await em().findOneOrFail(Organization, organizationId)).toMatchObject({ plan: "free" });
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 0, held: 0 });
    expect(await emailsTo(email)).toMatchObject([{ template: "verify_email" }]);
    const acts = await em().find(AuditEntry, { targetId: account.id });
    expect(acts.map(({ action }) => action)).toEqual(["account.created"]);
  });

  test("of the same email address many times concurrently creates one account", async () => {
    const email = signIn.nextEmail();

    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => signIn.send("register", { email, password })),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(await em().count(Account, { email })).toBe(1);
    // One token for each email: a mailbox receives five an hour.
    expect(await em().count(AccountToken, { accountId: (await accountOf(email)).id })).toBe(5);
  });

  test("does not reveal whether an email address is taken: same response, same slow work, not before a quarter of a second", async () => {
    const taken = await verifiedPerson();
    const pending = await unverifiedPerson();
    const observed = [];
    for (const email of [signIn.nextEmail(), taken, pending]) {
      const before = slow.count();
      const startedAt = performance.now();
      const response = await signIn.send("register", { email, password: "another long password" });
      observed.push({
        status: response.status,
        body: await response.text(),
        slowCalls: slow.count() - before,
        isEven: performance.now() - startedAt >= 249,
      });
    }

    expect(new Set(observed.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(observed[0]).toMatchObject({ status: 201, slowCalls: 1, isEven: true });
    expect((await emailsTo(taken)).at(-1)).toMatchObject({ template: "email_taken" });
    expect((await emailsTo(pending)).at(-1)).toMatchObject({ template: "verify_email" });
  });

  test("names every problem at once", async () => {
    const response = await signIn.send("register", {
      email: "no address",
      password: "qwerty",
      displayName: "",
      role: "owner",
    });

    expect(response.status).toBe(422);
    const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`).toSorted()).toEqual([
      "/displayName too_small",
      "/email wrong_format",
      "/password common_password",
      "/password too_small",
      "/role unknown_field",
    ]);
  });

  test.each([
    ["a common password", "QwertyUiop", "common_password"],
    ["the product's name", "generative media engine", "common_password"],
    ["more than 128 characters", "x1-".repeat(50), "too_large"],
  ])("refuses %s", async (_name, given, code) => {
    const response = await signIn.send("register", { email: signIn.nextEmail(), password: given });

    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ errors: [{ pointer: "/password", code }] });
  });

  test("refuses the email address as password, also next to other problems", async () => {
    const email = "grace.hopper@example.org";

    const response = await signIn.send("register", { email, password: "Grace.Hopper", more: 1 });

    const { errors } = (await response.json()) as { errors: { code: string }[] };
    expect(errors.map(({ code }) => code).toSorted()).toEqual([
      "address_as_password",
      "unknown_field",
    ]);
  });

  test("is refused where registration is closed, for new and taken email addresses alike", async () => {
    const elsewhere = createSignIn(closed);
    for (const email of [elsewhere.nextEmail(), await verifiedPerson()]) {
      const response = await elsewhere.send("register", { email, password });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "registration_closed" });
    }
  });

  test("silently sends a mailbox at most five emails an hour, and counts password resets separately", async () => {
    const email = await unverifiedPerson();

    for (let round = 0; round < 7; round += 1) {
      expect((await signIn.send("register", { email, password })).status).toBe(201);
      expect((await signIn.send("forgot-password", { email })).status).toBe(202);
    }

    const { id } = await accountOf(email);
    expect(await em().count(Email, { accountId: id, template: "verify_email" })).toBe(5);
    expect(await em().count(Email, { accountId: id, template: "reset_password" })).toBe(5);
    const [mail] = (await emailsTo(email)).slice(-1);
    expect(mail?.template).toBe("reset_password");
    const reset = await signIn.send("reset-password", { token: mail?.token, password });
    expect(reset.status).toBe(200);
  });

  test("is limited by IP address", async () => {
    const address = signIn.nextAddress();
    const statuses = new Set<number>();
    for (let round = 0; round < 61; round += 1) {
      const response = await signIn.send("verify-email", { token: "none", password }, address);
      statuses.add(response.status);
    }

    const response = await signIn.send(
      "register",
      { email: signIn.nextEmail(), password },
      address,
    );

    expect(statuses).toEqual(new Set([400, 429]));
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ code: "sign_in_limited" });
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

test("a network can register a hundred accounts an hour, whatever the IP addresses", async () => {
  const register = async (host: number) =>
    signIn.send("register", { email: signIn.nextEmail(), password }, `192.0.2.${host}`);
  const hosts = Array.from({ length: registrationsPerNetwork }, (_, host) => host);
  // Each response takes a quarter of a second at least.
  while (hosts.length > 0) {
    const responses = await Promise.all(hosts.splice(0, atOnce).map(register));
    for (const { status } of responses) expect(status).toBe(201);
  }

  const refused = await register(200);
  const elsewhere = { email: signIn.nextEmail(), password };

  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "sign_in_limited" }]);
  expect((await signIn.send("register", elsewhere, "192.0.3.1")).status).toBe(201);
});

describe("a person whose email address is not verified", () => {
  test("can sign in, but cannot generate with key or token", async () => {
    const email = await unverifiedPerson();
    const { accessToken: token } = await signIn.tokens({ email, password });
    const made = await api.call("/v1/api-keys", { token, body: { name: "early" } });
    expect(made.status).toBe(201);
    const { key } = (await made.json()) as { key: string };

    for (const credential of [{ token }, { key }]) {
      const response = await api.call("/v1/chat", { ...credential, body: { message: "a fox" } });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ code: "email_unverified" });
    }
    expect((await api.call("/v1/models", { key })).status).toBe(200);
  });

  test("gets no credits by creating another organization", async () => {
    const email = await unverifiedPerson();
    const { accessToken: token } = await signIn.tokens({ email, password });

    const response = await api.call("/v1/organizations", { token, body: { name: "Second" } });

    expect(response.status).toBe(201);
    const { id } = await accountOf(email);
    for (const { organizationId } of await em().find(Membership, { accountId: id })) {
      expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 0, held: 0 });
    }
  });
});

describe("verify-email", () => {
  test("grants the month's credits once, and refuses a used token", async () => {
    const email = await unverifiedPerson();
    const [mail] = await emailsTo(email);

    const answers = await Promise.all(
      [1, 2, 3].map(async () => signIn.send("verify-email", { token: mail?.token, password })),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.find(({ status }) => status === 400);
    expect(await refused?.json()).toMatchObject({ code: "mailed_token_invalid" });
    const { id, emailVerifiedAt } = await accountOf(email);
    expect(emailVerifiedAt).not.toBeNull();
    const { organizationId } = await em().findOneOrFail(Membership, { accountId: id });
    expect(await findCreditBalance(em(), organizationId)).toEqual({ available: 50, held: 0 });
    const acts = await em().find(AuditEntry, { targetId: id, action: "account.email_verified" });
    expect(acts).toHaveLength(1);
  });

  test("refuses a token after 24 hours, and a token for another purpose", async () => {
    const email = await unverifiedPerson();
    await signIn.send("forgot-password", { email });
    const [verify, reset] = await emailsTo(email);
    await em().execute(
      `update account_tokens set expires_at = expires_at - interval '24 hours'
       where account_id = ? and purpose = 'verify_email'`,
      [(await accountOf(email)).id],
    );

    for (const token of [verify?.token, reset?.token]) {
      expect((await signIn.send("verify-email", { token, password })).status).toBe(400);
    }
  });

  test("refuses a wrong password, and the link still works", async () => {
    const email = await unverifiedPerson();
    const [mail] = await emailsTo(email);

    const refused = await signIn.send("verify-email", { token: mail?.token, password: "wrong" });

    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: "password_wrong" });
    expect((await accountOf(email)).emailVerifiedAt).toBeNull();
    expect((await signIn.send("verify-email", { token: mail?.token, password })).status).toBe(200);
  });

  test("keeps the account when the same person registers again", async () => {
    const email = await unverifiedPerson();
    const { id } = await accountOf(email);
    await signIn.send("register", { email, password });
    const [first, second] = await emailsTo(email);

    expect((await signIn.send("verify-email", { token: second?.token, password })).status).toBe(
      200,
    );

    expect(await accountOf(email)).toMatchObject({ id, status: "active" });
    const again = await signIn.send("verify-email", { token: first?.token, password });
    expect(await again.json()).toMatchObject({ code: "mailed_token_invalid" });
  });

  test("accepts the account's current password, even when it was changed after the registration", async () => {
    const email = await unverifiedPerson();
    const { id } = await accountOf(email);
    const { accessToken: token } = await signIn.tokens({ email, password });
    const changed = "a new horse and battery";
    const body = { currentPassword: password, password: changed };
    expect((await api.call("/v1/account", { method: "PUT", token, body })).status).toBe(200);
    const [mail] = await emailsTo(email);

    const verified = await signIn.send("verify-email", { token: mail?.token, password: changed });

    expect(verified.status).toBe(200);
    expect(await accountOf(email)).toMatchObject({ id, status: "active" });
  });

  test("does not lift a suspension through another registration", async () => {
    const email = await unverifiedPerson();
    const { id } = await accountOf(email);
    const another = "another long password";
    await signIn.send("register", { email, password: another });
    await em().nativeUpdate(Account, { id }, { status: "suspended" });
    const [, second] = await emailsTo(email);

    const refused = await signIn.send("verify-email", { token: second?.token, password: another });

    expect(await refused.json()).toMatchObject({ code: "account_suspended" });
    expect(await accountOf(email)).toMatchObject({ id, status: "suspended" });
  });
});

describe("a stranger who registers with another person's email address", () => {
  const theirs = "the stranger's password";

  /** Registers in the given order. Returns the tokens in the emails by password. */
  async function registerBoth(order: readonly string[]) {
    const email = signIn.nextEmail();
    for (const each of order) await signIn.send("register", { email, password: each });
    const mails = await emailsTo(email);
    const tokenOf = (each: string) => mails[order.indexOf(each)]?.token;
    return { email, own: tokenOf(password), stranger: tokenOf(theirs) };
  }

  async function strangersKey(email: string): Promise<string> {
    const { accessToken: token } = await signIn.tokens({ email, password: theirs });
    const made = await api.call("/v1/api-keys", { token, body: { name: "waiting" } });
    return ((await made.json()) as { key: string }).key;
  }

  async function expectOwned(email: string): Promise<void> {
    expect((await accountOf(email)).emailVerifiedAt).not.toBeNull();
    expect((await signIn.send("login", { email, password })).status).toBe(200);
    expect((await signIn.send("login", { email, password: theirs })).status).toBe(401);
  }

  test.each([
    ["before its owner", [theirs, password]],
    ["after its owner", [password, theirs]],
  ])("%s leaves the owner's link and password valid", async (_when, order) => {
    const { email, own, stranger } = await registerBoth(order);

    expect((await signIn.send("verify-email", { token: own, password })).status).toBe(200);

    await expectOwned(email);
    const late = await signIn.send("verify-email", { token: stranger, password: theirs });
    expect(await late.json()).toMatchObject({ code: "mailed_token_invalid" });
  });

  test("after the owner gains nothing when the owner opens the newest link", async () => {
    const { email, stranger } = await registerBoth([password, theirs]);

    expect((await signIn.send("verify-email", { token: stranger, password })).status).toBe(200);

    await expectOwned(email);
  });

  test("before the owner gains nothing when the owner opens the stranger's link first", async () => {
    const { email, own, stranger } = await registerBoth([theirs, password]);

    const refused = await signIn.send("verify-email", { token: stranger, password });

    expect(await refused.json()).toMatchObject({ code: "password_wrong" });
    expect((await signIn.send("verify-email", { token: own, password })).status).toBe(200);
    await expectOwned(email);
  });

  test("before the owner loses account, session and keys when the owner verifies", async () => {
    const email = signIn.nextEmail();
    await signIn.send("register", { email, password: theirs });
    const key = await strangersKey(email);
    const before = await accountOf(email);
    await signIn.send("register", { email, password });
    const [, own] = await emailsTo(email);

    await signIn.send("verify-email", { token: own?.token, password });

    expect((await accountOf(email)).id).not.toBe(before.id);
    await expectOwned(email);
    expect(await em().count(Session, { accountId: before.id, endedAt: null })).toBe(0);
    expect(await em().count(ApiKey, { accountId: before.id, revokedAt: null })).toBe(0);
    await expect
      .poll(async () => (await api.call("/v1/models", { key })).status, { timeout: 5_000 })
      .toBe(401);
  });

  test.each([
    ["before", [theirs, password]],
    ["after", [password, theirs]],
    ["without", [theirs]],
  ])(
    "%s the owner's registration gains nothing from the owner's password reset",
    async (_when, order) => {
      const { email, stranger } = await registerBoth(order);
      await signIn.send("forgot-password", { email });
      const token = (await emailsTo(email)).at(-1)?.token;

      expect((await signIn.send("reset-password", { token, password })).status).toBe(200);

      await expectOwned(email);
      const late = await signIn.send("verify-email", { token: stranger, password: theirs });
      expect(await late.json()).toMatchObject({ code: "mailed_token_invalid" });
    },
  );

  test("during the owner's verification leaves the account with the owner", async () => {
    const { email, own } = await registerBoth([theirs, password]);

    const answers = await Promise.all([
      signIn.send("verify-email", { token: own, password }),
      ...[1, 2, 3].map(async () => signIn.send("register", { email, password: theirs })),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 201, 201, 201]);

    await expectOwned(email);
    expect(await em().count(AccountToken, { accountId: (await accountOf(email)).id })).toBe(0);
  });
});

test("no log line contains a person, a password or a token", async () => {
  const email = await verifiedPerson();
  await signIn.send("register", { email, password: "qwertyuiop" });

  const { id } = await accountOf(email);
  expect(api.logLines.length).toBeGreaterThan(0);
  expect(api.logLines.join("\n")).not.toMatch(new RegExp(`${email}|horse|qwertyuiop`));
  const acts = await em().find(AuditEntry, { targetId: id });
  expect(JSON.stringify(acts)).not.toContain(email);
});
